import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from './errors.ts';

/** Time within which what a call waits for must respond, in milliseconds, so that it can still respond itself within 8 s. */
const waitsMs = 6_500;
/** Time after which a call responds with 503 whatever it waits for, in milliseconds. */
const responseMs = 7_700;
/** Shortest wait that is granted after the deadline, in milliseconds, so that a transaction can still be rolled back. */
const leastMs = 500;

const deadlines = new AsyncLocalStorage<number>();

/** Starts the deadline of a call, shared by everything that it waits for. */
export function startDeadline() {
  let startedMs = performance.now();
  return {
    /**
     * Runs a part of the call, whose waits {@link withinDeadline} limits. After a rejection it may go on until its own timeouts.
     * @throws HttpError 503 when the call takes longer than 7.7 s.
     */
    async run<T>(work: () => Promise<T>): Promise<T> {
      const late = Promise.withResolvers<never>();
      const expire = () => late.reject(unavailable('This took too long. Please try again in a moment.', 5));
      const timer = setTimeout(expire, startedMs + responseMs - performance.now());
      const running = deadlines.run(startedMs + waitsMs, work);
      try {
        return await Promise.race([running, late.promise]);
      } finally {
        clearTimeout(timer);
        running.catch(() => {});
      }
    },
    /** Moves the deadline by the time that the client took to send the body. */
    extend(ms: number): void {
      startedMs += ms;
    },
  };
}

/**
 * Returns how long to wait for a server, in whole milliseconds: `limitMs`, or what is left of the deadline of the current call, at least 0.5 s.
 *
 * @param reserveMs time that the call needs after this wait
 */
export function withinDeadline(limitMs: number, reserveMs = 0): number {
  const endMs = deadlines.getStore();
  if (endMs === undefined) return limitMs;
  return Math.min(limitMs, Math.max(leastMs, Math.floor(endMs - performance.now() - reserveMs)));
}
