import { expect, it } from 'vitest';
import { hasEarlierMonths, monthlyImpact } from './ImpactChart.tsx';

const paid = (month: string, currency: string, funded: number, completed = 0) => ({
  month,
  currency,
  funded,
  completed,
  paid: 1,
});
const now = new Date('2026-02-28T23:30:00Z');

it('returns twelve months across the turn of the year, of one currency', () => {
  const months = monthlyImpact(
    [paid('2025-02', 'NGN', 9), paid('2025-12', 'NGN', 3, 1), paid('2026-02', 'USD', 5)],
    'NGN',
    now,
  );
  expect(months).toHaveLength(12);
  expect([months[0]?.month, months[11]?.month]).toEqual(['2025-03', '2026-02']);
  expect(months.filter(({ funded }) => funded > 0)).toEqual([{ month: '2025-12', funded: 3, completed: 1 }]);
});

it('detects earlier months', () => {
  expect(hasEarlierMonths([paid('2025-02', 'NGN', 1)], now)).toBe(true);
  expect(hasEarlierMonths([paid('2025-03', 'NGN', 1)], now)).toBe(false);
});
