import { type SubmitEvent, useState } from 'react';
import type { Sent } from '#contracts/endpoint.ts';
import {
  arrangeMeeting,
  getSponsorship,
  type MeetingResponse,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import type { ListedRequest } from '#contracts/requests/request-views.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { type OpenedTab, openTab } from '../../../browser/open-tab.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { toastError } from '../../../browser/toast.ts';
import { useApiQuery } from '../../../browser/use-api-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { useContractForm } from '../../../ui/fields/use-contract-form.ts';
import { Notice, Problem } from '../../../ui/Notice.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { ResendVerification } from '../../../ui/ResendVerification.tsx';
import { storeSponsorship } from '../payment/stored-sponsorships.ts';
import { loadTypedMeeting, MeetingFields } from './MeetingFields.tsx';
import { meetingCopy as copy } from './meeting.copy.ts';
import { calendarUrl } from './meeting-time.ts';

// The step before it has gone when its code has loaded.
const focusOn = (heading: HTMLHeadingElement | null) => heading?.focus();

/** Form that arranges a meeting, opens the calendar page, and sends the invitations. Its heading has the focus when it appears. */
export function MeetingStep({ request }: { request: ListedRequest }) {
  const [isTimeLeftOpen, setTimeLeftOpen] = useState(false);
  const [meeting, setMeeting] = useState<MeetingResponse>();
  const [isBlocked, setBlocked] = useState(false);
  const [isTold, setTold] = useState(false);
  const [isUnverified, setUnverified] = useState(false);
  // Only for the learner's time zone: until it is known, and without it, UTC stands in.
  const { data: sponsorship } = useApiQuery(getSponsorship, { params: { id: request._id } });
  const learner = {
    name: request.learner.userId.fullName,
    timeZone: sponsorship?.data.learnerTimeZone ?? null,
  };
  const form = useContractForm({
    id: 'meeting',
    loadSchema: loadTypedMeeting,
    initial: { date: '', time: '', note: '' },
    toInput: ({ note, ...when }) => (isTimeLeftOpen ? { note } : { ...when, note }),
    isShort: true,
  });

  const goOn = () => location.assign(sponsorStatusPath({ state: 'meet', requestId: request._id }));

  const arrange = async (body: Sent<typeof arrangeMeeting>['body'], tab: OpenedTab | undefined) => {
    const { data } = await call(arrangeMeeting, { params: { id: request._id }, body });
    setMeeting(data);
    storeSponsorship({ requestId: request._id, isAnonymous: false });
    const page = calendarUrl(data);
    if (page) tab?.go(page);
    else tab?.close();
    return data;
  };

  const notify = async ({ learner }: MeetingResponse) => {
    const { price, priceUnit: unit } = request.course;
    const { _id: id, fullName: name } = learner;
    const email = learner.email ?? undefined;
    try {
      await call(notifyMeeting, { body: { requestId: request._id, name, id, price, unit, email } });
      return true;
    } catch (error) {
      const message = messageOf(error, copy.notifyFailed);
      form.setProblem(`${copy.notifyFailed} ${message}`);
      toastError(message);
      return false;
    }
  };

  const send = form.submit({
    failed: copy.failed,
    toasts: 'of server',
    send: async ({ startsAt, note }) => {
      // Browsers block tabs that are not opened by a click, so open it now and set its URL later. Without a time there
      // is no calendar page.
      const tab = meeting || !startsAt ? undefined : openTab();
      const body = { ...(startsAt && { startsAt }), ...(note.trim() && { note: note.trim() }) };
      const arranged =
        meeting ??
        (await arrange(body, tab).catch((error: unknown) => {
          tab?.close();
          if (!isAboutAddress(error)) throw error;
          setUnverified(true);
        }));
      if (!arranged || !(await notify(arranged))) return;
      setTold(true);
      if (tab?.isBlocked) setBlocked(true);
      else goOn();
    },
  });

  const submit = (event: SubmitEvent) => {
    if (!isTold) return void send(event);
    event.preventDefault();
    goOn();
  };

  const label = isTold ? copy.goOn : meeting ? copy.notifyAgain : copy.arrange;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <h3 tabIndex={-1} ref={focusOn}>
        {copy.title}
      </h3>
      <fieldset className="field" disabled={meeting !== undefined}>
        <div className="stack">
          <MeetingFields form={form} learner={learner} isTimeLeftOpen={isTimeLeftOpen}>
            <Checkbox
              checked={isTimeLeftOpen}
              onChange={(event) => {
                setTimeLeftOpen(event.target.checked);
                form.setProblem(undefined);
              }}
            >
              {copy.leaveTimeOpen}
            </Checkbox>
          </MeetingFields>
        </div>
      </fieldset>
      <p className="soft small">{copy.known}</p>
      <Problem text={form.problems[0]?.message ?? form.problem} />
      {isUnverified && !meeting && (
        <Notice kind="warn" text={copy.unconfirmed}>
          <ResendVerification />
        </Notice>
      )}
      {isBlocked && meeting && (
        <Notice text={copy.blocked}>
          <OutgoingLink to={calendarUrl(meeting) ?? ''} isOurs>
            {copy.openCalendar}
          </OutgoingLink>
        </Notice>
      )}
      <Button type="submit" isWide text={label} busy={form.isSubmitting && copy.arranging} />
    </form>
  );
}

// The server names the field when the sponsor's e-mail address is not confirmed.
function isAboutAddress(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && 'email' in error.errors;
}
