import { useState } from 'react';
import { cancelMeeting } from '#contracts/sponsorships.ts';
import { call, messageOf } from '../../browser/api.ts';
import { forgetChoice } from '../../browser/sponsoring.ts';
import { toastSuccess } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { meetingCopy as copy } from './status.copy.ts';

interface CancelMeetingProps {
  requestId: string;
  name: string;
  onCancelled: () => void;
  onClose: () => void;
}

/** Asks once more, then cancels the meeting about a request. */
export function CancelMeeting({ requestId, name, onCancelled, onClose }: CancelMeetingProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const cancel = async () => {
    setBusy(true);
    try {
      const { message } = await call(cancelMeeting, { params: { id: requestId } });
      // Without a meeting there is a choice about staying anonymous again.
      forgetChoice(requestId);
      toastSuccess(message);
      onCancelled();
    } catch (error) {
      setProblem(messageOf(error, copy.cancelFailed));
      setBusy(false);
    }
  };

  return (
    <Modal title={copy.cancelTitle(name)} onClose={onClose}>
      <p>{copy.cancelText(name)}</p>
      <p className="soft small">{copy.ownCalendar}</p>
      {problem && (
        <p className="notice notice-warn" role="alert">
          {problem}
        </p>
      )}
      <div className="row row-fill">
        <Button isBusy={isBusy} busyLabel={copy.cancelling} onPress={() => void cancel()}>
          {copy.cancelIt}
        </Button>
        <Button kind="quiet" onPress={onClose}>
          {copy.keep}
        </Button>
      </div>
    </Modal>
  );
}
