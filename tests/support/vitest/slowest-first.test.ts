import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { slowest } from './slowest-first.ts';

it.each(slowest)('%s, which starts first, is there', (file) => {
  expect(existsSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)))).toBe(true);
});
