import { useState } from 'react';
import { orderReceiptFile, uploadOrderReceipt } from '#contracts/purchases/order-receipts.ts';
import { upload } from '#src/browser/upload.ts';
import { Button } from '#src/ui/Button.tsx';
import { UploadModal } from '#src/ui/dialogs/UploadModal.tsx';
import { refreshDesk } from '../use-desk-query.ts';
import { orderReceiptCopy as copy } from './order-receipt.copy.ts';

/** Uploads the platform's receipt for an order, or replaces it. */
export function OrderReceipt({ caseId, isThere }: { caseId: string; isThere: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="row">
        <Button kind="quiet" isSmall onPress={() => setOpen(true)}>
          {isThere ? copy.replace : copy.add}
        </Button>
      </div>
      {isOpen && (
        <UploadModal
          copy={copy.upload}
          rule={orderReceiptFile}
          note={copy.note}
          onSend={(file, onProgress) =>
            upload(uploadOrderReceipt, { params: { id: caseId }, file }, onProgress)
          }
          onClose={() => setOpen(false)}
          onUploaded={() => {
            setOpen(false);
            // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
            void refreshDesk();
          }}
        >
          <p>{copy.intro}</p>
        </UploadModal>
      )}
    </>
  );
}
