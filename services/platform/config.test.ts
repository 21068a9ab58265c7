import { expect, it } from 'vitest';
import { describeMisspelledSettings, readStartSettings } from './config.ts';

it.each([
  ['PORT', 'abc', 'PORT must be a number, not "abc"'],
  ['PAYMENT_TIMEOUT_MS', '8s', 'PAYMENT_TIMEOUT_MS must be a number, not "8s"'],
  ['PAYMENT_POLL_SECONDS', '120,soon', 'PAYMENT_POLL_SECONDS must be a number, not "120,soon"'],
])('rejects %s with its value when it is not a number', (name, value, line) => {
  expect(() => readStartSettings({ [name]: value })).toThrow(`Configuration: ${line}.`);
});

it.each([
  [undefined, { NGN: 10_000_000, USD: 6_500, GBP: 5_000 }],
  ['', { NGN: 10_000_000, USD: 6_500, GBP: 5_000 }],
  ['NGN:50000, KES:100.5', { NGN: 5_000_000, KES: 10_050 }],
  ['NGN:0', { NGN: 0 }],
])('reads the limits of approvals %s', (given, limits) => {
  expect(readStartSettings({ OPERATORS_APPROVAL_LIMITS: given }).OPERATORS_APPROVAL_LIMITS).toEqual(limits);
});

it.each(['100000', 'NGN', 'ngn:5', 'NGN:-1', 'NGN:1.234', 'NGN:1;USD:2'])(
  'rejects %s as limits of approvals',
  (given) => {
    expect(() => readStartSettings({ OPERATORS_APPROVAL_LIMITS: given })).toThrow(
      'OPERATORS_APPROVAL_LIMITS must be currencies with amounts, such as NGN:100000,USD:65',
    );
  },
);

// ASVS 11.2.3
it.each([
  ['TOKEN_SECRET', 'c2hvcnQ=', 'must be 32 bytes in base64'],
  ['TOKEN_SECRET', 'no base64', 'base64'],
  ['CREDENTIAL_KEYS', '1:c2hvcnQ=', 'must be 32 bytes in base64'],
])('rejects a %s of %s, because keys have 256 bits', (name, value, reason) => {
  expect(() => readStartSettings({ [name]: value })).toThrow(reason);
});

it.each(['CREDENTIAL_ENCRYPTION_KEY', 'TOKEN_SIGNING_KEY'])(
  'does not print a key that was entered as %s, or without its number',
  (name) => {
    const text = Buffer.alloc(32, 5).toString('base64');
    expect(() => readStartSettings({ [name]: text })).toThrow(`Configuration: ${name} must be a number.`);
    expect(() => readStartSettings({ CREDENTIAL_KEYS: `${text},${text}` })).toThrow(
      'Configuration: CREDENTIAL_KEYS must look like 1:base64key,2:base64key.',
    );
  },
);

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['TOKEN_SERCET', 'TOKEN_SECRET'],
  ['CREDENTIALS_KEY', 'CREDENTIAL_KEYS'],
  ['PORTS', 'PORT'],
])('reports the misspelled setting %s', (name, meant) => {
  expect(describeMisspelledSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
});

it.each(['PATH', 'HOST', 'HOME', 'PGHOST', 'LANG', 'NODE_OPTIONS', 'POSTGRES_PASSWORD', 'npm_config_port'])(
  'accepts %s',
  (name) => {
    expect(describeMisspelledSettings({ [name]: 'x' })).toEqual([]);
  },
);

it('does not suggest a setting that is present', () => {
  const env = { DATABASE_URI: 'kept for another program', DATABASE_URL: 'postgres://127.0.0.1/courselift' };
  expect(describeMisspelledSettings(env)).toEqual([]);
});
