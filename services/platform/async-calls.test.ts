import { describe, expect, it, vi } from 'vitest';
import { batchCalls, loadOnce } from './async-calls.ts';

describe('loadOnce', () => {
  it('loads once, for calls at the same time and later ones', async () => {
    const load = vi.fn(async () => ({}));
    const get = loadOnce(load);
    const [first, second] = await Promise.all([get(), get()]);
    expect(second).toBe(first);
    expect(await get()).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('rejects all calls of a load that fails, and loads again for the next one', async () => {
    const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('EMFILE'));
    const get = loadOnce(load);
    expect(await Promise.allSettled([get(), get()])).toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(await get()).toBe('loaded');
    expect(load).toHaveBeenCalledTimes(2);
  });
});

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
