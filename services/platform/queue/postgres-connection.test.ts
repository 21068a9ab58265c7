import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { pauseOnLostConnection } from './postgres-connection.ts';

/** A pool whose calls fail at once. */
function failingPool(error: Error): pg.Pool {
  const fail = async () => {
    throw error;
  };
  const pool = { query: fail, connect: fail } as unknown as pg.Pool;
  pauseOnLostConnection(pool);
  return pool;
}

async function timeOf(call: Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await expect(call).rejects.toThrow('no');
  return performance.now() - startMs;
}

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

describe('pauseOnLostConnection', () => {
  it.each([
    ['a lost connection', new Error('no')],
    ['a server that is starting', databaseError('57P03')],
    ['a server without free connections', databaseError('53300')],
  ])('delays the error of %s', async (_what, error) => {
    const pool = failingPool(error);
    expect(await timeOf(pool.query('SELECT 1'))).toBeGreaterThan(200);
    expect(await timeOf(pool.connect())).toBeGreaterThan(200);
  });

  it.each(['BM001', '23505'])('passes the database error %s on at once', async (code) => {
    const call = failingPool(databaseError(code)).query('SELECT 1');
    const rejected = call.then(
      () => 'resolved',
      (error: Error) => error.message,
    );
    // Rejected before the event loop turns, so that no timer can be involved.
    expect(await Promise.race([rejected, nextTurn('pending')])).toBe('no');
  });
});
