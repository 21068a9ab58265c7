import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type TestRedis } from '#tests/support/servers/start-redis.ts';
import { needs, requireRedis } from '#tests/support/vitest/requirements.ts';
import { type LoggedRun, startLoggedRun } from './support/logged-run.ts';
import { privateFields } from './support/private-fields.ts';
import { runCases } from './support/run-cases.ts';

const program = requireRedis();

describe('jobs in Redis', needs(program), () => {
  let redis: TestRedis;
  let run: LoggedRun;
  beforeAll(async () => {
    redis = await startRedis(program.path as string);
    run = await startLoggedRun({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    await run?.stop();
    await redis?.stop();
  });

  it('hold no private field, in any command that Redis was ever sent', async (context) => {
    const files = readdirSync(redis.folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      join(redis.folder, name),
    );
    const text = files
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'latin1'))
      .join('');
    expect(text).toContain('mail.deliver');
    await runCases(context, 'canaries', Object.entries(privateFields), async ([name, { value }]) => {
      const isFound = [value, Buffer.from(value).toString('base64').slice(0, -4)].some((encoded) =>
        text.includes(encoded),
      );
      return { canaries: Number(isFound), deviation: isFound ? name : undefined };
    });
  });
});
