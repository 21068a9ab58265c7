import type { OwnRequest } from '#contracts/dashboard.ts';
import { Button } from '../../../ui/Button.tsx';
import { openProof } from './open-proof.ts';
import { proofCopy } from './proof.copy.ts';

/** Button that opens a learner's proof of enrolment. */
export function ViewProofButton({ request }: { request: Pick<OwnRequest, '_id' | 'course'> }) {
  return (
    <div className="row">
      <Button kind="quiet" isSmall onPress={() => void openProof(request._id)}>
        <span>
          {proofCopy.view}
          <span className="visually-hidden"> {request.course.courseTitle}</span>
        </span>
      </Button>
    </div>
  );
}
