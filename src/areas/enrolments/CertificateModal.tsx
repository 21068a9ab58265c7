import { certificateFile, uploadCertificate } from '#contracts/enrolments/enrolments.ts';
import { upload } from '../../browser/files.ts';
import { UploadModal } from '../../ui/dialogs/UploadModal.tsx';
import { enrolmentsCopy } from './enrolments.copy.ts';

const copy = enrolmentsCopy.upload;

interface CertificateModalProps {
  enrolmentId: string;
  title: string;
  onClose: () => void;
  onUploaded: () => void;
}

/** Uploads the certificate of a course, which completes it. */
export function CertificateModal({ enrolmentId, title, ...handlers }: CertificateModalProps) {
  return (
    <UploadModal
      copy={copy}
      rule={certificateFile}
      note={copy.selfReported}
      onSend={(file, onProgress) =>
        upload(uploadCertificate, { params: { id: enrolmentId }, file }, onProgress)
      }
      {...handlers}
    >
      <p>{copy.intro(title)}</p>
    </UploadModal>
  );
}
