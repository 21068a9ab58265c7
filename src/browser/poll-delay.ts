const firstMs = 1_500;
const longestMs = 20_000;

/** Returns the backoff delay before the next poll of a pending payment, in milliseconds: 1.5 s, growing to 20 s. */
export function pollDelayMs(attempt: number): number {
  return Math.min(longestMs, Math.round(firstMs * 1.6 ** (attempt - 1)));
}
