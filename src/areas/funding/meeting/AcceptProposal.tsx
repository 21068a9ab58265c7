import { useState } from 'react';
import { acceptMeetingProposal } from '#contracts/funding/sponsorships.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';

interface AcceptProposalProps {
  requestId: string;
  /** The displayed start; the server responds with a conflict when it has changed. */
  startsAt: string;
  /** As of a button. */
  details?: string;
  onChanged: () => Promise<void>;
}

/** Button that accepts the time proposed by the learner. Also reloads after a failure, which may be a conflict. */
export function AcceptProposal({ requestId, startsAt, details, onChanged }: AcceptProposalProps) {
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    try {
      const { message } = await call(acceptMeetingProposal, {
        params: { id: requestId },
        body: { startsAt },
      });
      toastSuccess(message);
    } catch (error) {
      toastError(messageOf(error, copy.acceptFailed));
    }
    await onChanged();
    setBusy(false);
  };
  return (
    <Button
      isSmall
      text={copy.acceptTime}
      details={details}
      busy={isBusy && copy.accepting}
      onPress={accept}
    />
  );
}
