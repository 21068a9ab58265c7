import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportLedger } from '#contracts/desk/desk-money.ts';
import { insertPayments } from '#tests/money/ledger-fixture.ts';
import { joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { holdPort } from '#tests/support/product/hold-port.ts';
import { type ProductProcess, startProcess } from '#tests/support/product/product-process.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const transactions = 250_000;
const linesEach = 4;
const atOnce = 10_000;
const payments = 1_000;
/** Bytes that a slow reader takes at a time. */
const sip = 8 * 1024 * 1024;
/** Heap of the API process, in MB: too small to hold the export, so that it ends the process unless rows are dropped when sent. */
const heapMb = 256;

let product: TestProduct;
let api: ProductProcess;
let url: string;
let operator: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  operator = await joinDesk(product);
  await insertPayments(product.db, payments);
  await fillLedger();
  const { port, release } = await holdPort();
  await release();
  url = `http://localhost:${port}`;
  api = await startProcess('api', {
    ...product.env,
    PORT: String(port),
    PUBLIC_URL: url,
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
}, 600_000);
afterAll(async () => {
  await api?.end();
  await product?.close();
});

/** Writes captures of four lines, as settlements do, without the triggers that check each of them. */
async function fillLedger(): Promise<void> {
  for (let from = 1; from < transactions; from += atOnce) await fillSome(from, from + atOnce - 1);
  await product.db.query('ANALYZE ledger_transactions, ledger_postings');
}

async function fillSome(from: number, to: number): Promise<void> {
  await product.db.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(
      `WITH paid AS (SELECT id, request_id, row_number() OVER (ORDER BY id) - 1 AS n FROM payments),
       written AS (
         INSERT INTO ledger_transactions (kind, reference, payment_id, created_at)
         SELECT 'capture', gen_random_uuid(), paid.id, now() - number * interval '1 second'
         FROM generate_series(${from}, ${to}) AS t (number) JOIN paid ON n = number % ${payments} RETURNING id, payment_id
       )
       INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
       SELECT written.id, line, account, minor, 'NGN' FROM written JOIN paid ON paid.id = written.payment_id,
       LATERAL (VALUES (0, 'provider', 1971773), (1, 'provider_fees', 30027), (2, 'request:' || paid.request_id, -2000000),
         (3, 'service_fees', -1800)) AS lines (line, account, minor)`,
    );
  });
}

async function memoryMb(field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

async function open(): Promise<IncomingMessage> {
  const address = `${url}/api${exportLedger.path}`;
  return new Promise((resolve, reject) => {
    get(address, { headers: { cookie: operator.cookie } }, resolve).on('error', reject);
  });
}

/** Downloads the ledger; a slow reader waits after every {@link sip}. */
async function download(pauseMs: number) {
  const startMs = performance.now();
  const response = await open();
  expect(response.statusCode).toBe(200);
  let [firstByteMs, bytes, lines, next] = [0, 0, 0, sip];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    firstByteMs ||= performance.now() - startMs;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (pauseMs > 0 && bytes > next) {
      next += sip;
      await pause(pauseMs);
    }
  }
  return { lines, bytes, firstByteMs, totalMs: performance.now() - startMs };
}

it('streams a million lines of the ledger in bounded memory, also to a slow reader', async () => {
  const before = await memoryMb('VmRSS');
  for (const [reader, pauseMs] of [
    ['fast', 0],
    ['slow', 500],
  ] as const) {
    const { lines, bytes, firstByteMs, totalMs } = await download(pauseMs);
    expect(lines).toBe(transactions * linesEach + 1);
    process.stdout.write(
      `${reader} reader: ${(lines / 1e6).toFixed(2)} M lines, ${(bytes / 1e6).toFixed(0)} MB, first byte ` +
        `${firstByteMs.toFixed(0)} ms, ${(totalMs / 1000).toFixed(1)} s, API ${before.toFixed(0)} MB before, ` +
        `${(await memoryMb('VmHWM')).toFixed(0)} MB at most\n`,
    );
  }
});
