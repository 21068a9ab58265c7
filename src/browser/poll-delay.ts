const firstMs = 1_500;
const longestMs = 20_000;

/** How long to wait before asking again about a pending payment: 1.5 s at first, growing to 20 s. */
export function pollDelayMs(asked: number): number {
  return Math.min(longestMs, Math.round(firstMs * 1.6 ** (asked - 1)));
}
