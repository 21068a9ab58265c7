import type { DataSource } from 'typeorm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UnavailableError } from '#services/platform/errors.ts';
import { createLogger } from '#services/platform/log.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';
import { patient } from '#tests/support/soon.ts';
import type { Handler, WorkerDeps } from './handler.ts';
import { createJobRunner } from './run-job.ts';

const job = defineJob({
  name: 'test.job',
  queue: 'mail',
  payload: z.object({}),
  attempts: 3,
  backoff: { firstMs: 1, maxMs: 8 },
});
const delivery = {
  id: 'id-1',
  name: 'test.job',
  attempt: 1,
  delivered: 1,
  isScheduled: false,
  data: undefined,
  holdsLock: async () => true,
};

/** A runner with a database that returns `read` for the row and `noted` for recording a failure. */
function runner(handler: Handler<unknown>, { read, noted }: { read?: unknown[]; noted?: () => unknown[] }) {
  const query = vi.fn(async ({ text }: { text: string }) => {
    const rows = text.includes('SELECT id, payload') ? (read ?? []) : (noted?.() ?? []);
    return { rows, rowCount: rows.length };
  });
  const db = {
    query,
    transaction: (work: (manager: unknown) => unknown) => work(db),
  } as unknown as DataSource;
  const deps = { db, log: createLogger({ logLevel: 'silent' }, 'test') } as unknown as WorkerDeps;
  return createJobRunner({ deps, jobs: [job], handlers: { 'test.job': handler } });
}
const open = [{ id: 'id-1', payload: {}, isOpen: true }];
// An open incident reports the error already.
const reported = () => [{ sameErrors: 4 }];
const fail = async () => {
  throw new Error('no');
};

describe('createJobRunner', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['that is closed', [{ id: 'id-1', payload: {}, isOpen: false }]],
    ['that is gone', []],
  ])('does nothing for a row %s', async (_what, read) => {
    const handler = vi.fn(async () => {});
    expect(await runner(handler, { read })(delivery)).toEqual({ kind: 'done' });
    expect(handler).not.toHaveBeenCalled();
  });

  it('does not run a job that it still runs when the queue delivers it again', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const handler = vi.fn(() => isOver);
    const run = runner(handler, { read: open });
    const both = [run(delivery), run(delivery)];
    await vi.waitFor(() => expect(handler).toHaveBeenCalled(), patient);
    end();
    expect(await Promise.all(both)).toEqual([{ kind: 'done' }, { kind: 'postponed', delayMs: 1_000 }]);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(await run(delivery)).toEqual({ kind: 'done' });
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it('fails an unknown job', async () => {
    const outcome = await runner(fail, { read: open })({ ...delivery, name: 'test.other' });
    expect(outcome.kind).toBe('failed');
  });

  it('retries a failure until the last attempt', async () => {
    const run = runner(fail, { read: open, noted: reported });
    expect(await run(delivery)).toEqual({ kind: 'retry', reason: 'Error: no' });
    expect(await run({ ...delivery, attempt: 3 })).toEqual({ kind: 'failed', reason: 'Error: no' });
  });

  it('treats a handler that fails after its row was closed as done', async () => {
    expect(await runner(fail, { read: open, noted: () => [] })(delivery)).toEqual({ kind: 'done' });
  });

  it('does not count an attempt whose failure cannot be recorded', async () => {
    const noted = () => {
      throw new Error('The database is unavailable');
    };
    const run = runner(fail, { read: open, noted });
    expect(await run({ ...delivery, attempt: 3 })).toEqual({ kind: 'postponed', delayMs: 1_000 });
  });

  it('postpones a job without an attempt while a server does not respond, later and later', async () => {
    const outage = async () => {
      throw new UnavailableError('No response', { hasResponded: false });
    };
    const run = runner(outage, { read: open, noted: () => [{ sameErrors: 1 }] });
    for (const [delivered, leastMs, mostMs] of [
      [1, 1, 1],
      [3, 2, 4],
      [20, 4, 8],
    ] as const) {
      const result = await run({ ...delivery, attempt: 3, delivered });
      expect(result).toEqual({
        kind: 'postponed',
        delayMs: expect.toSatisfy((ms) => ms >= leastMs && ms <= mostMs),
      });
    }
  });

  it('counts an attempt that a server rejected with an error of its own', async () => {
    const busy = async () => {
      throw new UnavailableError('503', { hasResponded: true });
    };
    const run = runner(busy, { read: open, noted: reported });
    expect(await run({ ...delivery, attempt: 3 })).toMatchObject({ kind: 'failed' });
  });

  it('times out a handler that hangs', async () => {
    vi.useFakeTimers();
    const outcome = runner(() => new Promise(() => {}), { read: open, noted: () => [{ sameErrors: 1 }] })(
      delivery,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({ kind: 'retry', reason: expect.stringContaining('TimedOut') });
  });

  it('keeps the job of an accepted mail until its row is closed, for longer than a handler may take', async () => {
    vi.useFakeTimers();
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    const handler: Handler<unknown> = async (_payload, { markSent }) => {
      markSent();
      await isClosed;
    };
    const run = runner(handler, { read: open, noted: () => [{ sameErrors: 1 }] });
    const outcome = run(delivery);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(await run(delivery)).toMatchObject({ kind: 'postponed' });
    close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome).toEqual({ kind: 'done' });
  });
});
