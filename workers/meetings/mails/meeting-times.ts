const minuteMs = 60_000;

/** Formats a time in UTC. */
export function formatUtc(time: Date): string {
  return `${inWords(time)} UTC`;
}

/** Formats a time at an offset from UTC in minutes, such as "Tuesday … 13:00 (UTC+1)". */
export function formatAtOffset(time: Date, offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  const zone = hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;
  return `${inWords(new Date(time.getTime() + offsetMinutes * minuteMs))} (${zone})`;
}

function inWords(time: Date): string {
  return time.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
}
