import { timeInWords } from '#contracts/meetings/meeting-time.ts';

const minuteMs = 60_000;

/** Formats a time in the browser's time zone, with its name. */
export function formatBrowserTime(time: string): string {
  return `${timeInWords(new Date(time))} (${browserTimeZone()})`;
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
