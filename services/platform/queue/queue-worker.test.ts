import type { WorkerOptions } from 'bullmq';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../log.ts';
import { defineJob } from './define-job.ts';
import type { QueueConnection, QueuedJob, RunQueuedJob, Worker } from './queue-connection.ts';
import { type Delivery, type DeliveryResult, startQueueWorker } from './queue-worker.ts';

const job = defineJob({
  name: 'test.job',
  queue: 'mail',
  payload: z.object({}),
  attempts: 3,
  backoff: { firstMs: 1_000, maxMs: 4_000 },
});

async function start(outcome: DeliveryResult) {
  const listeners = new Map<string, (...args: never[]) => void>();
  const extendJobLocks = vi.fn(async (): Promise<string[]> => []);
  let work: RunQueuedJob | undefined;
  let options: Omit<WorkerOptions, 'connection'> | undefined;
  const connection = {
    maxStalledCount: 7,
    async createWorker(_name, run, given) {
      [work, options] = [run, given];
      return {
        on: (event: string, listener: never) => listeners.set(event, listener),
        extendJobLocks,
        run: async () => {},
      } as unknown as Worker;
    },
  } as Partial<QueueConnection> as QueueConnection;
  const run = vi.fn(async (_delivery: Delivery) => outcome);
  const onAbandoned = vi.fn(async () => {});
  const log = createLogger({ logLevel: 'silent' }, 'test');
  await startQueueWorker({ connection, queue: 'mail', jobs: [job], concurrency: 3, run, onAbandoned, log });
  const moveToDelayed = vi.fn(async () => {});
  const queued: QueuedJob = {
    id: 'id-1',
    name: 'test.job',
    data: {},
    attemptsMade: 1,
    attemptsStarted: 3,
    moveToDelayed,
  };
  return {
    deliver: () => work?.(queued, 'token'),
    failed: listeners.get('failed') as unknown as (job: QueuedJob) => void,
    queued,
    run,
    onAbandoned,
    moveToDelayed,
    extendJobLocks,
    options,
  };
}

describe('startQueueWorker', () => {
  it('passes the id, the name and the number of the attempt', async () => {
    const { deliver, run } = await start({ kind: 'done' });
    await expect(deliver()).resolves.toBeUndefined();
    expect(run).toHaveBeenCalledWith({
      id: 'id-1',
      name: 'test.job',
      attempt: 2,
      delivered: 3,
      isScheduled: false,
      data: {},
      holdsLock: expect.any(Function),
    });
  });

  it.each([
    ['retry', 'Error'],
    ['failed', 'UnrecoverableError'],
  ] as const)('makes the queue %s', async (kind, name) => {
    const { deliver } = await start({ kind, reason: 'because' });
    await expect(deliver()).rejects.toMatchObject({ name, message: 'because' });
  });

  it('postpones without counting an attempt', async () => {
    const { deliver, moveToDelayed } = await start({ kind: 'postponed', delayMs: 5_000 });
    const startMs = Date.now();
    await expect(deliver()).rejects.toMatchObject({ name: 'DelayedError' });
    const [[atMs, token]] = moveToDelayed.mock.calls as unknown as [[number, string]];
    expect(atMs - startMs).toBeGreaterThanOrEqual(5_000);
    expect(token).toBe('token');
  });

  it('leaves a job alone that another worker has', async () => {
    const { deliver, moveToDelayed } = await start({ kind: 'taken' });
    await expect(deliver()).rejects.toMatchObject({ name: 'DelayedError' });
    expect(moveToDelayed).not.toHaveBeenCalled();
  });

  it('asks for the lock again when the response took half as long as the lock lasts', async () => {
    const { deliver, run, extendJobLocks } = await start({ kind: 'done' });
    await deliver();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    extendJobLocks.mockImplementationOnce(async () => {
      vi.advanceTimersByTime(2_500);
      return [];
    });
    extendJobLocks.mockResolvedValueOnce(['id-1']);
    await expect(run.mock.calls[0]?.[0].holdsLock()).resolves.toBe(false);
    expect(extendJobLocks.mock.calls).toEqual([
      [['id-1'], ['token'], 5_000],
      [['id-1'], ['token'], 5_000],
    ]);
  });

  it('throws an error that uses up no attempt when the queue is unavailable', async () => {
    const { deliver, run, extendJobLocks } = await start({ kind: 'done' });
    await deliver();
    extendJobLocks.mockRejectedValueOnce(new Error('Connection is closed.'));
    await expect(run.mock.calls[0]?.[0].holdsLock()).rejects.toMatchObject({
      name: 'UnavailableError',
      hasResponded: false,
    });
  });

  it('restarts the job of a killed worker within seconds, and uses the backoff of the definition', async () => {
    const { options } = await start({ kind: 'done' });
    expect(options).toMatchObject({
      concurrency: 3,
      lockDuration: 5_000,
      stalledInterval: 2_500,
      maxStalledCount: 7,
    });
    const wait = options?.settings?.backoffStrategy?.(9, 'courselift', undefined, {
      name: 'test.job',
    } as never);
    expect(wait).toBeGreaterThanOrEqual(2_000);
    expect(wait).toBeLessThanOrEqual(4_000);
  });

  it('reports only a job that stalled too often', async () => {
    const { failed, queued, onAbandoned } = await start({ kind: 'done' });
    failed(queued);
    expect(onAbandoned).not.toHaveBeenCalled();
    failed({ ...queued, deferredFailure: 'stalled' });
    expect(onAbandoned).toHaveBeenCalledExactlyOnceWith('id-1', 'stalled');
  });
});
