import { type SubmitEvent, useState } from 'react';
import { changeMeeting, type MeetingResponse } from '#contracts/sponsorships.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { toastSuccess } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { meetingCopy as copy } from '../status/status.copy.ts';
import { toDateTimeFields } from './format-meeting-time.ts';
import { MeetingFields, type MeetingPlan } from './MeetingFields.tsx';
import { type ParsedMeetingTime, parseMeetingTime } from './parse-meeting-time.ts';

interface ChangeMeetingProps {
  meeting: MeetingResponse;
  name: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Dialog that changes time or note of a meeting; both participants get a new invitation. */
export function ChangeMeeting({ meeting, name, onChanged, onClose }: ChangeMeetingProps) {
  const [before] = useState(() =>
    meeting.startsAt ? toDateTimeFields(meeting.startsAt) : { date: '', time: '' },
  );
  const [plan, setPlan] = useState({ ...before, note: meeting.note ?? '' });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const changePlan = (next: MeetingPlan) => {
    setPlan(next);
    setProblem(undefined);
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    // A note can be changed while no time is agreed, or beside a counter-proposal.
    const isSameTime = plan.date === before.date && plan.time === before.time;
    const when: ParsedMeetingTime = isSameTime ? {} : parseMeetingTime(plan.date, plan.time, new Date());
    if (when.problem) {
      document.getElementById(plan.date ? 'meeting-time' : 'meeting-date')?.focus();
      return setProblem(when.problem);
    }
    setProblem(undefined);
    setBusy(true);
    try {
      const body = { note: plan.note, ...(when.startsAt && { startsAt: when.startsAt }) };
      const { message } = await call(changeMeeting, { params: { id: meeting.requestId }, body });
      toastSuccess(message);
      onChanged();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.errors) : [];
      setProblem(fields[0] ?? messageOf(error, copy.changeFailed));
      setBusy(false);
    }
  };

  return (
    <Modal title={copy.changeTitle(name)} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>{copy.changeText}</p>
        <MeetingFields plan={plan} onChange={changePlan} learner={{ name, ...meeting.learner }} />
        <Problem text={problem} />
        <p className="soft small">{copy.ownCalendar}</p>
        <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.saving}>
          {copy.save}
        </Button>
      </form>
    </Modal>
  );
}
