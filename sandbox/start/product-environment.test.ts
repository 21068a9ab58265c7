import { afterEach, expect, it, vi } from 'vitest';
import { readConfig, readStartSettings } from '#services/platform/config.ts';
import {
  assertAddresses,
  assertProviders,
  productEnvironment,
  requiredPorts,
} from './product-environment.ts';

const secrets = {
  TOKEN_SECRET: Buffer.alloc(32, 1).toString('base64'),
  CREDENTIAL_KEYS: `1:${Buffer.alloc(32, 2).toString('base64')}`,
  PAYMENT_SECRET_KEY: 'sk_test_generated',
  POSTGRES_PASSWORD: 'p',
};
const database = 'postgres://127.0.0.1/courselift';

afterEach(() => vi.unstubAllEnvs());

function environmentOf(given: Record<string, string>) {
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
  return productEnvironment(readStartSettings(given), secrets, database);
}

it('sets local defaults for everything that a process requires', () => {
  const product = environmentOf({ PORT: '5000' });
  const config = readConfig(product.env);
  expect(config.publicUrl).toBe('http://localhost:5000');
  expect(config.payment.baseUrl).toBe('http://127.0.0.1:5001/payments');
  expect(config.mail.smtpUrl).toBe('smtp://127.0.0.1:5002');
  expect(config.google).toMatchObject({ issuer: 'http://localhost:5001/google' });
  expect(product).toMatchObject({ sandboxPort: 5001, needsPaymentSandbox: true, needsMailbox: true });
});

it('requires a port for the metrics of each process', () => {
  const portsOf = (given: Record<string, string>) =>
    requiredPorts(readStartSettings({ PORT: '5000', ...given })).map(({ port }) => port);
  expect(portsOf({})).toEqual([5000, 5001, 5002]);
  expect(portsOf({ METRICS_PORT: '7000' })).toEqual([5000, 7000, 7001, 5001, 5002]);
});

it('keeps configured values', () => {
  const product = environmentOf({ SMTP_URL: 'smtp://mail.example', SANDBOX_PORT: '6000', TOKEN_SECRET: '' });
  expect(product.env.SMTP_URL).toBe('smtp://mail.example');
  expect(product.env.TOKEN_SECRET).toBe(secrets.TOKEN_SECRET);
  expect(product).toMatchObject({ sandboxPort: 6000, needsPaymentSandbox: true, needsMailbox: false });
});

it('requires the key of a configured provider and never generates one', () => {
  const provider = { PAYMENT_BASE_URL: 'https://provider.example' };
  expect(() => environmentOf(provider)).toThrow('PAYMENT_SECRET_KEY is not set (PAYMENT_BASE_URL needs it).');
  const given = { ...provider, PAYMENT_SECRET_KEY: 'sk_live_given', SMTP_URL: 'smtp://mail.example' };
  expect(environmentOf(given)).toMatchObject({ needsPaymentSandbox: false, needsMailbox: false });
});

it('uses the fake Google unless a client or a payment provider is configured, or in production', () => {
  const issuerOf = (given: Record<string, string>) => {
    vi.unstubAllEnvs();
    return readConfig(environmentOf(given).env).google?.issuer;
  };
  expect(issuerOf({ PORT: '5000', GOOGLE_ISSUER: 'https://accounts.google.com' })).toBe(
    'http://localhost:5001/google',
  );
  expect(issuerOf({ GOOGLE_CLIENT_ID: 'ours', GOOGLE_CLIENT_SECRET: 'secret' })).toBe(
    'https://accounts.google.com',
  );
  expect(issuerOf({ GOOGLE_CLIENT_ID: 'ours' })).toBeUndefined();
  expect(issuerOf({ NODE_ENV: 'production' })).toBeUndefined();
  const provider = { PAYMENT_BASE_URL: 'https://provider.example', PAYMENT_SECRET_KEY: 'sk_live_given' };
  expect(issuerOf(provider)).toBeUndefined();
});

// ASVS 6.3.2, 13.4.2, 15.2.3
it('does not start in production with the sandbox in place of the payment provider or the mail server', () => {
  const check = (given: Record<string, string>) => () =>
    assertProviders(readStartSettings({ NODE_ENV: 'production', ...given }));
  const payment = { PAYMENT_BASE_URL: 'https://provider.example', PAYMENT_SECRET_KEY: 'sk_live_given' };
  const mail = { SMTP_URL: 'smtp://mail.example' };
  expect(check({})).toThrow(
    /PAYMENT_BASE_URL is required.*\n.*PAYMENT_SECRET_KEY is required.*\n.*SMTP_URL is/,
  );
  expect(check(payment)).toThrow(/^Configuration: SMTP_URL is required when NODE_ENV is production\.$/);
  expect(check(mail)).toThrow('PAYMENT_BASE_URL is required');
  expect(check({ ...payment, ...mail })).not.toThrow();
  expect(check({ NODE_ENV: 'development' })).not.toThrow();
});

it('runs the processes as in production, with the conveniences of a sandbox, unless NODE_ENV says otherwise', () => {
  const { env } = environmentOf({ NODE_ENV: '' });
  expect(env.NODE_ENV).toBe('production');
  expect(readConfig(env)).toMatchObject({ isSandbox: true, hasFourEyes: false, shutdownGraceMs: 0 });
  expect(productEnvironment(readStartSettings({}), secrets, database, true).env.NODE_ENV).toBe('development');
  const given = { NODE_ENV: 'production' };
  expect(readConfig(environmentOf(given).env)).toMatchObject({ isSandbox: false, hasFourEyes: true });
});

it('does not build pages with example addresses where people use the product', () => {
  const check = (given: Record<string, string>) => () => assertAddresses(readStartSettings(given));
  expect(check({ SANDBOX: 'false' })).toThrow(
    /^Configuration: BRAND_CONTACT_EMAIL is .*\n.*BRAND_SUPPORT_EMAIL is/,
  );
  expect(check({ SANDBOX: 'false', BRAND_CONTACT_EMAIL: 'us@hope.org' })).not.toThrow();
  expect(check({})).not.toThrow();
});

it('takes SANDBOX instead of NODE_ENV where it is set', () => {
  const check = (given: Record<string, string>) => () => assertProviders(readStartSettings(given));
  expect(check({ SANDBOX: 'false' })).toThrow('PAYMENT_BASE_URL is required when SANDBOX is false.');
  expect(check({ SANDBOX: 'true', NODE_ENV: 'production' })).not.toThrow();
  expect(environmentOf({ SANDBOX: 'true', NODE_ENV: 'production' }).env.RATE_LIMIT_FACTOR).toBe('10000');
  vi.unstubAllEnvs();
  expect(environmentOf({ SANDBOX: 'false' }).env.RATE_LIMIT_FACTOR).toBeUndefined();
});

it('relaxes rate limits, but not with a real payment provider or in production', () => {
  expect(environmentOf({}).env.RATE_LIMIT_FACTOR).toBe('10000');
  expect(environmentOf({ RATE_LIMIT_FACTOR: '2' }).env.RATE_LIMIT_FACTOR).toBe('2');
  vi.unstubAllEnvs();
  expect(environmentOf({ NODE_ENV: 'production' }).env.RATE_LIMIT_FACTOR).toBeUndefined();
});

it('requires the ports that will be listened on', () => {
  const ports = (given: Record<string, string>) =>
    requiredPorts(readStartSettings(given)).map(({ port }) => port);
  expect(ports({ PORT: '5000' })).toEqual([5000, 5001, 5002]);
  expect(ports({ PORT: '5000', PAYMENT_BASE_URL: 'https://p.example', SMTP_URL: 'smtp://m' })).toEqual([
    5000,
  ]);
});
