import { expect, it } from 'vitest';
import { loadServerParts, registerPart } from './server-parts.ts';

const Part = () => null;

it('loads what a loaded component brings, and what failed again for the next page', async () => {
  let attempts = 0;
  const outer = registerPart(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('too many open files');
    inner ??= registerPart(async () => Part);
    return Part;
  });
  let inner: ReturnType<typeof registerPart> | undefined;
  await expect(loadServerParts()).rejects.toThrow('too many open files');
  await loadServerParts();
  expect([outer.Loaded, inner?.Loaded]).toEqual([Part, Part]);
});
