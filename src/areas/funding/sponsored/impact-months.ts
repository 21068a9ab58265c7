import type { Impact } from '#contracts/dashboard/sponsored.ts';

/** One month of the chart (`2026-11`): courses funded in it, and how many of them are completed. */
export interface ImpactMonth {
  month: string;
  funded: number;
  completed: number;
}

const shownMonths = 12;

/** Returns the twelve months up to `now` of one currency, oldest first, including months without payments. */
export function monthlyImpact(months: Impact['months'], currency: string, now: Date): ImpactMonth[] {
  const own = new Map(months.filter((one) => one.currency === currency).map((one) => [one.month, one]));
  return Array.from({ length: shownMonths }, (_, index) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - shownMonths + 1 + index);
    const month = new Date(start).toISOString().slice(0, 7);
    const { funded = 0, completed = 0 } = own.get(month) ?? {};
    return { month, funded, completed };
  });
}

/** Returns whether there are payments before the months of the chart. */
export function hasEarlierMonths(months: Impact['months'], now: Date): boolean {
  const [first] = monthlyImpact([], '', now);
  return months.some(({ month }) => first !== undefined && month < first.month);
}
