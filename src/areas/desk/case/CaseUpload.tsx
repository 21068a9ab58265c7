import { useState } from 'react';
import type { Endpoint, FileRule, Sent } from '#contracts/endpoint.ts';
import { upload } from '#src/browser/upload.ts';
import { Button } from '#src/ui/Button.tsx';
import { UploadModal } from '#src/ui/dialogs/UploadModal.tsx';
import { refreshDesk } from '../use-desk-query.ts';
import type { CaseUploadCopy } from './case-upload.copy.ts';

interface CaseUploadProps<E> {
  caseId: string;
  label: string;
  copy: CaseUploadCopy;
  contract: E;
}

/** A button that uploads a document to a case. */
export function CaseUpload<E extends Endpoint & { file: FileRule }>(props: CaseUploadProps<E>) {
  const { caseId, label, copy, contract } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="row">
        <Button kind="quiet" isSmall onPress={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      {isOpen && (
        <UploadModal
          copy={copy.upload}
          rule={contract.file}
          note={copy.note}
          onSend={(file, onProgress) =>
            upload(contract, { params: { id: caseId }, file } as unknown as Sent<E>, onProgress)
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
