import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { addProof, proofFile } from '#contracts/enrolments/proofs.ts';
import { upload } from '#src/browser/files.ts';
import { UploadModal } from '#src/ui/dialogs/UploadModal.tsx';
import { proofUploadCopy as copy } from './proof-upload.copy.ts';

interface ProofModalProps {
  request: SponsoredRequest;
  onClose: () => void;
  onUploaded: () => void;
}

/** Dialog that uploads the proof of enrolment of a paid request. */
export function ProofModal({ request, ...handlers }: ProofModalProps) {
  return (
    <UploadModal
      copy={copy.upload}
      rule={proofFile}
      note={copy.once}
      onSend={(file, onProgress) => upload(addProof, { params: { id: request._id }, file }, onProgress)}
      {...handlers}
    >
      <p>{copy.intro(request.course.courseTitle)}</p>
      {request.isAnonymous && <p>{copy.anonymous}</p>}
    </UploadModal>
  );
}
