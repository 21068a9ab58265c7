import { useState } from 'react';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { invoiceFile, uploadInvoice, viewInvoice } from '#contracts/requests/invoices.ts';
import { call } from '../../browser/api.ts';
import { upload } from '../../browser/files.ts';
import { openFile } from '../../browser/open-tab.ts';
import { Button } from '../../ui/Button.tsx';
import { UploadModal } from '../../ui/dialogs/UploadModal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { invoiceCopy as copy } from './purchases.copy.ts';

/** The invoice of the learner's school: asks for the document, shows it, and replaces it until it is paid. */
export function InvoiceUpload(props: { request: OwnRequest; onChanged: () => void }) {
  const { request, onChanged } = props;
  const { invoice, _id: id, course } = request;
  const [isOpen, setOpen] = useState(false);
  if (!invoice) return null;
  const canReplace =
    request.status === 'pending' || (request.status === 'paid' && !request.purchase?.boughtAt);
  const show = () =>
    openFile(() => call(viewInvoice, { params: { id } }), {
      types: invoiceFile.types,
      name: 'invoice',
      refused: copy.refused,
      failed: copy.notShown,
    });
  return (
    <>
      {!invoice.isThere && canReplace && (
        <Notice kind="warn">
          <p>{copy.missing}</p>
        </Notice>
      )}
      <div className="row">
        {invoice.isThere && (
          <Button kind="quiet" isSmall text={copy.view} about={course.courseTitle} onPress={show} />
        )}
        {canReplace && (
          <Button
            isSmall
            {...(invoice.isThere && { kind: 'quiet' })}
            text={invoice.isThere ? copy.replace : copy.add}
            about={course.courseTitle}
            onPress={() => setOpen(true)}
          />
        )}
      </div>
      {isOpen && (
        <UploadModal
          copy={copy.upload}
          rule={invoiceFile}
          note={copy.note}
          onSend={(file, onProgress) => upload(uploadInvoice, { params: { id }, file }, onProgress)}
          onClose={() => setOpen(false)}
          onUploaded={() => {
            setOpen(false);
            onChanged();
          }}
        >
          <p>{copy.intro(invoice.reference, invoice.payee)}</p>
        </UploadModal>
      )}
    </>
  );
}
