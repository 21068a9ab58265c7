import { expect, it } from 'vitest';
import { ConfigError, readConfig, readStartSettings } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const complete = {
  DATABASE_URL: 'postgres://x/y',
  SMTP_URL: 'smtp://x',
  PAYMENT_BASE_URL: 'https://provider.example',
  TOKEN_SECRET: key,
  CREDENTIAL_KEYS: `1:${key}`,
};
const currencies = (PAYMENT_SECRET_KEY: string, PAYMENT_CURRENCIES?: string) =>
  readConfig({ ...complete, PAYMENT_SECRET_KEY, PAYMENT_CURRENCIES }).payment.currencies;

it('charges NGN and USD with a live key, and GBP as well with a test key', () => {
  expect(currencies('sk_live_0123456789')).toEqual(['NGN', 'USD']);
  expect(currencies('sk_test_0123456789')).toEqual(['NGN', 'USD', 'GBP']);
  expect(currencies('sk_live_0123456789', 'USD')).toEqual(['USD']);
  expect(currencies('sk_test_0123456789', 'GBP')).toEqual(['GBP']);
});

it.each([
  ['a process', () => currencies('sk_live_0123456789', 'NGN,GBP')],
  [
    'npm start',
    () => readStartSettings({ PAYMENT_SECRET_KEY: 'sk_live_0123456789', PAYMENT_CURRENCIES: 'GBP' }),
  ],
])('rejects the settings of %s with a live key and GBP, in one line', (_, read) => {
  const line =
    'Configuration: PAYMENT_CURRENCIES holds GBP, which the payment provider does not settle with a live PAYMENT_SECRET_KEY; set it to NGN,USD.';
  expect(read).toThrow(new ConfigError(line));
});
