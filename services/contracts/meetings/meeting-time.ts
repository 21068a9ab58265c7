import { isTimeZone } from '../time-zone.ts';

/** Formats a time in a time zone with the zone's name, such as "Tuesday … at 13:00 (West Africa Standard Time)". */
export const timeInZone = (time: Date | string, timeZone: string): string =>
  withZone(time, timeZone, { dateStyle: 'full', timeStyle: 'short' });

/** Formats a time of day in a time zone with the zone's name, such as "13:00 (West Africa Standard Time)". */
export const clockInZone = (time: Date | string, timeZone: string): string =>
  withZone(time, timeZone, { timeStyle: 'short' });

function withZone(time: Date | string, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  const at = new Date(time);
  const words = at.toLocaleString('en-GB', { ...style, timeZone });
  const named = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' }).formatToParts(at);
  return `${words} (${named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone})`;
}

/** A participant of a meeting: the name, and the time zone of their browser at the last visit, if it is known. */
export interface Participant {
  name: string;
  timeZone: string | null;
}

/**
 * Returns the time that stands beside that of a reader in `timeZone`, with its label: the other participant's, or UTC while
 * the other time zone is unknown. Undefined when that would be the reader's time again.
 */
export function timeBeside(
  time: Date | string,
  timeZone: string,
  other: Participant,
): { label: string; time: string } | undefined {
  const own = timeInZone(time, timeZone);
  // An older browser does not know each zone of a newer one.
  const zone = other.timeZone !== null && isTimeZone(other.timeZone) ? other.timeZone : null;
  const theirs = timeInZone(time, zone ?? 'UTC');
  if (zone === null) return theirs === own ? undefined : { label: 'In UTC', time: theirs };
  return { label: `For ${other.name}`, time: theirs === own ? 'the same time' : theirs };
}
