const minuteMs = 60_000;

/** A moment in UTC, in words. */
export function formatUtc(time: Date): string {
  return `${inWords(time)} UTC`;
}

/** A moment by a clock that is so many minutes ahead of UTC, in words, such as "Tuesday … 13:00 (UTC+1)". */
export function formatAtOffset(time: Date, offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  const zone = hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;
  return `${inWords(new Date(time.getTime() + offsetMinutes * minuteMs))} (${zone})`;
}

function inWords(time: Date): string {
  return time.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
}
