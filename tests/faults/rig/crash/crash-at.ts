import { readFileSync, unlinkSync } from 'node:fs';
import { Queue } from 'bullmq';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { crashPoints } from './points.ts';

// Preloaded into the processes of the product. The rig names a point in the file CRASH_FILE; the first process that gets there
// removes the file and is gone at once, as by kill -9. The product has no code for this.
const file = process.env.CRASH_FILE ?? '';

function reach(name: string): void {
  try {
    if (readFileSync(file, 'utf8') !== name) return;
    unlinkSync(file);
  } catch {
    // No point is named, or another process was faster.
    return;
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Texts of the statements that changed rows in the transaction of a connection. */
const transactions = new WeakMap<object, string[]>();

function afterStatement(client: object, text: string, rows: number | null): void {
  if (/^(BEGIN|START TRANSACTION)/i.test(text)) transactions.set(client, []);
  const before = transactions.get(client) ?? [];
  if (/^COMMIT/i.test(text)) {
    transactions.delete(client);
    for (const { name, after } of crashPoints)
      if ('commitOf' in after && before.some((statement) => after.commitOf.test(statement))) reach(name);
    return;
  }
  if (!rows) return;
  before.push(text);
  for (const { name, after } of crashPoints)
    if ('statement' in after && after.statement.test(text)) reach(name);
}

type Result = { rowCount: number | null } | undefined;
const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
  const [first] = args;
  const text = typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '');
  const done = args.at(-1);
  if (typeof done === 'function')
    return query.call(this, ...args.slice(0, -1), (error: unknown, result: Result) => {
      if (!error) afterStatement(this, text, result?.rowCount ?? null);
      done(error, result);
    });
  const result = query.call(this, ...args);
  return result instanceof Promise
    ? result.then((value: Result) => {
        afterStatement(this, text, value?.rowCount ?? null);
        return value;
      })
    : result;
} as typeof pg.Client.prototype.query;

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  if (response.ok && init?.method === 'POST')
    for (const { name, after } of crashPoints)
      if ('response' in after && after.response.test(input instanceof Request ? input.url : String(input)))
        reach(name);
  return response;
};

/** Wraps a method of a prototype: the point is reached when what it returned has resolved. */
function reachAfter(prototype: object, method: string, name: string): void {
  const original = Reflect.get(prototype, method) as (...args: unknown[]) => Promise<unknown>;
  Reflect.set(prototype, method, async function (this: unknown, ...args: unknown[]) {
    const value = await original.apply(this, args);
    reach(name);
    return value;
  });
}
reachAfter(Queue.prototype, 'addBulk', 'jobs-added');
reachAfter(
  Object.getPrototypeOf(createTransport({ jsonTransport: true })) as object,
  'sendMail',
  'mail-accepted',
);
