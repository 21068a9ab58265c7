import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { addProof } from '#contracts/enrolments/proofs.ts';
import { type UploadHandlers, UploadModal } from '#src/ui/dialogs/UploadModal.tsx';
import { proofUploadCopy as copy } from './proof-upload.copy.ts';

/** Dialog that uploads the proof of enrolment of a paid request. */
export function ProofModal({ request, ...handlers }: UploadHandlers & { request: SponsoredRequest }) {
  return (
    <UploadModal copy={copy.upload} endpoint={addProof} id={request._id} note={copy.once} {...handlers}>
      <p>{copy.intro(request.course.courseTitle)}</p>
      {request.isAnonymous && <p>{copy.anonymous}</p>}
    </UploadModal>
  );
}
