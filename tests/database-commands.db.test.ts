import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { requestStatuses } from '#contracts/request-status.ts';
import { describeMissingContent } from '#sandbox/start/describe-start.ts';
import { describeContent } from '#services/seed/describe-content.ts';
import { processEnv } from './support/process-env.ts';
import { temporaryDataDir } from './support/start-product.ts';

const { adminUrl } = inject('postgres');
const name = `commands_${randomBytes(4).toString('hex')}`;
const own = new URL(adminUrl);
own.pathname = `/${name}`;
let data: Awaited<ReturnType<typeof temporaryDataDir>>;

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Runs a database command with these settings alone, in a folder without `.env`. */
async function run(command: 'db-migrate' | 'db-seed', env: Record<string, string>) {
  const file = fileURLToPath(new URL(`../tools/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    cwd: data.path,
    env: processEnv({ DATA_DIR: data.path, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

beforeAll(async () => {
  data = await temporaryDataDir();
  await query(adminUrl, `CREATE DATABASE ${name}`);
});
afterAll(async () => {
  await query(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  const cluster = await realpath(join(data.path, 'postgres')).catch(() => undefined);
  if (cluster && !cluster.startsWith(data.path)) await rm(dirname(cluster), { recursive: true, force: true });
  await data.remove();
});

it('migrates a configured database with DATABASE_URL alone, and prints how to seed it', async () => {
  expect(await run('db-migrate', { DATABASE_URL: own.href })).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Migrated: /),
  });
  expect(await run('db-migrate', { DATABASE_URL: own.href })).toEqual({
    code: 0,
    output: 'The database is up to date.\n',
  });
  const content = await describeContent(own.href);
  expect(content).toEqual({ hasPeople: false, hasSamplePeople: false, hasCourses: false });
  expect(describeMissingContent(content, false)).toContain('npm run db:seed');
  expect(describeMissingContent(content, true)).toContain('npm run catalogue:import');
});

it('seeds it with requests in every state, and prints all 16 sign-ins', { timeout: 60_000 }, async () => {
  const { code, output } = await run('db-seed', { DATABASE_URL: own.href });
  expect(code).toBe(0);
  expect(output.match(/@sample\.example/g)).toHaveLength(16);
  const states = await query(own.href, 'SELECT DISTINCT status FROM requests');
  expect(states.map(({ status }) => status).toSorted()).toEqual([...requestStatuses].toSorted());
  const content = await describeContent(own.href);
  expect(content).toEqual({ hasPeople: true, hasSamplePeople: true, hasCourses: true });
  expect(describeMissingContent(content, false)).toBeUndefined();
});

it('names DATABASE_URL when the server is down', async () => {
  expect(await run('db-seed', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toEqual({
    code: 1,
    output: 'DATABASE_URL: PostgreSQL at 127.0.0.1:1 is unavailable (connection refused).\n',
  });
});

it('without any setting migrates the embedded database, which it starts and stops', {
  timeout: 60_000,
}, async () => {
  expect(await run('db-migrate', {})).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Migrated: /),
  });
  expect(await run('db-migrate', {})).toEqual({ code: 0, output: 'The database is up to date.\n' });
});
