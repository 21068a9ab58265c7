import type { MeetingAnswer } from '#contracts/sponsorships.ts';
import { meetingCopy as copy } from '../status.copy.ts';
import styles from '../status.module.css';
import { hereInWords, thereInWords } from './meeting-clocks.ts';

/** When and where a meeting is: by this browser's clock, by the learner's, and the way into the room. */
export function MeetingFacts({ meeting, name }: { meeting: MeetingAnswer; name: string }) {
  const { startsAt, note, roomUrl } = meeting;
  const offset = meeting.learner.utcOffsetMinutes;
  return (
    <dl className={styles.meeting} aria-label={copy.facts}>
      <dt>{copy.yours}</dt>
      <dd>
        <time dateTime={startsAt}>{hereInWords(startsAt)}</time>
      </dd>
      <dt>{offset === null ? copy.utc : copy.theirs(name)}</dt>
      <dd>{thereInWords(startsAt, offset ?? 0)}</dd>
      <dt>{copy.room}</dt>
      <dd>
        <a href={roomUrl} target="_blank" rel="noopener noreferrer">
          {copy.openRoom} <span className="soft small">{copy.outside}</span>
        </a>
      </dd>
      {note && (
        <>
          <dt>{copy.noteGiven}</dt>
          <dd>{note}</dd>
        </>
      )}
    </dl>
  );
}
