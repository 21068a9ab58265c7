import { expect, it } from 'vitest';
import { type BookEntry, compareBooks } from './compare-books.ts';

const entry = (more: Partial<BookEntry> = {}): BookEntry => ({
  reference: 'pay-1',
  currency: 'NGN',
  capturedMinor: 2_001_800,
  feesMinor: 30_027,
  returnedMinor: 0,
  ...more,
});
const kindsOf = (ours: BookEntry[], theirs: BookEntry[]) =>
  compareBooks(ours, theirs).map(({ kind }) => kind);

it('finds nothing in equal books', () => {
  expect(compareBooks([entry()], [entry()])).toEqual([]);
});

it.each([
  ['captured', { capturedMinor: 2_001_799 }],
  ['fees', { feesMinor: 1 }],
  ['returned', { returnedMinor: 100 }],
  ['currency', { currency: 'USD' }],
] as const)('finds a different %s', (kind, more) => {
  expect(kindsOf([entry()], [entry(more)])).toEqual([kind]);
});

it('finds a transaction that only one of the books has', () => {
  expect(kindsOf([], [entry()])).toEqual(['missing_here']);
  expect(kindsOf([entry()], [])).toEqual(['missing_there']);
  expect(compareBooks([], [entry()])[0]?.summary).toBe(
    'pay-1: the provider has captured ₦20,018 (NGN), and the ledger does not know it.',
  );
});

it.each([
  [null, 30_027],
  [30_027, null],
])('waits for a fee that one side does not say yet', (ours, theirs) => {
  expect(compareBooks([entry({ feesMinor: ours })], [entry({ feesMinor: theirs })])).toEqual([]);
});
