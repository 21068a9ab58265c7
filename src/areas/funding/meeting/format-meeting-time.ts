const minuteMs = 60_000;

/** A moment in words by the clock of this browser, with the name of its zone. */
export function formatBrowserTime(time: string): string {
  return `${inWords(new Date(time), undefined)} (${browserTimeZone()})`;
}

/** A moment in words by a clock that is so many minutes ahead of UTC. */
export function formatAtOffset(time: string, offsetMinutes: number): string {
  const hours = offsetMinutes / 60;
  const zone = hours === 0 ? 'UTC' : `UTC${hours > 0 ? '+' : '−'}${Math.abs(hours)}`;
  return `${inWords(new Date(Date.parse(time) + offsetMinutes * minuteMs), 'UTC')} (${zone})`;
}

/** The time zone of this browser. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A moment as the two fields of a form want it, in this browser's time zone. */
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
