import { type ReactNode, useState } from 'react';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { SponsorMeeting } from '#contracts/meetings/meeting-views.ts';
import { sponsorStatusPath } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Badge, FactList } from '../../ui/Facts.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { opensInNewTab } from '../../ui/OutgoingLink.tsx';
import { AcceptProposal } from '../funding/meeting/AcceptProposal.tsx';
import { MeetingTime } from '../funding/meeting/MeetingTime.tsx';
import { meetingCopy } from '../funding/meeting/meeting.copy.ts';
import { RoomLink } from '../funding/meeting/RoomLink.tsx';
import { sponsorMeetingsCopy as copy } from '../funding/meetings.copy.ts';
import styles from './dashboard.module.css';

const CancelMeeting = lazyDialog(
  async () => (await import('../funding/meeting/CancelMeeting.tsx')).CancelMeeting,
);

const kinds = {
  awaiting_time: 'wait',
  proposed: 'wait',
  counter_proposed: 'warn',
  accepted: 'good',
  declined: 'warn',
  cancelled: undefined,
} as const;

/** The meetings that a sponsor arranged: those ahead as cards, past and cancelled ones folded away. */
export function SponsorMeetings(props: {
  meetings: readonly SponsorMeeting[];
  onChanged: () => Promise<void>;
}) {
  const { meetings, onChanged } = props;
  const isAhead = (meeting: SponsorMeeting) =>
    isMeetingOpen(meeting.status) && !hasTakenPlace(meeting, serverNow());
  const ahead = meetings.filter(isAhead);
  const earlier = meetings.filter((meeting) => !isAhead(meeting));
  return (
    <section className="stack">
      <h2>{copy.heading}</h2>
      {ahead.length === 0 ? <p className="soft">{copy.noneAhead}</p> : list(ahead)}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{copy.earlier(earlier.length)}</summary>
          {list(earlier)}
        </details>
      )}
    </section>
  );

  function list(shown: readonly SponsorMeeting[]) {
    return (
      <ul className="bare stack">
        {shown.map((meeting) => (
          <SponsorMeetingCard key={meeting._id} meeting={meeting} onChanged={onChanged} />
        ))}
      </ul>
    );
  }
}

/** A meeting that a sponsor arranged: with whom, when, its status, and what can be done. */
function SponsorMeetingCard(props: { meeting: SponsorMeeting; onChanged: () => Promise<void> }) {
  const { meeting, onChanged } = props;
  const { status, requestId, learner } = meeting;
  const [isCancelling, setCancelling] = useState(false);
  const isOver = hasTakenPlace(meeting, serverNow());
  const isAhead = isMeetingOpen(status) && !isOver;
  const kind = isOver ? undefined : kinds[status];
  const details = copy.about(learner.fullName);
  const stepLink = (state: 'meet' | 'pay', text: string) => (
    <LinkButton
      kind="quiet"
      isSmall
      href={sponsorStatusPath({ state, requestId })}
      text={text}
      details={details}
    />
  );
  return (
    <li className="card stack" id={`meeting-${meeting._id}`}>
      <div className="row row-apart">
        <h3 translate="no">{learner.fullName}</h3>
        <Badge {...(kind && { kind })}>{copy.badges[isOver ? 'over' : status]}</Badge>
      </div>
      <FactList facts={factsOf(meeting)} className={styles.facts} />
      {isAhead && !meeting.isTold && <p>{copy.notSent}</p>}
      <div className="row">
        {isAhead && <AcceptProposal meeting={meeting} details={details} onChanged={onChanged} />}
        {isAhead && stepLink('meet', copy.open)}
        {meeting.canPay && stepLink('pay', copy.pay)}
        {isAhead && (
          <Button
            kind="plain"
            isSmall
            text={meetingCopy.cancel}
            details={details}
            onPress={() => setCancelling(true)}
          />
        )}
      </div>
      {isCancelling && (
        <CancelMeeting
          requestId={requestId}
          name={learner.fullName}
          onChanged={onChanged}
          onClose={() => setCancelling(false)}
        />
      )}
    </li>
  );
}

function factsOf(meeting: SponsorMeeting): [string, ReactNode][] {
  const { status, startsAt, proposedStartsAt, learner, roomUrl } = meeting;
  const facts: [string, ReactNode][] = [[copy.course, meeting.courseTitle]];
  const other = { name: learner.fullName, timeZone: learner.timeZone };
  const time = proposedStartsAt ?? startsAt;
  if (time) {
    facts.push([
      proposedStartsAt ? meetingCopy.proposed : copy.when,
      <MeetingTime key="time" at={time} other={other} />,
    ]);
  }
  if (proposedStartsAt && startsAt)
    facts.push([meetingCopy.insteadOf, <MeetingTime key="instead" at={startsAt} other={other} />]);
  if (status === 'awaiting_time') facts.push([copy.when, copy.noTime]);
  if (learner.email) facts.push([copy.email, learner.email]);
  const hasTime = status === 'proposed' || status === 'accepted';
  if (roomUrl && hasTime && !hasTakenPlace(meeting, serverNow())) {
    facts.push([
      meetingCopy.room,
      <RoomLink key="room" to={roomUrl}>
        {copy.join}
        {opensInNewTab}
      </RoomLink>,
    ]);
  }
  return facts;
}
