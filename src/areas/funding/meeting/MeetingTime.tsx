import { type Participant, timeBeside, timeInZone } from '#contracts/meetings/meeting-time.ts';
import { browserTimeZone } from '../../../browser/time-zone.ts';

/** A time in the reader's time zone, and below it in the other participant's. */
export function MeetingTime({ at, other }: { at: string; other: Participant }) {
  const zone = browserTimeZone();
  const beside = timeBeside(at, zone, other);
  return (
    <>
      <time dateTime={at}>
        <strong>{timeInZone(at, zone)}</strong>
      </time>
      {beside && (
        <span>
          <br />
          {beside.label}: {beside.time}
        </span>
      )}
    </>
  );
}
