import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig, readStartSettings } from '#services/platform/config.ts';
import { addKey, loadSecrets } from './load-secrets.ts';
import { productEnvironment } from './product-environment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courselift-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

// ASVS 13.3.2
it('creates them once, readable by the owner only', async () => {
  const secrets = await loadSecrets(folder);
  expect(await loadSecrets(folder)).toEqual(secrets);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
});

it('generates values that the configuration accepts, different each time', async () => {
  const secrets = await loadSecrets(folder);
  const addresses = { DATABASE_URL: 'postgres://x/y', SMTP_URL: 'smtp://x', PAYMENT_BASE_URL: 'http://x' };
  expect(readConfig({ ...addresses, ...secrets }).token.secret).toHaveLength(32);
  await rm(join(folder, 'secrets.json'));
  expect((await loadSecrets(folder)).TOKEN_SECRET).not.toBe(secrets.TOKEN_SECRET);
});

it('gets a new key that signs, and keeps every other value', async () => {
  const secrets = await loadSecrets(folder);
  const add = () => addKey(folder, 'TOKEN_KEYS');
  expect([await add(), await add(), await addKey(folder, 'CREDENTIAL_KEYS')]).toEqual([1, 2, 2]);
  const changed = await loadSecrets(folder);
  expect(changed).toEqual({
    ...secrets,
    TOKEN_KEYS: expect.stringMatching(/^1:[^,]{44},2:[^,]{44}$/),
    CREDENTIAL_KEYS: expect.stringMatching(/^1:[^,]{44},2:[^,]{44}$/),
  });
  expect(changed.CREDENTIAL_KEYS.startsWith(secrets.CREDENTIAL_KEYS)).toBe(true);
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  const { env } = productEnvironment(readStartSettings({}), changed, 'postgres://x/y');
  expect(readConfig(env).token).toMatchObject({
    secret: Buffer.from(secrets.TOKEN_SECRET, 'base64'),
    signingKey: '2',
  });
});

it('never replaces a damaged file, which would make encrypted data unreadable', async () => {
  for (const text of ['{', '{"TOKEN_SECRET":"only"}']) {
    await writeFile(join(folder, 'secrets.json'), text);
    await expect(loadSecrets(folder)).rejects.toThrow(/secrets\.json is damaged\. Restore it/);
  }
});
