import { describe, expect, it, vi } from 'vitest';
import { loadOnce } from './load-once.ts';

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
