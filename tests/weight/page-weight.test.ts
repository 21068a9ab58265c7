import { expect, it } from 'vitest';
import { describeExcess, emptyWeight } from './page-weight.ts';

it('describes scripts over their limit, a total over its limit, and a page that was not loaded', () => {
  const limit = { scriptBytes: 100, totalBytes: 200 };
  const heavy = { ...emptyWeight(), html: 90, js: 101, fonts: 10 };
  expect(describeExcess('/', heavy, limit)).toEqual([
    '/ has 101 bytes of scripts, over 100',
    '/ weighs 201 bytes, over 200',
  ]);
  expect(describeExcess('/', { ...heavy, js: 100 }, limit)).toEqual([]);
  expect(describeExcess('/', emptyWeight(), limit)).toEqual(['/ could not be loaded']);
});
