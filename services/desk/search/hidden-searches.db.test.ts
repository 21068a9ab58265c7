import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchDesk } from '#contracts/desk/desk-search.ts';
import { createLogger } from '#services/platform/log.ts';
import { registry } from '#services/platform/metrics/registry.ts';
import { startTracing } from '#services/platform/tracing/spans.ts';
import { dumpDatabase } from '#tests/security/support/dump.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

// One of each form that a search may have, none of which a row has.
const canaries = [
  'canaryname quill',
  'canary@hidden.example',
  'CL-987654321',
  '0809 876 5432',
  '₦98,765,432.10',
  'beefcafe',
];
/** Parts and numbers that the search makes of them. */
const parts = ['canaryname', 'canary hidden', '987654321', '8098765432', '9876543210'];

let product: TestProduct;
let ada: TestOperator;
let collector: Server;
let spans = '';
let statements: string[];
let stopTracing: () => Promise<void>;
beforeAll(async () => {
  collector = createServer(async (req, res) => {
    spans += await text(req);
    res.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const tracing = { endpoint: `http://127.0.0.1:${port}`, share: 1 };
  stopTracing = await startTracing({ tracing }, 'api', createLogger({ logLevel: 'silent' }, 'test'));
  product = await startTestProduct({ LOG_LEVEL: 'debug', METRICS_PORT: '9464' });
  ada = await joinDesk(product);
  await product.db.query(
    `INSERT INTO users (email, full_name, role) VALUES ('shown@people.example', 'Shown Person', 'learner')`,
  );
  statements = await recordStatements(searchEverything);
  await stopTracing();
});
afterAll(async () => {
  await product?.close();
  collector?.close();
});

const search = async (q: string, cookie: string | undefined = ada.cookie) =>
  (await callDesk(product.url, searchDesk, { query: { q } }, cookie)).status;

/** Searches that succeed, are refused, and fail in every statement. */
async function searchEverything(): Promise<void> {
  for (const q of canaries) {
    expect(await search(q)).toBe(200);
    expect(await search(q, '')).toBe(404);
    expect(await search(q.padEnd(101, 'x'))).toBe(422);
  }
  // The audit log has an entry of this one.
  expect(await search('shown canaryname')).toBe(200);
  expect(await search('shown person')).toBe(200);
  for (const table of ['users', 'payments', 'purchases', 'cases']) {
    await product.db.query(`ALTER TABLE ${table} RENAME TO away`);
    for (const q of canaries) expect([404, 500]).toContain(await search(q));
    await product.db.query(`ALTER TABLE away RENAME TO ${table}`);
  }
}

/** Returns which searches stand in a text, in which form they may have there. */
const readIn = (whole: string) =>
  [...canaries, ...canaries.map(encodeURIComponent), ...parts].filter((form) =>
    whole.toLowerCase().includes(form.toLowerCase()),
  );

it('a search is in no line of the logs, which have its calls', () => {
  const log = product.logLines.join('\n');
  expect(log).toContain(searchDesk.path);
  expect(log).toContain('request errored');
  expect(readIn(log)).toEqual([]);
});

it('a search is in no span, which have its call and its statements', () => {
  expect(spans).toContain(`GET ${searchDesk.path}`);
  expect(spans).toContain('course_words');
  expect(readIn(spans)).toEqual([]);
});

it('a search is in no metric', async () => {
  const metrics = await registry.metrics();
  expect(metrics).toContain(`/api${searchDesk.path}`);
  expect(readIn(metrics)).toEqual([]);
});

it('a search is in no row', async () => {
  const { text: rows } = await dumpDatabase(product.db);
  expect(rows).toContain('people.shown');
  expect(readIn(rows)).toEqual([]);
});

it('a search is a value of its statements, which the log of the database has no values of', async () => {
  expect(statements.filter((statement) => statement.includes('course_words')).length).toBeGreaterThan(0);
  expect(readIn(statements.join('\n'))).toEqual([]);
  const [settings] = await product.db.query(
    `SELECT current_setting('log_parameter_max_length') AS slow, current_setting('log_parameter_max_length_on_error') AS failed`,
  );
  expect(settings).toEqual({ slow: '0', failed: '0' });
});
