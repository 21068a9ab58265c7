const secondMs = 1_000;
const minuteS = 60;

/** Milliseconds as a clock counts down, rounded up to whole seconds: 61_000 → "1:01"; never below "0:00". */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / secondMs));
  return `${Math.floor(seconds / minuteS)}:${String(seconds % minuteS).padStart(2, '0')}`;
}

/** Milliseconds in minutes, rounded up and at least one, as the server says it to a sponsor who waits. */
export function minutesLeft(leftMs: number): number {
  return Math.max(1, Math.ceil(leftMs / (minuteS * secondMs)));
}
