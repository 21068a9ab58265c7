import { minimumPriceMinor } from '../money.ts';

/** Who gets the rest of a course that costs less than was paid for it; the first is the default (decisions section 10). */
export const restReceivers = ['fund', 'payer'] as const;
export type RestReceiver = (typeof restReceivers)[number];

/** Rules for money that the server enforces and texts state. */
export const moneyRules = {
  /** Highest price, in hundredths of what was paid, for which the completion fund pays the difference (decisions section 10). */
  fundPercent: 105,
  /** Highest price that a second operator can approve; above it the payer decides (docs/decisions/033). */
  approvalPercent: 115,
  /** Days that a payer has to answer when the price has risen (docs/decisions/039). */
  answerDays: 7,
  /** Working days until a bank shows a refund (provider's documentation, "Refunds"). */
  bankDays: 10,
} as const;

/** Returns the smallest rest that is given back, in minor units; the provider returns no smaller amounts (decisions section 10). */
export const minimumRestMinor = (currency: string): number =>
  Object.entries(minimumPriceMinor).find(([code]) => code === currency)?.[1] ?? Number.POSITIVE_INFINITY;
