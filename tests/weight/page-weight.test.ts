import { expect, it } from 'vitest';
import { describeExcess, emptyWeight } from './page-weight.ts';

it('describes scripts, a total, requests and a later visit over their limits, and a page that was not loaded', () => {
  const limit = { scriptBytes: 100, totalBytes: 200, requests: 3, returnBytes: 20 };
  const heavy = { ...emptyWeight(), html: 90, js: 101, fonts: 10 };
  expect(describeExcess('/', { weight: heavy, requests: 4 }, limit)).toEqual([
    '/ has 101 bytes of scripts, over 100',
    '/ weighs 201 bytes, over 200',
    '/ makes 4 requests, over 3',
  ]);
  const fitting = { weight: { ...heavy, js: 100 }, requests: 3 };
  expect(describeExcess('/', fitting, limit)).toEqual([]);
  expect(describeExcess('/', { ...fitting, returnBytes: 21 }, limit)).toEqual([
    '/ transfers 21 bytes at a later visit, over 20',
  ]);
  expect(describeExcess('/', { weight: emptyWeight(), requests: 0 }, limit)).toEqual([
    '/ could not be loaded',
  ]);
});
