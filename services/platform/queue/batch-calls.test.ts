import { describe, expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

describe('batchCalls', () => {
  it('calls once for the keys of one turn, and once for those that come while it runs', async () => {
    const calls: (readonly number[])[] = [];
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const double = batchCalls(async (keys: readonly number[]) => {
      calls.push(keys);
      started.resolve();
      await goOn.promise;
      return keys.map((key) => 2 * key);
    });
    const first = [double(1), double(2)];
    await started.promise;
    const second = [double(3), double(4)];
    goOn.resolve();
    expect(await Promise.all([...first, ...second])).toEqual([2, 4, 6, 8]);
    expect(calls).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('rejects only the keys that fail on their own', async () => {
    const check = batchCalls(async (keys: readonly number[]) => {
      if (keys.includes(2)) throw new Error('two');
      return keys;
    });
    const results = await Promise.allSettled([check(1), check(2), check(3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await check(4)).toBe(4);
  });
});
