import { expect, it } from 'vitest';
import { abortAfter } from './abort-after.ts';

const aborted = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')));

it('aborts when the time is over', async () => {
  const { signal, isTimedOut } = abortAfter(1);
  await expect(aborted(signal)).resolves.toBe('aborted');
  expect(isTimedOut()).toBe(true);
});

it('aborts with the signal of the caller, also one that is aborted already', () => {
  const caller = new AbortController();
  const before = abortAfter(10_000, caller.signal);
  caller.abort();
  const after = abortAfter(10_000, caller.signal);
  for (const { signal, isTimedOut, release } of [before, after]) {
    expect([signal.aborted, isTimedOut()]).toEqual([true, false]);
    release();
  }
});

it('does not abort after its release', () => {
  const caller = new AbortController();
  const { signal, release } = abortAfter(10_000, caller.signal);
  release();
  caller.abort();
  expect(signal.aborted).toBe(false);
});
