const minuteMs = 60_000;

/** Formats a time in the browser's time zone, with its name. */
export function formatBrowserTime(time: string): string {
  return `${inWords(new Date(time), undefined)} (${browserTimeZone()})`;
}

/** Formats a time at an offset from UTC in minutes. */
export function formatAtOffset(time: string, offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  const zone = hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;
  return `${inWords(new Date(Date.parse(time) + offsetMinutes * minuteMs), 'UTC')} (${zone})`;
}

/** Returns the browser's time zone (IANA name). */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns values for a date and a time input in the browser's time zone. */
export function toDateTimeFields(time: string): { date: string; time: string } {
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

function inWords(time: Date, timeZone: string | undefined): string {
  return time.toLocaleString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
}
