import { type Currency, minimumPriceMinor } from '#contracts/money.ts';

/** Highest price in hundredths of what was paid that the fund covers without asking (decisions section 10). */
const fundPercent = 105;
/** Highest price that a second operator can approve; above it the payer decides (docs/decisions/033). */
const approvalPercent = 115;

/** Who decides about the real price of a course. */
export type PriceDecision = 'fund' | 'second_operator' | 'payer';

/**
 * Returns who decides about a price: the completion fund takes the rest of a cheaper course and pays an overrun of up to
 * 5 %; a second operator approves up to 15 %, and a difference too small to be charged; beyond that the payer decides.
 * Amounts in minor units of the currency.
 */
export function decidePrice(givenMinor: number, spentMinor: number, currency: Currency): PriceDecision {
  if (spentMinor * 100 <= givenMinor * fundPercent) return 'fund';
  if (spentMinor - givenMinor < minimumPriceMinor[currency]) return 'second_operator';
  return spentMinor * 100 <= givenMinor * approvalPercent ? 'second_operator' : 'payer';
}
