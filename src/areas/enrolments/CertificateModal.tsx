import { uploadCertificate } from '#contracts/enrolments/enrolments.ts';
import { type UploadHandlers, UploadModal } from '../../ui/dialogs/UploadModal.tsx';
import { enrolmentsCopy } from './enrolments.copy.ts';

const copy = enrolmentsCopy.upload;

/** Uploads the certificate of a course, which completes it. */
export function CertificateModal(props: UploadHandlers & { enrolmentId: string; title: string }) {
  const { enrolmentId, title, ...handlers } = props;
  return (
    <UploadModal
      copy={copy}
      endpoint={uploadCertificate}
      id={enrolmentId}
      note={copy.selfReported}
      {...handlers}
    >
      <p>{copy.intro(title)}</p>
    </UploadModal>
  );
}
