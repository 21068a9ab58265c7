const secondMs = 1_000;
const minuteS = 60;

/** Formats milliseconds as a countdown, rounded up to seconds: 61_000 → "1:01"; at least "0:00". */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / secondMs));
  return `${Math.floor(seconds / minuteS)}:${String(seconds % minuteS).padStart(2, '0')}`;
}

/** Converts milliseconds to minutes, rounded up, at least 1, as the server does. */
export function minutesLeft(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / (minuteS * secondMs)));
}
