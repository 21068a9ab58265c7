import { useState } from 'react';
import { changeMeeting, type MeetingResponse } from '#contracts/funding/sponsorships.ts';
import { call } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Problem } from '../../../ui/Notice.tsx';
import { loadTypedMeeting, MeetingFields } from './MeetingFields.tsx';
import { meetingCopy as copy } from './meeting.copy.ts';
import { toDateTimeFields } from './meeting-time.ts';

interface ChangeMeetingProps {
  meeting: MeetingResponse;
  name: string;
  /** Reloads the meeting; the button stays busy until then. */
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Dialog that changes time or note of a meeting; both participants get a new invitation. */
export function ChangeMeeting(props: ChangeMeetingProps) {
  const { meeting, name } = props;
  const [before] = useState(() =>
    meeting.startsAt ? toDateTimeFields(meeting.startsAt) : { date: '', time: '' },
  );
  const form = useContractForm({
    id: 'meeting',
    loadSchema: loadTypedMeeting,
    initial: { ...before, note: meeting.note ?? '' },
    // A note can be changed while no time is agreed, or beside a counter-proposal.
    toInput: ({ note, ...when }) =>
      when.date === before.date && when.time === before.time ? { note } : { ...when, note },
    isShort: true,
  });

  const send = form.submit({
    failed: copy.changeFailed,
    toasts: 'none',
    send: async (body) => {
      const { message } = await call(changeMeeting, { params: { id: meeting.requestId }, body });
      toastSuccess(message);
      await props.onChanged();
      props.onClose();
    },
  });

  return (
    <Modal title={copy.changeTitle(name)} onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={send}>
        <p>{copy.changeText}</p>
        <MeetingFields form={form} learner={{ name, timeZone: meeting.learner.timeZone }} />
        <Problem text={form.problems[0]?.message ?? form.problem} />
        <p className="soft small">{copy.ownCalendar}</p>
        <Button type="submit" isWide text={copy.save} busy={form.isSubmitting && copy.saving} />
      </form>
    </Modal>
  );
}
