import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PAUSE_MS = 250;

// What the queue's own functions raise, and conflicts: a server that can say so is not away.
const isServerResponse = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(BM|23|40)/.test(error.code ?? '');

/**
 * Makes a pool's `query` and `connect` fail a little later when the server could not be reached. BullMQ's
 * workers repeat a failed call at once, which would keep a processor busy for as long as an outage lasts.
 */
export function pauseOnLostConnection(pool: pg.Pool): void {
  for (const name of ['query', 'connect'] as const) {
    const call = pool[name].bind(pool) as (...args: unknown[]) => unknown;
    const patient = async (...args: unknown[]) => {
      try {
        return await call(...args);
      } catch (error) {
        if (!isServerResponse(error)) await sleep(PAUSE_MS);
        throw error;
      }
    };
    pool[name] = patient as never;
  }
}
