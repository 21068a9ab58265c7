import { needsPublicRoomNotice, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { hasTakenPlace, isMeetingOpen } from '#contracts/meetings/meeting-status.ts';
import type { SponsorMeeting } from '#contracts/meetings/meeting-views.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { sponsorMeetingsCopy as copy } from '../funding/meetings.copy.ts';
import styles from './dashboard.module.css';
import { SponsorMeetingCard } from './SponsorMeetingCard.tsx';

interface SponsorMeetingsProps {
  meetings: readonly SponsorMeeting[];
  onChanged: () => Promise<void>;
}

/** The meetings that a sponsor arranged: those ahead as cards, past and cancelled ones folded away. */
export function SponsorMeetings({ meetings, onChanged }: SponsorMeetingsProps) {
  const isAhead = (meeting: SponsorMeeting) =>
    isMeetingOpen(meeting.status) && !hasTakenPlace(meeting, serverNow());
  const ahead = meetings.filter(isAhead);
  const earlier = meetings.filter((meeting) => !isAhead(meeting));
  return (
    <section className="stack">
      <h2>{copy.heading}</h2>
      {needsPublicRoomNotice(ahead, serverNow()) && <p className="soft small">{publicMeetingRoomNotice}</p>}
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
