/** By how many milliseconds the server's clock is ahead of the device's; 0 until a response has told. */
let aheadMs = 0;

// The Date header has whole seconds: on average half of one has passed.
const passedMs = 500;

/**
 * Learns the server's time from the Date header of a response that no cache served. A difference that the duration of the
 * request explains is none.
 *
 * @param sentAtMs when the request was sent, in milliseconds since the epoch by the device's clock
 */
export function learnServerTime({ headers }: Pick<Response, 'headers'>, sentAtMs: number): void {
  const isFresh = headers.get('cache-control')?.includes('no-store') && !headers.has('age');
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (!isFresh || Number.isNaN(serverMs)) return;
  const oneWayMs = (Date.now() - sentAtMs) / 2;
  const measuredMs = serverMs + passedMs - (sentAtMs + oneWayMs);
  aheadMs = Math.abs(measuredMs) <= passedMs + oneWayMs ? 0 : measuredMs;
}

/** Returns the time by the server's clock, in milliseconds since the epoch; by the device's before the first response. */
export const serverNow = (): number => Date.now() + aheadMs;
