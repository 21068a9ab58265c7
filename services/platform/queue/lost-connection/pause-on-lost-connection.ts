import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hasLostConnection } from '../../database/watch-connection.ts';

const PAUSE_MS = 250;

// Errors of the queue's SQL functions and conflicts: the server is available.
const isServerResponse = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(BM|23|40)/.test(error.code ?? '');

// A pool hands over a client whose connection was lost while `onConnect` ran. BullMQ would store such a client for
// LISTEN, get no event of its loss any more, and never take a job of that queue again.
const rejectLostClient = (result: unknown) => {
  if (!(result instanceof pg.Client) || !hasLostConnection(result)) return result;
  (result as unknown as pg.PoolClient).release(true);
  throw new Error('Connection terminated before its first use');
};

/**
 * Delays the rejection of a pool's `query` and `connect` when the server is unavailable: BullMQ's workers retry a
 * failed call immediately, which would busy-loop for as long as an outage lasts. `connect` also rejects for a watched
 * client whose connection is lost already.
 */
export function pauseOnLostConnection(pool: pg.Pool): void {
  for (const name of ['query', 'connect'] as const) {
    const call = pool[name].bind(pool) as (...args: unknown[]) => unknown;
    const delayed = async (...args: unknown[]) => {
      try {
        return rejectLostClient(await call(...args));
      } catch (error) {
        if (!isServerResponse(error)) await sleep(PAUSE_MS);
        throw error;
      }
    };
    pool[name] = delayed as never;
  }
}
