/** Currencies a request can be priced in; the first is the default (specification section 9). */
export const currencies = ['NGN', 'USD', 'GBP'] as const;
/** ISO 4217 code of a currency from {@link currencies}. */
export type Currency = (typeof currencies)[number];

/** Returns whether a text is the code of one of {@link currencies}. */
export const isCurrency = (text: string): text is Currency =>
  (currencies as readonly string[]).includes(text);

const symbols = new Map([
  ['NGN', '₦'],
  ['USD', '$'],
  ['GBP', '£'],
]);

/** Smallest price that the provider charges, in minor units (provider's documentation, "Minima"). */
export const minimumPriceMinor: Record<Currency, number> = { NGN: 5_000, USD: 200, GBP: 200 };

/** Converts major units to integer minor units: 19.99 → 1999. */
export function toMinor(major: number): number {
  return Math.round(major * 100);
}

/** Converts integer minor units to major units: 1999 → 19.99. */
export function toMajor(minor: number): number {
  return minor / 100;
}

/** The charge of a sponsor for a course, in minor units, with the service fee as a separate amount. */
export interface Charge {
  priceMinor: number;
  feeMinor: number;
  totalMinor: number;
}

/** Default of SERVICE_FEE_BASIS_POINTS: 0.09 % (specification section 9). */
export const defaultServiceFeeBasisPoints = 9;

/**
 * Returns the charge for a price in minor units: the price plus the service fee, rounded to whole minor units
 * (decisions section 3).
 * @param feeBasisPoints rate of the service fee in hundredths of a percent; `GET /settings` returns it to the browser.
 */
export function chargeFor(priceMinor: number, feeBasisPoints: number): Charge {
  const feeMinor = Math.round((priceMinor * feeBasisPoints) / 10_000);
  return { priceMinor, feeMinor, totalMinor: priceMinor + feeMinor };
}

/** Returns the symbol before an amount: ₦, $, £, or # for any other currency (specification section 9). */
export function currencySymbol(currency: string): string {
  return symbols.get(currency) ?? '#';
}

// Made when it is first used: that takes far longer than to use it.
const amountFormats = new Map<number, Intl.NumberFormat>();
function amountFormat(digits: number): Intl.NumberFormat {
  const known = amountFormats.get(digits);
  if (known) return known;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = new Intl.NumberFormat('en-GB', options);
  amountFormats.set(digits, format);
  return format;
}

/** Formats an amount: `formatMinor(2_000_000, 'NGN')` → "₦20,000", `formatMinor(1999, 'USD')` → "$19.99". */
export function formatMinor(minor: number, currency: string): string {
  const amount = amountFormat(minor % 100 === 0 ? 0 : 2).format(toMajor(minor));
  return `${currencySymbol(currency)}${amount}`;
}
