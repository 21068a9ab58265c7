import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { ConfigError, readConfig } from './config.ts';

const random = () => randomBytes(32).toString('base64');
const real = {
  SANDBOX: 'false',
  DATABASE_URL: `postgres://app:${randomBytes(9).toString('hex')}@127.0.0.1/x`,
  SMTP_URL: 'smtp://127.0.0.1',
  PAYMENT_BASE_URL: 'https://provider.example',
  PAYMENT_SECRET_KEY: 'sk_live_0123456789',
  TOKEN_SECRET: random(),
  TOKEN_KEYS: `1:${random()}`,
  CREDENTIAL_KEYS: `1:${random()},2:${random()}`,
  BRAND_CONTACT_EMAIL: 'us@hope.org',
};

function check(settings: Record<string, string>): { refused: string[]; warned: string[] } {
  const warned: string[] = [];
  try {
    checkSettings(readConfig({ ...real, ...settings }), { warn: (line: string) => void warned.push(line) });
    return { refused: [], warned };
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return { refused: (error as Error).message.split('\n'), warned };
  }
}

it.each([
  [
    { FILES_STORE: 's3' },
    'FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY, FILES_S3_SECRET_KEY are not set',
  ],
  [
    {
      FILES_S3_ENDPOINT: 'https://store.example',
      FILES_S3_ACCESS_KEY: 'AKIA',
      FILES_S3_SECRET_KEY: 'secret-of-files',
    },
    'FILES_S3_BUCKET is not set',
  ],
])('refuses an object store without all of its settings', (settings: Record<string, string>, line) => {
  const { refused } = check(settings);
  expect(refused).toEqual([expect.stringContaining(`Configuration: ${line}`)]);
  expect(refused[0]).not.toContain('secret-of-files');
});

const sample = Buffer.alloc(32, 7).toString('base64');
const text = Buffer.from('the secret of our installation 1').toString('base64');
const shared = random();

it('accepts generated secrets and a live key', () => {
  expect(check({})).toEqual({ refused: [], warned: [] });
});

it('refuses example addresses where people use it, and names each setting', () => {
  expect(check({ BRAND_CONTACT_EMAIL: '' }).refused).toEqual([
    'Configuration: BRAND_CONTACT_EMAIL is hello@courselift.example, which is an example and no address of yours: this installation is no sandbox.',
    expect.stringMatching(/^Configuration: BRAND_SUPPORT_EMAIL is support@courselift\.example, which/),
  ]);
  const others = {
    BRAND_ABOUT_URL: 'https://hope.example/about',
    BRAND_X_URL: 'https://x.com/example',
    MAIL_FROM: 'Hope <no-reply@hope.Example>',
    OPERATORS_EMAIL: 'staff@mail.hope.example',
  };
  expect(check(others).refused.map((line) => line.split(' ')[1])).toEqual([
    'BRAND_ABOUT_URL',
    'MAIL_FROM',
    'OPERATORS_EMAIL',
  ]);
  const sandbox = { SANDBOX: 'true', BRAND_CONTACT_EMAIL: '', PAYMENT_SECRET_KEY: 'sk_test_0123456789' };
  expect(check({ ...others, ...sandbox }).refused).toEqual([]);
});

it('accepts every generated key', () => {
  for (let round = 0; round < 500; round += 1) expect(check({ TOKEN_SECRET: random() }).refused).toEqual([]);
});

// ASVS 13.3.1
it.each([
  ['a repeated byte', { TOKEN_SECRET: sample }, /^Configuration: TOKEN_SECRET is no random key/],
  ['a text', { TOKEN_KEYS: `1:${random()},2:${text}` }, /^Configuration: TOKEN_KEYS 2 is no random key/],
  ['a sample', { CREDENTIAL_KEYS: `3:${sample}` }, /^Configuration: CREDENTIAL_KEYS 3 is no random key/],
  [
    'one key for two uses',
    { TOKEN_SECRET: shared, CREDENTIAL_KEYS: `1:${shared}` },
    /contains a key that also signs tokens/,
  ],
  ['a sample password', { DATABASE_URL: 'postgres://app:postgres@127.0.0.1/x' }, /DATABASE_URL has a sample/],
  ['the user as password', { DATABASE_URL: 'postgres://app:app@127.0.0.1/x' }, /DATABASE_URL has a sample/],
  ['a public payment key', { PAYMENT_SECRET_KEY: 'pk_live_0123456789' }, /is a public key/],
  ['a live key without TLS', { PAYMENT_BASE_URL: 'http://provider.example' }, /must begin with https/],
])('refuses %s in one line without the secret', (_, settings: Record<string, string>, line) => {
  const { refused } = check(settings);
  expect(refused).toEqual([expect.stringMatching(line)]);
  for (const value of [sample, text, shared, 'pk_live_0123456789']) expect(refused[0]).not.toContain(value);
});

it('lists all problems, one line each', () => {
  expect(check({ TOKEN_SECRET: sample, CREDENTIAL_KEYS: `1:${text}` }).refused).toHaveLength(2);
});

it('refuses a live key in a sandbox, and accepts sample secrets there', () => {
  const sandbox = { SANDBOX: 'true', TOKEN_SECRET: sample };
  expect(check(sandbox).refused).toEqual([expect.stringContaining('this installation is a sandbox')]);
  expect(check({ ...sandbox, PAYMENT_SECRET_KEY: 'sk_test_0123456789' })).toEqual({
    refused: [],
    warned: [],
  });
});

it('warns of a test key outside of a sandbox', () => {
  const { refused, warned } = check({ PAYMENT_SECRET_KEY: 'sk_test_0123456789' });
  expect([refused, warned]).toEqual([[], [expect.stringContaining('is a test key')]]);
});
