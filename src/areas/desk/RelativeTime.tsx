import { serverNow } from '#src/browser/server-clock.ts';

const units: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A time relative to the server's, such as "in 3 hours"; the exact time shows on hover. */
export function RelativeTime({ time }: { time: string }) {
  const date = new Date(time);
  const distanceMs = date.getTime() - serverNow();
  const [unit, ms] = units.find(([, one]) => Math.abs(distanceMs) >= one) ?? ['minute', 60_000];
  const text = new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    Math.trunc(distanceMs / ms),
    unit,
  );
  return (
    <time dateTime={time} title={date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })}>
      {text}
    </time>
  );
}
