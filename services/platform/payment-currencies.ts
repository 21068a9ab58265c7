import { type Currency, currencies } from '#contracts/money.ts';

const settledLive: Currency[] = ['NGN', 'USD'];

/** Whether a secret key of the payment provider moves real money. */
export function isLiveKey(secretKey: string | undefined): boolean {
  return secretKey?.startsWith('sk_live_') === true;
}

/** Returns the currencies that are charged when the configuration names none (decisions section 3). */
export function defaultCurrencies(secretKey: string): Currency[] {
  return isLiveKey(secretKey) ? settledLive : [...currencies];
}

/** Returns why these currencies cannot be charged with this key; undefined when they can. */
export function currencyProblem(
  secretKey: string | undefined,
  chosen: readonly Currency[] = [],
): string | undefined {
  if (!isLiveKey(secretKey) || chosen.every((currency) => settledLive.includes(currency))) return undefined;
  return `PAYMENT_CURRENCIES holds ${chosen.filter((one) => !settledLive.includes(one))}, which the payment provider does not settle with a live PAYMENT_SECRET_KEY; set it to ${settledLive}.`;
}
