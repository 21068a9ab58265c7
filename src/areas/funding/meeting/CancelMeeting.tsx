import { cancelMeeting } from '#contracts/funding/sponsorships.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { ConfirmModal } from '../../../ui/dialogs/Modal.tsx';
import { clearAnonymityChoice } from '../payment/stored-sponsorships.ts';
import { meetingCopy as copy } from './meeting.copy.ts';

const buttons = { keep: copy.keep, confirm: copy.cancelIt, busy: copy.cancelling, failed: copy.cancelFailed };

interface CancelMeetingProps {
  requestId: string;
  name: string;
  /** Reloads the meeting; the button stays busy until then. */
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Confirmation dialog that cancels the meeting about a request. */
export function CancelMeeting({ requestId, name, onChanged, onClose }: CancelMeetingProps) {
  const cancel = async () => {
    const { message } = await call(cancelMeeting, { params: { id: requestId } });
    // Without a meeting the sponsor can choose again whether to stay anonymous.
    clearAnonymityChoice(requestId);
    toastSuccess(message);
    await onChanged();
    onClose();
  };

  return (
    <ConfirmModal title={copy.cancelTitle(name)} copy={buttons} onConfirm={cancel} onClose={onClose}>
      <p>{copy.cancelText(name)}</p>
      <p className="soft small">{copy.ownCalendar}</p>
    </ConfirmModal>
  );
}
