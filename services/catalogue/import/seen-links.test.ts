import { expect, it } from 'vitest';
import { createSeenLinks } from './seen-links.ts';

it('returns the first line of each repeated link, and only of those, while it grows', () => {
  const seen = createSeenLinks(4);
  const link = (at: number) => `https://a.example/${at}`;
  for (let at = 1; at <= 50_000; at += 1) expect(seen.firstLine('Udemy', link(at), at)).toBeUndefined();
  for (let at = 1; at <= 50_000; at += 1) expect(seen.firstLine('Udemy', link(at), 99_999)).toBe(at);
});

it('separates the URLs of different platforms', () => {
  const seen = createSeenLinks();
  expect(seen.firstLine('a', 'bc', 1)).toBeUndefined();
  expect(seen.firstLine('ab', 'c', 2)).toBeUndefined();
  expect(seen.firstLine('a', 'bc', 3)).toBe(1);
});
