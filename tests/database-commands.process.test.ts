import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { describeMissingContent } from '#sandbox/start/describe-start.ts';
import { readStartSettings } from '#services/platform/config.ts';
import { describeContent } from '#services/seed/describe-content.ts';
import { embeddedDatabaseUrl, withDatabase } from '../tools/with-database.ts';
import { makeEarlier, readEarlier } from './support/database/earlier-database.ts';
import { processEnv } from './support/product/process-env.ts';
import { freePortTriple, startProduct, temporaryDataDir } from './support/product/start-product.ts';

const { adminUrl } = inject('postgres');
const name = `commands_${randomBytes(4).toString('hex')}`;
const [own, earlier] = [new URL(adminUrl), new URL(adminUrl)];
own.pathname = `/${name}`;
earlier.pathname = `/${name}_earlier`;
let data: Awaited<ReturnType<typeof temporaryDataDir>>;

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Runs a command with these settings alone, in a folder without `.env`. */
async function run(command: string, env: Record<string, string>, args: readonly string[] = []) {
  const file = fileURLToPath(new URL(`../tools/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
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
  for (const { pathname } of [own, earlier]) await query(adminUrl, `CREATE DATABASE ${pathname.slice(1)}`);
});
afterAll(async () => {
  for (const { pathname } of [own, earlier])
    await query(adminUrl, `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`);
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
  expect(describeMissingContent(content, true)).toContain('npm run db:seed');
  expect(describeMissingContent(content, false)).toContain('npm run catalogue:import');
});

it('seeds it with requests in every state, and prints all 18 sign-ins', async () => {
  const { code, output } = await run('db-seed', { DATABASE_URL: own.href });
  expect(code).toBe(0);
  expect(output.match(/@sample\.example/g)).toHaveLength(18);
  const states = await query(own.href, 'SELECT DISTINCT status FROM requests');
  expect(states.map(({ status }) => status).toSorted()).toEqual([...requestStatuses].toSorted());
  const content = await describeContent(own.href);
  expect(content).toEqual({ hasPeople: true, hasSamplePeople: true, hasCourses: true });
  expect(describeMissingContent(content, true)).toBeUndefined();
});

it('names DATABASE_URL when the server is down', async () => {
  expect(await run('db-seed', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' })).toEqual({
    code: 1,
    output: 'DATABASE_URL: PostgreSQL at 127.0.0.1:1 is unavailable (connection refused).\n',
  });
});

it('without any setting migrates the embedded database, which it starts and stops', async () => {
  expect(await run('db-migrate', {})).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Migrated: /),
  });
  expect(await run('db-migrate', {})).toEqual({ code: 0, output: 'The database is up to date.\n' });
});

const commands: Readonly<Record<string, readonly string[]>> = {
  'catalogue-export': ['catalogue.csv'],
  'catalogue-import': ['courses.csv'],
  jobs: ['list'],
  'ops-create': ['--email', 'ada@people.example', '--name', 'Ada Obi'],
  'ops-reconcile': [],
  'ops-move-files': ['--status'],
  'ops-rotate-keys': ['credentials', '--status'],
};
/** Append-only tables, each with one of its columns. */
const insertOnly = {
  ledger_transactions: 'kind',
  ledger_postings: 'account',
  audit_entries: 'action',
  case_acts: 'act',
};
/** A payment provider that is unavailable. */
const provider = { PAYMENT_BASE_URL: 'http://127.0.0.1:1', PAYMENT_SECRET_KEY: 'sk_test_unavailable' };
/** They migrate or read and write all tables, for which their owner is required. */
const ofTheOwner = ['db-migrate', 'db-seed', 'ops-backup', 'ops-restore'];

it('names every command that uses the database', async () => {
  const folder = new URL('../tools/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts'));
  const texts = files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]);
  const using = texts.filter(
    ([, text = '']) =>
      /run(Command|WithOptions)\(/.test(text) &&
      /connect-to-database|product-database|credential-database|withDataSource/.test(text),
  );
  const names = using.map(([file = '']) => file.replace('.ts', '')).filter((file) => file !== 'run-command');
  expect(names.toSorted()).toEqual([...Object.keys(commands), ...ofTheOwner].toSorted());
});

it('every command but those of the owner uses the role that cannot change ledger and audit log', async () => {
  const course = 'title,platform,url,status\nPiano,Udemy,https://a.example/1,Free\n';
  await writeFile(join(data.path, 'courses.csv'), course);
  const settings = readStartSettings({ DATA_DIR: data.path });
  await withDatabase(settings, async ({ ownerUrl = '' }) => {
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    // The commands find a product that runs, instead of starting the database themselves.
    const product = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', 'start.ts']);
    await writeFile(join(data.path, 'start.pid'), String(product.pid));
    await owner.query('ALTER ROLE postgres NOLOGIN');
    try {
      for (const [command, args] of Object.entries(commands)) {
        const { code, output } = await run(command, provider, args);
        if (command === 'ops-reconcile') expect(output).toBe('The provider did not answer\n');
        else expect([command, code, output]).toEqual([command, 0, expect.any(String)]);
      }
      expect((await run('db-migrate', {})).output).toContain('rejects the user');
      const used = await embeddedDatabaseUrl(data.path);
      for (const [table, column] of Object.entries(insertOnly))
        for (const sql of [
          `UPDATE ${table} SET ${column} = NULL`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
        ])
          await expect(query(used, sql), sql).rejects.toThrow(`permission denied for table ${table}`);
      const [role] = await query(
        used,
        'SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user',
      );
      expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false });
    } finally {
      product.kill('SIGKILL');
      await owner.query('ALTER ROLE postgres LOGIN');
      await owner.end();
    }
  });
});

describe('an earlier version', () => {
  const databaseSentence = `DATABASE_URL: the database was created before the first release and cannot be migrated to this version; nothing in it was changed. Set DATABASE_URL to an empty one (createdb --encoding=UTF8 NAME).\n`;
  const folderSentence = () =>
    `The data folder ${data.path} was created before the first release and cannot be migrated to this version; nothing in it was changed. To start afresh, remove this folder and everything in it (rm -r "${data.path}").\n`;

  it('has a database that no command migrates', async () => {
    await makeEarlier(earlier.href);
    const before = await readEarlier(earlier.href);
    for (const command of ['db-migrate', 'db-seed'])
      expect([command, await run(command, { DATABASE_URL: earlier.href })]).toEqual([
        command,
        { code: 1, output: databaseSentence },
      ]);
    expect(await readEarlier(earlier.href)).toEqual(before);
  });

  it('has a data folder that neither npm start nor a command migrates', async () => {
    const inFolder = <T>(work: (url: string) => Promise<T>) =>
      withDatabase(readStartSettings({ DATA_DIR: data.path }), ({ ownerUrl = '' }) => work(ownerUrl));
    await inFolder(makeEarlier);
    const before = await inFolder(readEarlier);
    expect(await run('db-migrate', {})).toEqual({ code: 1, output: folderSentence() });
    const product = startProduct({ DATA_DIR: data.path, PORT: String(await freePortTriple()) });
    expect((await product.ended).code).toBe(1);
    expect(product.output()).toContain(folderSentence());
    expect(await inFolder(readEarlier)).toEqual(before);
  });
});
