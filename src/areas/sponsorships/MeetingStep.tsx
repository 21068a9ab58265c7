import { type RefObject, type SubmitEvent, useState } from 'react';
import type { ListedRequest } from '#contracts/listing.ts';
import { arrangeMeeting, type MeetingAnswer, notifyMeeting } from '#contracts/sponsorships.ts';
import { ApiError, call, messageOf } from '../../browser/api.ts';
import { sponsorStatusPath } from '../../browser/paths.ts';
import { rememberSponsoring } from '../../browser/sponsoring.ts';
import { toastError } from '../../browser/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { calendarPage } from './calendar-page.ts';
import { meetingTime } from './meeting-time.ts';
import { openTab } from './open-tab.ts';
import { sponsorshipsCopy } from './sponsorships.copy.ts';

const copy = sponsorshipsCopy.meeting;

interface MeetingStepProps {
  request: ListedRequest;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** When to meet. Arranges the meeting, opens the calendar's page, sends the invitations, goes on. */
export function MeetingStep({ request, headingRef }: MeetingStepProps) {
  const [date, setDate] = useState('');
  const [time, setTime] = useState('');
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [meeting, setMeeting] = useState<MeetingAnswer>();
  const [isBlocked, setBlocked] = useState(false);
  const [isTold, setTold] = useState(false);

  const goOn = () => {
    const { _id: id, fullName: learner } = request.learner.userId;
    const { price, priceUnit: unit } = request.course;
    location.assign(sponsorStatusPath({ state: 'meet', learner, id, price, unit, requestId: request._id }));
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isTold) return goOn();
    const when = meetingTime(date, time, new Date());
    if (when.problem) {
      document.getElementById(date ? 'meeting-time' : 'meeting-date')?.focus();
      return setProblem(when.problem);
    }
    setProblem(undefined);
    setBusy(true);
    // Opened now, while the press still counts as the visitor's wish; it gets its address once there is one.
    const tab = meeting ? undefined : openTab();
    let arranged = meeting;
    try {
      if (!arranged) {
        const startsAt = 'startsAt' in when ? when.startsAt : undefined;
        const body = { ...(startsAt ? { startsAt } : {}), ...(note.trim() ? { note } : {}) };
        arranged = (await call(arrangeMeeting, { params: { id: request._id }, body })).data;
        setMeeting(arranged);
        rememberSponsoring({ requestId: request._id, isAnonymous: false });
        tab?.go(calendarPage(arranged));
      }
      const { price, priceUnit: unit } = request.course;
      const { _id: id, fullName: name } = request.learner.userId;
      await call(notifyMeeting, {
        body: { requestId: request._id, name, id, price, unit, email: arranged.learner.email },
      });
      setTold(true);
      if (tab?.isBlocked) setBlocked(true);
      else goOn();
    } catch (error) {
      if (!arranged) tab?.close();
      const fields = error instanceof ApiError ? Object.values(error.errors) : [];
      const message = fields[0] ?? messageOf(error, arranged ? copy.notifyFailed : copy.failed);
      setProblem(arranged ? `${copy.notifyFailed} ${message}` : message);
      toastError(message);
    } finally {
      setBusy(false);
    }
  };

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const label = isTold ? copy.goOn : meeting ? copy.notifyAgain : copy.arrange;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h3 tabIndex={-1} ref={headingRef}>
        {copy.title}
      </h3>
      <fieldset className="stack stack-tight field" disabled={meeting !== undefined}>
        <div className="fields-2">
          <TextField
            id="meeting-date"
            label={copy.date}
            type="date"
            value={date}
            onChange={(event) => setDate(event.target.value)}
          />
          <TextField
            id="meeting-time"
            label={copy.time}
            type="time"
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        </div>
        <p className="field-hint">{copy.zone(zone)}</p>
        <Field id="meeting-note" label={copy.note} hint={copy.noteHint}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </fieldset>
      {problem && (
        <p className="notice notice-warn" role="alert">
          {problem}
        </p>
      )}
      {isBlocked && meeting && (
        <Notice>
          <p>{copy.blocked}</p>
          <a href={calendarPage(meeting)} target="_blank" rel="noopener">
            {copy.openCalendar}
          </a>
        </Notice>
      )}
      <Button type="submit" isWide isBusy={isBusy} busyLabel={copy.arranging}>
        {label}
      </Button>
    </form>
  );
}
