import { useEffect, useState } from 'react';

const tickMs = 1_000;

/** Returns the remaining milliseconds of a period that began at `asOfMs`, updated every second; 0 once it is over. */
export function useTimeLeft(durationMs: number, asOfMs: number): number {
  const endMs = asOfMs + durationMs;
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = nowMs >= endMs;

  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isOver]);

  return Math.max(0, endMs - nowMs);
}
