import { useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { learnerButtons } from '#contracts/dashboard/learner-reading.ts';
import { uploadInvoice, viewInvoice } from '#contracts/requests/invoices.ts';
import { openDocument } from '../../browser/open-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { UploadModal } from '../../ui/dialogs/UploadModal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { invoiceCopy as copy } from './purchases.copy.ts';

/** The invoice of the learner's school: asks for the document, shows it, and replaces it until it is paid or its money goes back. */
export function InvoiceUpload(props: { request: OwnRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const { invoice, _id: id } = request;
  const { courseTitle: about } = request.course;
  const [isOpen, setOpen] = useState(false);
  if (!invoice) return null;
  const canReplace = learnerButtons(request).includes('add-invoice');
  return (
    <>
      {!invoice.isThere && canReplace && <Notice kind="warn" text={copy.missing} />}
      <div className="row">
        {invoice.isThere && (
          <Button
            kind="quiet"
            isSmall
            text={copy.view}
            about={about}
            onPress={() => openDocument(viewInvoice, id, 'invoice')}
          />
        )}
        {canReplace && (
          <Button
            isSmall
            {...(invoice.isThere && { kind: 'quiet' })}
            text={invoice.isThere ? copy.replace : copy.add}
            about={about}
            onPress={() => setOpen(true)}
          />
        )}
      </div>
      {isOpen && (
        <UploadModal
          copy={copy.upload}
          endpoint={uploadInvoice}
          id={id}
          note={copy.note}
          onClose={() => setOpen(false)}
          onUploaded={onChanged}
        >
          <p>{copy.intro(invoice.reference, invoice.payee)}</p>
        </UploadModal>
      )}
    </>
  );
}
