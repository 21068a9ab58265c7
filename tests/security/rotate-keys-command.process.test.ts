import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import { readSessionToken, signSessionToken } from '#services/accounts/sessions/start-session.ts';
import { readConfig } from '#services/platform/config.ts';
import { processEnv } from '#tests/support/product/process-env.ts';

const settings = {
  DATABASE_URL: 'postgres://127.0.0.1/x',
  SMTP_URL: 'smtp://127.0.0.1',
  PAYMENT_BASE_URL: 'http://127.0.0.1',
  PAYMENT_SECRET_KEY: 'sk_test_12345678',
  CREDENTIAL_KEYS: `1:${Buffer.alloc(32, 1).toString('base64')}`,
  TOKEN_SECRET: Buffer.alloc(32, 7).toString('base64'),
};
const session = {
  id: crypto.randomUUID(),
  userId: crypto.randomUUID(),
  expiresAt: new Date(Date.now() + hourMs),
};

async function rotate(env: Record<string, string>): Promise<string> {
  const tool = fileURLToPath(new URL('../../tools/ops-rotate-keys.ts', import.meta.url));
  // A folder without `.env`.
  const options = { cwd: tmpdir(), env: processEnv(env) };
  return (await promisify(execFile)(process.execPath, [tool], options)).stdout;
}

it('ops:rotate-keys prints a key and steps that end no session, once and again', async () => {
  const first = await rotate(settings);
  const [, added = ''] = /^ {2}(1:\S+)$/m.exec(first) ?? [];
  expect(first).toContain('TOKEN_SIGNING_KEY=0.');
  const listed = { ...settings, TOKEN_KEYS: added };
  const second = await rotate(listed);
  const [, another = ''] = /^ {2}(2:\S+)$/m.exec(second) ?? [];
  expect(second).toContain('TOKEN_SIGNING_KEY=1.');
  const both = { ...settings, TOKEN_KEYS: `${added},${another}` };
  const steps = [
    settings,
    { ...listed, TOKEN_SIGNING_KEY: '0' },
    listed,
    { ...both, TOKEN_SIGNING_KEY: '1' },
    both,
  ].map((env) => readConfig(env));
  for (const [index, config] of steps.entries()) {
    const token = await signSessionToken(session, config);
    // The step before still runs in other processes.
    for (const other of steps.slice(Math.max(0, index - 1)))
      expect([index, await readSessionToken(token, other)]).toEqual([index, session.id]);
  }
  expect(`${first}${second}`).not.toContain(settings.TOKEN_SECRET);
  expect(second).not.toContain(added);
});
