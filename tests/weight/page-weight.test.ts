import { expect, it } from 'vitest';
import { describeExcess, emptyWeight } from './page-weight.ts';

it('describes scripts, a total and a later visit over their limits, and a page that was not loaded', () => {
  const limit = { scriptBytes: 100, totalBytes: 200, returnBytes: 20 };
  const heavy = { ...emptyWeight(), html: 90, js: 101, fonts: 10 };
  expect(describeExcess('/', heavy, limit)).toEqual([
    '/ has 101 bytes of scripts, over 100',
    '/ weighs 201 bytes, over 200',
  ]);
  expect(describeExcess('/', { ...heavy, js: 100 }, limit)).toEqual([]);
  expect(describeExcess('/', { ...heavy, js: 100 }, limit, 21)).toEqual([
    '/ transfers 21 bytes at a later visit, over 20',
  ]);
  expect(describeExcess('/', emptyWeight(), limit)).toEqual(['/ could not be loaded']);
});
