import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../support/database/test-database.ts';
import {
  allGone,
  type FamilyMember,
  freePortTriple,
  type StartedProduct,
  startProduct,
  temporaryDataDir,
} from '../support/product/start-product.ts';
import { soon } from '../support/soon.ts';
import { isReady } from './support/balancer.ts';

// All tests share one data folder, so that each start finds what the previous one left.
let settings: Record<string, string>;
let removeData: () => Promise<void>;
const started: { product: StartedProduct; family: FamilyMember[] }[] = [];

beforeAll(async () => {
  const data = await temporaryDataDir();
  removeData = data.remove;
  settings = { DATA_DIR: data.path, PORT: String(inject('startPort')) };
});
afterAll(() => removeData());
afterEach(async () => {
  for (const { product, family } of started.splice(0)) {
    product.process.kill('SIGKILL');
    for (const { pid } of family) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Already exited.
      }
    }
    await product.ended;
  }
});

async function startReady(more: Record<string, string> = {}, command?: string[]) {
  const product = startProduct({ ...settings, ...more }, command);
  const entry = { product, family: [] as FamilyMember[] };
  started.push(entry);
  await product.printed(/CourseLift is ready/);
  entry.family = product.family();
  return { product, family: entry.family };
}

const member = (family: FamilyMember[], part: string) => {
  const program = family.find(({ command }) => command.includes(part));
  if (!program)
    throw new Error(`No process ${part} among ${family.map(({ command }) => command).join('\n')}`);
  return program.pid;
};

/** Queries the embedded database of the running product. */
async function query(sql: string) {
  const folder = settings.DATA_DIR as string;
  const port = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[3];
  const { POSTGRES_PASSWORD } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
  const client = new pg.Client(`postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${port}/courselift`);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

let isAnswerKept = false;
/** Leaves a row in the data folder that a later start must find. */
async function keepAnswer() {
  if (isAnswerKept) return;
  await query('CREATE TABLE kept AS SELECT 42 AS answer');
  isAnswerKept = true;
}

/** Expects that these processes of the latest start ended by themselves: each logs its end, and a killed process cannot. */
function expectGracefulEnd(...names: ('api' | 'worker')[]) {
  for (const name of names) {
    const log = readFileSync(join(settings.DATA_DIR as string, 'logs', `${name}.log`), 'utf8');
    expect(log, name).toContain(`The ${name === 'api' ? 'API' : 'worker'} has ended`);
  }
}

it('prints all addresses, and Ctrl-C stops every process gracefully', async () => {
  const { product, family } = await startReady();
  const port = Number(settings.PORT);
  for (const address of [
    `:${port}`,
    `:${port + 1}/mail`,
    `:${port + 1}/payments/control`,
    `:${port}/api/docs`,
  ]) {
    expect(product.output()).toContain(`http://localhost${address}`);
  }
  expect(product.output().match(/^ {2}(learner|sponsor) +\S+@sample\.example/gm)).toHaveLength(15);
  for (const part of ['server.ts', 'worker.ts', 'sandbox.ts', 'postgres']) member(family, part);
  await keepAnswer();
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect(response.status).toBe(200);
  const books = await fetch(`http://127.0.0.1:${port + 1}/payments/control/ledger`);
  expect(await books.json()).toMatchObject({ disputes: [{ status: 'awaiting-merchant-feedback' }] });

  product.process.kill('SIGINT');
  const { code } = await product.ended;
  expect(code).toBe(0);
  expectGracefulEnd('api', 'worker');
  await allGone(family, 5_000);
});

it('preserves the data, and rejects a second start on the same folder or port', async () => {
  // When this test runs alone, nothing has started before.
  if (!isAnswerKept) {
    const { product } = await startReady();
    await keepAnswer();
    product.process.kill('SIGINT');
    await product.ended;
  }
  await startReady();
  expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);

  const sameFolder = startProduct({ ...settings, PORT: String(await freePortTriple()) });
  expect((await sameFolder.ended).code).toBe(1);
  expect(sameFolder.output()).toMatch(
    /^\S+ is in use by another start \(process \d+\)\. .*DATA_DIR and PORT\.\n$/,
  );

  const other = await temporaryDataDir();
  const samePort = startProduct({ ...settings, DATA_DIR: other.path });
  expect((await samePort.ended).code).toBe(1);
  expect(samePort.output()).toBe(
    `Port ${settings.PORT} (the product) is in use. Set PORT to another port.\n`,
  );
  await other.remove();
});

it.each([0, 1, 2])('names the port and its variable when port %i of the three is taken', async (offset) => {
  const other = await temporaryDataDir();
  const port = await freePortTriple();
  const blocker = createServer().listen(port + offset, '127.0.0.1');
  const product = startProduct({ DATA_DIR: other.path, PORT: String(port) });
  expect((await product.ended).code).toBe(1);
  const variable = offset === 0 ? 'PORT' : 'SANDBOX_PORT';
  expect(product.output()).toMatch(
    new RegExp(`^Port ${port + offset} .* in use\\. Set ${variable} to .*\\n$`),
  );
  blocker.close();
  await other.remove();
});

it.each([
  ['PORT', 'abc'],
  ['LOG_LEVEL', 'loud'],
  ['TOKEN_SECRET', 'short'],
  ['DATABASE_URL', 'mysql://nowhere'],
])('reports an invalid %s in one line that names it', async (name, value) => {
  const product = startProduct({ ...settings, [name]: value });
  expect((await product.ended).code).toBe(1);
  expect(product.output()).toMatch(new RegExp(`^.*\\b${name}\\b.*\\n$`));
});

it('names the setting of a server that is down, and one that is misspelled', async () => {
  const product = startProduct({
    ...settings,
    REDIS_URL: 'redis://127.0.0.1:1',
    DATABSE_URL: 'postgres://127.0.0.1/courselift',
  });
  const { code } = await product.ended;
  expect([code, product.output()]).toEqual([
    1,
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?\n' +
      'REDIS_URL: Redis at 127.0.0.1:1 is unavailable (connection refused).\n',
  ]);
});

it('says how to fill an empty database that was configured', async () => {
  const database = await createTestDatabase();
  const { product } = await startReady({ DATABASE_URL: database.url });
  expect(product.output()).toContain('npm run db:seed');
  expect(product.output()).not.toContain('@sample.example');
  product.process.kill('SIGINT');
  expect((await product.ended).code).toBe(0);
  await database.drop();
});

it('starts API and worker again after their event loops stood still', async () => {
  // Preloaded: SIGUSR2 stops the event loop for good, without the processor time of a loop.
  const preload = join(settings.DATA_DIR as string, 'stop-event-loop.mjs');
  writeFileSync(
    preload,
    `process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`,
  );
  const { product, family } = await startReady({ NODE_OPTIONS: `--import ${preload}` });
  const files = ['services/server.ts', 'workers/worker.ts'];
  const before = files.map((file) => member(family, file));
  for (const pid of before) process.kill(pid, 'SIGUSR2');
  for (const name of ['api', 'worker']) {
    await product.printed(new RegExp(`\\[${name}\\] .*its event loop stood still for 20 s`));
    await product.printed(new RegExp(`\\[${name}\\] ended with signal SIGKILL; it starts again`));
  }
  await soon(() => isReady(Number(settings.PORT))).toBe(true);
  const after = files.map((file) => member(product.family(), file));
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  const [{ id }] = await query(
    `INSERT INTO outbox (job, payload) VALUES ('housekeeping.sweep-files', '{}') RETURNING id`,
  );
  await soon(
    async () => (await query(`SELECT closed_at FROM outbox WHERE id = '${id}'`))[0]?.closed_at,
  ).not.toBeNull();
  product.process.kill('SIGINT');
  expect((await product.ended).code).toBe(0);
});

it.each([
  ['sandbox', 'sandbox/providers/sandbox.ts', ['api', 'worker']],
  ['database', 'bin/postgres', []],
] as const)('exits with a clear line when the %s is killed', async (name, part, others) => {
  const { product, family } = await startReady();
  const pid = member(family, part);
  process.kill(pid, 'SIGKILL');
  expect(await product.ended).toMatchObject({ code: 1, signal: null });
  expectGracefulEnd(...others);
  expect(product.output()).toContain(`The ${name} (process ${pid}) ended with signal SIGKILL.`);
  await allGone(family, 5_000);
});

it('leaves no orphan process when it is killed itself, and starts again with the data', async () => {
  const { product, family } = await startReady();
  await keepAnswer();
  product.process.kill('SIGKILL');
  await allGone(family, 10_000);
  const { family: next } = await startReady();
  member(next, 'worker.ts');
  expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

it('leaves no orphan process when npm is killed', async () => {
  const { product, family } = await startReady({}, ['npm', 'start', '--silent']);
  product.process.kill('SIGKILL');
  await allGone(family, 10_000);
});

it('kills a stopped process after the grace period, and at once on a second signal', async () => {
  const first = await startReady();
  process.kill(member(first.family, 'worker.ts'), 'SIGSTOP');
  first.product.process.kill('SIGINT');
  expect((await first.product.ended).code).toBe(0);
  // The stopped process does not keep the others from a graceful end.
  expectGracefulEnd('api');
  await allGone(first.family, 5_000);

  const second = await startReady();
  process.kill(member(second.family, 'worker.ts'), 'SIGSTOP');
  second.product.process.kill('SIGINT');
  await sleep(700);
  second.product.process.kill('SIGINT');
  // The exit code of the second signal: the grace period, which ends with 0, was not waited for.
  expect((await second.product.ended).code).toBe(130);
  await allGone(second.family, 2_000);
});
