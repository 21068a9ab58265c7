import type { CatalogueCourse, Facet } from '#contracts/catalogue.ts';
import { currencySymbol, formatMinor, toMinor } from '#contracts/money.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';

/** What a course costs, in words: an amount only where one was seen in a source. */
export function priceText({ status, access, price, priceUnit }: CatalogueCourse): string {
  if (status === 'Free') return access ? copy.access[access] : copy.free;
  if (price === null || priceUnit === null) return copy.paid;
  const amount = formatMinor(toMinor(price), priceUnit);
  // One sign stands for all other currencies, so their name goes with it.
  return currencySymbol(priceUnit) === '#' ? `${amount} ${priceUnit}` : amount;
}

/** The level in words. */
export function levelText(level: CatalogueCourse['level']): string {
  return level === 'All' ? copy.allLevels : level;
}

/** How many of five stars are filled: the rating rounded down (specification section 9). */
export function filledStars(rating: number): number {
  return Math.max(0, Math.min(5, Math.floor(rating)));
}

/** A language as people name it; the catalogue holds names or codes. */
export function languageText(language: string): string {
  if (!/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language)) return language;
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

/** A day such as 2026-11-20, written out. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A number of courses, as it is shown: "1,000+" where there are more than were counted. */
export function countText({ count, isCapped }: Pick<Facet, 'count' | 'isCapped'>): string {
  return count === null ? '' : `${count.toLocaleString('en-GB')}${isCapped ? '+' : ''}`;
}
