import { useEffect, useState } from 'react';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { deskCopy } from './desk.copy.ts';

const secondMs = 1_000;

/** A deadline with its time zone, and the time left by the server's clock, which counts down every second. */
export function Deadline({ time }: { time: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), secondMs);
    return () => clearInterval(timer);
  }, []);
  const at = new Date(time);
  const leftMs = at.getTime() - now;
  return (
    <>
      <time dateTime={time}>
        <strong>{at.toLocaleString(undefined, zoned)}</strong>
      </time>{' '}
      <span role="timer">
        {leftMs > 0 ? deskCopy.deadline.left(durationText(leftMs)) : deskCopy.deadline.passed}
      </span>
    </>
  );
}

const zoned: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
};

/** Formats a duration to the second: "2 days 3 h 12 min 5 s". */
function durationText(ms: number): string {
  const days = Math.floor(ms / dayMs);
  const parts = [
    days === 1 ? '1 day' : days > 1 && `${days} days`,
    ms >= hourMs && `${Math.floor((ms % dayMs) / hourMs)} h`,
    ms >= minuteMs && `${Math.floor((ms % hourMs) / minuteMs)} min`,
    `${Math.floor((ms % minuteMs) / secondMs)} s`,
  ];
  return parts.filter(Boolean).join(' ');
}
