import { useState } from 'react';
import { type MeetingResponse, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { toastError } from '../../../browser/toast.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { Steps } from '../../../ui/Steps.tsx';
import { statusCopy as copy, meetingCopy } from '../status/status.copy.ts';
import { AcceptProposal } from './AcceptProposal.tsx';
import { CancelMeeting } from './CancelMeeting.tsx';
import { ChangeMeeting } from './ChangeMeeting.tsx';
import { calendarUrl } from './calendar-url.ts';
import { MeetingFacts } from './MeetingFacts.tsx';
import { isProposalAhead, meetingHeadline } from './meeting-headline.ts';

interface MeetingScheduledProps {
  requestId: string;
  name: string;
  meeting: MeetingResponse | null;
  onChanged: () => Promise<void>;
}

/** The meeting about a request, the buttons that change or cancel it, and the link to the payment. */
export function MeetingScheduled({ requestId, name, meeting, onChanged }: MeetingScheduledProps) {
  const [open, setOpen] = useState<'change' | 'cancel'>();
  const nowMs = serverNow();
  const isOver = meeting !== null && hasTakenPlace(meeting, nowMs);
  const { title, text, hint } = meetingHeadline(meeting, name, nowMs);
  const page = meeting && calendarUrl(meeting);
  const close = () => setOpen(undefined);
  const closeAfterChange = () => onChanged().then(close);
  return (
    <div className="stack stack-loose">
      <Steps label={copy.stepsLabel} steps={copy.steps} now={isOver ? 2 : 1} />
      <div className="stack stack-tight">
        <h1>{title}</h1>
        <p className="lead" role="status">
          {text}
        </p>
        {hint && <p>{hint}</p>}
        {meeting && !isOver && <p className="soft">{copy.meetNext}</p>}
      </div>
      {meeting && <MeetingFacts meeting={meeting} name={name} />}
      {meeting && !isOver && (
        <>
          {!meeting.isTold && <SendInvitations requestId={requestId} onSent={onChanged} />}
          <p className="row">
            {meeting.proposedStartsAt && isProposalAhead(meeting, nowMs) && (
              <AcceptProposal
                requestId={requestId}
                startsAt={meeting.proposedStartsAt}
                onChanged={onChanged}
              />
            )}
            <Button kind="quiet" isSmall onPress={() => setOpen('change')}>
              {meetingCopy.change}
            </Button>
            <Button kind="quiet" isSmall onPress={() => setOpen('cancel')}>
              {meetingCopy.cancel}
            </Button>
            {page && meeting.status !== 'counter_proposed' && (
              <OutgoingLink className="button button-plain button-small" to={page} isOurs>
                {meetingCopy.openCalendar}
              </OutgoingLink>
            )}
          </p>
        </>
      )}
      <p className="row">
        <a className="button" href={sponsorStatusPath({ state: 'pay', requestId })}>
          {copy.goOn}
        </a>
        <a className="button button-quiet" href={paths.listing}>
          {copy.listing}
        </a>
        <a className="button button-plain" href={paths.dashboard}>
          {copy.dashboard}
        </a>
      </p>
      {open === 'change' && meeting && (
        <ChangeMeeting meeting={meeting} name={name} onChanged={closeAfterChange} onClose={close} />
      )}
      {open === 'cancel' && (
        <CancelMeeting
          requestId={requestId}
          name={name}
          onCancelled={() => void closeAfterChange()}
          onClose={close}
        />
      )}
    </div>
  );
}

function SendInvitations({ requestId, onSent }: { requestId: string; onSent: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await call(notifyMeeting, { body: { requestId } });
      await onSent();
    } catch (error) {
      toastError(messageOf(error, meetingCopy.notifyFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice kind="warn">
      <p>{copy.notTold}</p>
      <Button kind="quiet" isSmall isBusy={isBusy} busyLabel={copy.sending} onPress={() => void send()}>
        {copy.send}
      </Button>
    </Notice>
  );
}
