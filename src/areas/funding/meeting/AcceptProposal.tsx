import { useState } from 'react';
import { acceptMeetingProposal, type MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { meetingCopy as copy } from './meeting.copy.ts';
import { isProposalAhead } from './meeting-time.ts';

interface AcceptProposalProps {
  meeting: Pick<MeetingResponse, 'requestId' | 'status' | 'proposedStartsAt'>;
  /** As of a button. */
  details?: string;
  onChanged: () => Promise<void>;
}

/**
 * Button that accepts the time proposed by the learner, while that can be accepted. The server responds with a conflict when it is
 * not the displayed time any more; also reloads after a failure.
 */
export function AcceptProposal({ meeting, details, onChanged }: AcceptProposalProps) {
  const [isBusy, setBusy] = useState(false);
  const { requestId: id, proposedStartsAt: startsAt } = meeting;
  if (!startsAt || !isProposalAhead(meeting, serverNow())) return null;
  const accept = async () => {
    setBusy(true);
    try {
      toastSuccess((await call(acceptMeetingProposal, { params: { id }, body: { startsAt } })).message);
    } catch (error) {
      toastError(messageOf(error, copy.acceptFailed));
    }
    await onChanged();
    setBusy(false);
  };
  const busy = isBusy && copy.accepting;
  return <Button isSmall text={copy.acceptTime} details={details} busy={busy} onPress={accept} />;
}
