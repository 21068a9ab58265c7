import { MeetingScheduled } from '../meeting/MeetingScheduled.tsx';
import { SponsorStatus, type StatusStepProps } from './SponsorStatus.tsx';

/** The meeting about a request. */
export function MeetStatus({ requestId }: { requestId: string }) {
  return <SponsorStatus query={{ state: 'meet', requestId }} Step={Meet} />;
}

function Meet({ request, sponsorship, onChanged }: StatusStepProps) {
  const name = request.learner.userId.fullName;
  return (
    <MeetingScheduled
      requestId={request._id}
      name={name}
      meeting={sponsorship.meeting}
      onChanged={onChanged}
    />
  );
}
