import { type RefObject, type SubmitEvent, useState } from 'react';
import type { ListedRequest } from '#contracts/listing.ts';
import { arrangeMeeting, type MeetingResponse, notifyMeeting } from '#contracts/sponsorships.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { openTab } from '../../../browser/open-tab.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Problem } from '../../../ui/Problem.tsx';
import { storeSponsorship } from '../payment/stored-sponsorships.ts';
import { meetingCopy as copy } from '../status/status.copy.ts';
import { calendarUrl } from './calendar-url.ts';
import { MeetingFields, type MeetingPlan } from './MeetingFields.tsx';
import { type ParsedMeetingTime, parseMeetingTime } from './parse-meeting-time.ts';

interface MeetingStepProps {
  request: ListedRequest;
  headingRef: RefObject<HTMLHeadingElement | null>;
}

/** Form that arranges a meeting, opens the calendar page, and sends the invitations. */
export function MeetingStep({ request, headingRef }: MeetingStepProps) {
  const [plan, setPlan] = useState({ date: '', time: '', note: '' });
  const [isTimeLeftOpen, setTimeLeftOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [meeting, setMeeting] = useState<MeetingResponse>();
  const [isBlocked, setBlocked] = useState(false);
  const [isTold, setTold] = useState(false);

  const changePlan = (next: MeetingPlan) => {
    setPlan(next);
    setProblem(undefined);
  };

  const goOn = () => location.assign(sponsorStatusPath({ state: 'meet', requestId: request._id }));

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isTold) return goOn();
    const when: ParsedMeetingTime = isTimeLeftOpen ? {} : parseMeetingTime(plan.date, plan.time, new Date());
    if (when.problem) {
      document.getElementById(plan.date ? 'meeting-time' : 'meeting-date')?.focus();
      return setProblem(when.problem);
    }
    setProblem(undefined);
    setBusy(true);
    // Browsers block tabs that are not opened by a click, so open it now and set its URL later. Without a time there
    // is no calendar page.
    const tab = meeting || isTimeLeftOpen ? undefined : openTab();
    let arranged = meeting;
    try {
      if (!arranged) {
        const { startsAt } = when;
        const note = plan.note.trim();
        const body = { ...(startsAt ? { startsAt } : {}), ...(note ? { note } : {}) };
        arranged = (await call(arrangeMeeting, { params: { id: request._id }, body })).data;
        setMeeting(arranged);
        storeSponsorship({ requestId: request._id, isAnonymous: false });
        const page = calendarUrl(arranged);
        if (page) tab?.go(page);
        else tab?.close();
      }
      const { price, priceUnit: unit } = request.course;
      const { _id: id, fullName: name, email } = arranged.learner;
      await call(notifyMeeting, { body: { requestId: request._id, name, id, price, unit, email } });
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

  const label = isTold ? copy.goOn : meeting ? copy.notifyAgain : copy.arrange;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h3 tabIndex={-1} ref={headingRef}>
        {copy.title}
      </h3>
      <fieldset className="stack field" disabled={meeting !== undefined}>
        <MeetingFields plan={plan} onChange={changePlan} isTimeLeftOpen={isTimeLeftOpen} />
        <Checkbox
          checked={isTimeLeftOpen}
          onChange={(event) => {
            setTimeLeftOpen(event.target.checked);
            setProblem(undefined);
          }}
        >
          {copy.leaveTimeOpen}
        </Checkbox>
      </fieldset>
      <p className="soft small">{copy.known}</p>
      <Problem text={problem} />
      {isBlocked && meeting && (
        <Notice>
          <p>{copy.blocked}</p>
          <a href={calendarUrl(meeting)} target="_blank" rel="noopener">
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
