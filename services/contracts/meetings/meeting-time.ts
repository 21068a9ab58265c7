import { minuteMs } from '../durations.ts';

/** Formats a time in a time zone, in words; in the time zone of this machine by default. */
export function timeInWords(time: Date, timeZone?: string): string {
  return time.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
}

/** Formats a time in UTC. */
export function formatUtc(time: Date): string {
  return `${timeInWords(time, 'UTC')} UTC`;
}

/** Formats a time at an offset from UTC in minutes, such as "Tuesday … 13:00 (UTC+1)". */
export function formatAtOffset(time: Date | string, offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  const zone = hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;
  return `${timeInWords(new Date(new Date(time).getTime() + offsetMinutes * minuteMs), 'UTC')} (${zone})`;
}
