import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PAUSE_MS = 250;

// Errors of the queue's SQL functions and conflicts: the server is available.
const isServerResponse = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(BM|23|40)/.test(error.code ?? '');

/**
 * Delays the rejection of a pool's `query` and `connect` when the server is unavailable. BullMQ's workers retry a
 * failed call immediately, which would busy-loop for as long as an outage lasts.
 */
export function pauseOnLostConnection(pool: pg.Pool): void {
  for (const name of ['query', 'connect'] as const) {
    const call = pool[name].bind(pool) as (...args: unknown[]) => unknown;
    const delayed = async (...args: unknown[]) => {
      try {
        return await call(...args);
      } catch (error) {
        if (!isServerResponse(error)) await sleep(PAUSE_MS);
        throw error;
      }
    };
    pool[name] = delayed as never;
  }
}
