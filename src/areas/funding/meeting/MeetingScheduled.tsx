import { useState } from 'react';
import { type MeetingResponse, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { hasTakenPlace } from '#contracts/meetings/meeting-status.ts';
import { call } from '../../../browser/api.ts';
import { paths, sponsorStatusPath } from '../../../browser/paths.ts';
import { serverNow } from '../../../browser/server-clock.ts';
import { Button, LinkButton } from '../../../ui/Button.tsx';
import { Steps } from '../../../ui/Facts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { OutgoingLink } from '../../../ui/OutgoingLink.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { statusCopy as copy } from '../status/status.copy.ts';
import { AcceptProposal } from './AcceptProposal.tsx';
import { CancelMeeting } from './CancelMeeting.tsx';
import { ChangeMeeting } from './ChangeMeeting.tsx';
import { MeetingFacts, meetingHeadline } from './MeetingFacts.tsx';
import { meetingCopy } from './meeting.copy.ts';
import { calendarUrl } from './meeting-time.ts';

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
            <AcceptProposal meeting={meeting} onChanged={onChanged} />
            <Button kind="quiet" isSmall text={meetingCopy.change} onPress={() => setOpen('change')} />
            <Button kind="quiet" isSmall text={meetingCopy.cancel} onPress={() => setOpen('cancel')} />
            {page && meeting.status !== 'counter_proposed' && (
              <OutgoingLink className="button button-plain button-small" to={page} isOurs>
                {meetingCopy.openCalendar}
              </OutgoingLink>
            )}
          </p>
        </>
      )}
      <p className="row">
        <LinkButton href={sponsorStatusPath({ state: 'pay', requestId })} text={copy.goOn} />
        <LinkButton kind="quiet" href={paths.listing} text={copy.listing} />
        <LinkButton kind="plain" href={paths.dashboard} text={copy.dashboard} />
      </p>
      {open === 'change' && meeting && (
        <ChangeMeeting meeting={meeting} name={name} onChanged={onChanged} onClose={close} />
      )}
      {open === 'cancel' && (
        <CancelMeeting requestId={requestId} name={name} onChanged={onChanged} onClose={close} />
      )}
    </div>
  );
}

function SendInvitations({ requestId, onSent }: { requestId: string; onSent: () => Promise<void> }) {
  const { run, isRunning } = useAction(meetingCopy.notifyFailed);
  const send = async () => {
    await call(notifyMeeting, { body: { requestId } });
    await onSent();
  };
  return (
    <Notice kind="warn" text={copy.notTold}>
      <Button
        kind="quiet"
        isSmall
        text={copy.send}
        busy={isRunning && copy.sending}
        onPress={() => run(send)}
      />
    </Notice>
  );
}
