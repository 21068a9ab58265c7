import type { CatalogueCourse, Facet } from '#contracts/catalogue/catalogue.ts';
import { currencySymbol, formatMinor, toMinor } from '#contracts/money.ts';
import { platformMarkId } from '../../../ui/drawings/sprite/platform-mark-id.ts';
import { spriteRef } from '../../../ui/drawings/sprite/sprite.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import styles from './course-facts.module.css';

/** Returns a course's price as text; an amount only when the source states one. */
export function priceText({ status, access, price, priceUnit }: CatalogueCourse): string {
  if (status === 'Free') return access ? copy.access[access] : copy.free;
  if (price === null || priceUnit === null) return copy.paid;
  const amount = formatMinor(toMinor(price), priceUnit);
  // All other currencies share one symbol, so the currency code follows the amount.
  return currencySymbol(priceUnit) === '#' ? `${amount} ${priceUnit}` : amount;
}

/** Returns a level as text. */
export function levelText(level: CatalogueCourse['level']): string {
  return level === 'All' ? copy.allLevels : level;
}

/**
 * Returns how many of five stars are filled: the rating rounded down (specification section 9).
 * @internal Tested on its own.
 */
export function filledStars(rating: number): number {
  return Math.max(0, Math.min(5, Math.floor(rating)));
}

/** Returns the name of a language; the catalogue stores names or codes. */
export function languageText(language: string): string {
  if (!/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language)) return language;
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

/** Formats a date such as 2026-11-20 with the month in words. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
}

/** Formats a number of courses: "1,000+" when the count is capped, empty when it is unknown. */
export function countText({ count, isCapped }: Pick<Facet, 'count' | 'isCapped'>): string {
  return count === null ? '' : `${count.toLocaleString('en-GB')}${isCapped ? '+' : ''}`;
}

/** A platform's name after its logo, or after its first letter when it has no logo. */
export function PlatformName({ platform }: { platform: string }) {
  const id = platformMarkId(platform);
  return (
    <span className={styles.platform}>
      {id ? (
        <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
          <use href={spriteRef(id)} />
        </svg>
      ) : (
        <span className={styles.letter} aria-hidden="true">
          {[...platform][0]}
        </span>
      )}
      <span translate="no">{platform}</span>
    </span>
  );
}

/** A rating as five stars, filled by its rounded-down value, and as a number; a text when there is no rating. */
export function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="small soft">{copy.noRating}</span>;
  const filled = filledStars(rating);
  return (
    <span className={styles.rating}>
      <svg
        className={styles.stars}
        viewBox="0 0 128 24"
        role="img"
        aria-label={copy.rated(rating.toFixed(1))}
      >
        <use href={spriteRef(`stars-${filled}`)} />
      </svg>
      <span aria-hidden="true">{rating.toFixed(1)}</span>
    </span>
  );
}
