import { expect, it } from 'vitest';
import type { HttpError } from '#services/platform/errors.ts';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose calls end when `finish` is called; `started` names them in their order. */
function testQueue(limits = { maxRunning: 1, maxWaiting: 4, maxWaitingPerSource: 3 }) {
  const run = createFairQueue({ ...limits, overloaded: 'Please try again.' });
  const started: string[] = [];
  const rejected: string[] = [];
  const running: (() => void)[] = [];
  const call = (source: string, name: string) => {
    const work = () =>
      new Promise<void>((resolve) => {
        started.push(name);
        running.push(resolve);
      });
    run(work, source).catch((error: HttpError) => {
      expect(error).toMatchObject({ status: 503, retryAfterS: 2 });
      rejected.push(name);
    });
  };
  const settle = () => new Promise(setImmediate);
  const finishAll = async () => {
    for (await settle(); running.length > 0; await settle()) running.shift()?.();
  };
  return { call, started, rejected, finishAll, settle };
}

it('lets sources take turns', async () => {
  const { call, started, finishAll } = testQueue();
  for (const name of ['a1', 'a2', 'a3', 'b1']) call(name.slice(0, 1), name);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

// ASVS 15.2.2
it('bounds what one source may queue', async () => {
  const { call, rejected, settle } = testQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) call('a', name);
  await settle();
  expect(rejected).toEqual(['a5']);
});

it('rejects the newest call of the source with the most when it is full', async () => {
  const { call, started, rejected, finishAll, settle } = testQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) call(name.slice(0, 1), name);
  await settle();
  expect(rejected).toEqual(['a4']);
  await finishAll();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

it('rejects the newcomer when no source has more', async () => {
  const { call, rejected, settle } = testQueue();
  for (const name of ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']) call(name.slice(0, 1), name);
  await settle();
  expect(rejected).toEqual(['f1']);
});

it('runs up to the limit at once, and continues after a failure', async () => {
  const run = createFairQueue({
    overloaded: 'Please try again.',
    maxRunning: 2,
    maxWaiting: 10,
    maxWaitingPerSource: 10,
  });
  let running = 0;
  const work = async () => {
    running += 1;
    expect(running).toBeLessThanOrEqual(2);
    await new Promise(setImmediate);
    running -= 1;
    throw new Error('no');
  };
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => run(work, 'a')));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await run(async () => 'done', 'a')).toBe('done');
});
