import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { productEnvironment } from '#sandbox/start/product-environment.ts';
import { findSettingProblems } from '#services/platform/check-settings.ts';
import { readConfig, readStartSettings } from '#services/platform/config.ts';
import { fillSecrets } from '#tools/keys/generate-secrets.ts';
import { settingNames } from './support/rules/setting-names.ts';

const secrets = { TOKEN_SECRET: '', CREDENTIAL_KEYS: '', PAYMENT_SECRET_KEY: '', POSTGRES_PASSWORD: '' };
const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
const example = parseEnv(text) as Record<string, string>;
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [settings = '', composeOnly = ''] = text.split(/^# --- Only for docker-compose\.yml/m);

it('finds the settings in the configuration', () => {
  expect(settingNames()).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', 'RATE_LIMIT_FACTOR']));
  expect(settingNames().length).toBeGreaterThan(20);
});

it('names every setting once, and nothing else', () => {
  const named = [...settings.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(settingNames().toSorted());
  expect(Object.keys(parseEnv(composeOnly)).toSorted()).toEqual([
    'API_CONTAINERS',
    'MEETING_ADDRESS',
    'MEETING_ADVERTISE_IPS',
    'MEETING_XMPP_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'POSTGRES_PASSWORD',
    'RUNBOOK_URL',
    'SITE_ADDRESS',
    'WORKER_CONTAINERS',
  ]);
});

it('says something about every setting', () => {
  const silent = settings
    .split(/\n\s*\n/)
    .filter((block) => /^[A-Z0-9_]+=/m.test(block))
    .filter((block) => !/^# \S/m.test(block));
  expect(silent.map((block) => block.trim())).toEqual([]);
});

it('can be copied as it is: its values are accepted, and are the defaults', () => {
  expect(readStartSettings(example)).toEqual(readStartSettings({}));
});

it('the README names every variable that separate processes require', () => {
  const required = [...missingOf({}).matchAll(/([A-Z_]+) is not set/g)].map(([, name]) => name);
  expect(required).toContain('CREDENTIAL_KEYS');
  const section = readme.slice(readme.indexOf('As separate processes'), readme.indexOf('In containers'));
  expect(required.filter((name) => !section.includes(`| \`${name}\``))).toEqual([]);
});

it('says by how much npm start raises the limits', () => {
  const factor = productEnvironment(readStartSettings({}), secrets, 'postgres://127.0.0.1/x').env;
  expect(text).toContain(`and ${Number(factor.RATE_LIMIT_FACTOR).toLocaleString('en')} for`);
});

// ASVS 13.2.3
it('gives no secret away, and says how to make each', () => {
  for (const name of [
    'TOKEN_SECRET',
    'CREDENTIAL_KEYS',
    'PAYMENT_SECRET_KEY',
    'POSTGRES_PASSWORD',
    'POSTGRES_APP_PASSWORD',
  ]) {
    expect(example[name], name).toBe('');
  }
  expect(text.match(/Generate .*with: openssl rand/g)).toHaveLength(3);
  expect(() => readConfig(example)).toThrow(/TOKEN_SECRET is not set/);
});

it('is filled with fresh secrets by npm run ops:env', () => {
  const [first, second] = [fillSecrets(text), fillSecrets(text)].map(
    (filled) => parseEnv(filled) as Record<string, string>,
  );
  const changed = Object.keys(example).filter((name) => first?.[name] !== example[name]);
  expect(changed.toSorted()).toEqual([
    'CREDENTIAL_KEYS',
    'MEETING_XMPP_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'POSTGRES_PASSWORD',
    'TOKEN_SECRET',
  ]);
  for (const name of changed) expect(first?.[name], name).not.toBe(second?.[name]);
  const connections = {
    DATABASE_URL: `postgres://app:${first?.POSTGRES_APP_PASSWORD}@postgres/x`,
    SMTP_URL: 'smtp://mail',
  };
  const payment = { PAYMENT_BASE_URL: 'https://provider.example', PAYMENT_SECRET_KEY: 'sk_live_0123456789' };
  const settings = { ...first, ...connections, ...payment, NODE_ENV: 'production' };
  expect(findSettingProblems(readConfig({ ...settings, BRAND_CONTACT_EMAIL: 'us@hope.org' }))).toEqual([]);
  // Values that no command can make up.
  expect(findSettingProblems(readConfig(settings)).map((line) => line.split(' ')[0])).toEqual([
    'BRAND_CONTACT_EMAIL',
    'BRAND_SUPPORT_EMAIL',
  ]);
});

function missingOf(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
