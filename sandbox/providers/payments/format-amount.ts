import { currencies, formatMinor } from '#contracts/money.ts';

/** Minor units as people write them; a currency that the product does not know is written with its code. */
export function formatAmount(amountMinor: number, currency: string): string {
  const isKnown = (currencies as readonly string[]).includes(currency);
  return isKnown
    ? formatMinor(amountMinor, currency)
    : `${currency} ${formatMinor(amountMinor, currency).slice(1)}`;
}
