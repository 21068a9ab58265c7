import type { Config } from '../config.ts';

/** Returns why the payment key does not fit to the installation; undefined when it does. Currencies: see `currencyProblem`. */
export function findPaymentKeyProblem({
  isSandbox,
  payment: { secretKey, baseUrl },
}: Pick<Config, 'isSandbox' | 'payment'>): string | undefined {
  if (secretKey.startsWith('pk_'))
    return 'PAYMENT_SECRET_KEY is a public key (pk_…); the secret key of the same dashboard begins with sk_.';
  if (!secretKey.startsWith('sk_live_')) return undefined;
  if (isSandbox)
    return 'PAYMENT_SECRET_KEY is a live key, which moves real money, and this installation is a sandbox. Set SANDBOX=false, or use a test key (sk_test_…).';
  if (new URL(baseUrl).protocol !== 'https:')
    return 'PAYMENT_SECRET_KEY is a live key, so PAYMENT_BASE_URL must begin with https.';
  return undefined;
}

/** Returns a warning where a test key would let people have courses for which no real money was paid. */
export function describeTestKey({
  isSandbox,
  payment: { secretKey },
}: Pick<Config, 'isSandbox' | 'payment'>): string | undefined {
  if (isSandbox || !secretKey.startsWith('sk_test_')) return undefined;
  return 'PAYMENT_SECRET_KEY is a test key: payments move no real money, although this installation is no sandbox';
}
