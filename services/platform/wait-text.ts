import { hourMs, minuteMs } from '#contracts/durations.ts';

/** Returns a waiting time in words, at least a minute: "35 minutes"; hours from two on. */
export function waitText(leftMs: number): string {
  const [unitMs, unit] = leftMs > 2 * hourMs ? [hourMs, 'hour'] : [minuteMs, 'minute'];
  const count = Math.max(1, Math.ceil(leftMs / unitMs));
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
