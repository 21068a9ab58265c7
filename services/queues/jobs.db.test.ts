import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { findStaleJobs } from '#services/platform/queue/outbox-rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { discardJobs, retryJobs } from './dead-letters.ts';
import { countJobs, findJob, listJobs } from './find-jobs.ts';

const oneId = '5f0c2a52-6f0e-4a0e-9a53-0b4f2a4a7c11';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
beforeEach(() => client.query('TRUNCATE outbox, audit_entries'));
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const columnsOf = {
  waiting: {},
  delayed: { available_at: `now() + interval '1 hour'` },
  queued: { enqueued_at: 'now()' },
  failed: { enqueued_at: 'now()', failed_at: 'now()', last_error: `'Error: no answer'` },
  done: { enqueued_at: 'now()', closed_at: 'now()' },
  discarded: { failed_at: 'now()', closed_at: 'now()' },
};

async function add(state: keyof typeof columnsOf, set: Record<string, string> = {}): Promise<string> {
  const all: Record<string, string> = {
    job: `'payments.verify'`,
    payload: `'{}'`,
    ...columnsOf[state],
    ...set,
  };
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO outbox (${Object.keys(all)}) VALUES (${Object.values(all)}) RETURNING id`,
  );
  return rows[0]?.id ?? '';
}

const auditEntries = async () =>
  (await client.query('SELECT action, subject, reason FROM audit_entries ORDER BY subject')).rows;

describe('listing jobs', () => {
  it('returns the state of each row and filters by state, name, queue and age', async () => {
    const ids: Record<string, string> = {};
    for (const state of Object.keys(columnsOf) as (keyof typeof columnsOf)[]) ids[state] = await add(state);
    const mail = await add('failed', { job: `'mail.deliver'`, created_at: `now() - interval '2 hours'` });
    const listed = await listJobs(client, {}, 10);
    expect(Object.fromEntries(listed.map(({ state, id }) => [id, state]))).toEqual({
      ...Object.fromEntries(Object.entries(ids).map(([state, id]) => [id, state])),
      [mail]: 'failed',
    });
    const idsOf = async (filters: Parameters<typeof listJobs>[1]) =>
      (await listJobs(client, filters, 10)).map(({ id }) => id);
    expect(await idsOf({ states: ['failed'], name: 'payments.verify' })).toEqual([ids.failed]);
    expect(await idsOf({ queue: 'mail' })).toEqual([mail]);
    expect(await idsOf({ queue: 'mail', name: 'payments.verify' })).toEqual([]);
    expect(await idsOf({ olderThanMs: hourMs })).toEqual([mail]);
    expect(await countJobs(client, { newerThanMs: hourMs })).toBe(6);
    expect(await listJobs(client, {}, 2)).toHaveLength(2);
  });

  it('shows ids, references, numbers and flags of a payload, and no other values', async () => {
    const payload = {
      id: oneId,
      reference: 'cl-1',
      mail: 'invitation',
      round: 2,
      email: 'ada@mail.example',
      token: 'abc',
    };
    const id = await add('failed', { payload: `'${JSON.stringify(payload)}'` });
    const job = await findJob(client, id);
    expect(job?.payload).toEqual({ ...payload, email: '[hidden]', token: '[hidden]' });
    expect(job).toMatchObject({ queue: 'payments', state: 'failed', lastError: 'Error: no answer' });
    expect(await findJob(client, oneId)).toBeUndefined();
  });
});

describe('retrying and discarding jobs', () => {
  it('changes failed rows only, and records who did it', async () => {
    const failed = await add('failed');
    const others = [await add('waiting'), await add('queued'), await add('done'), await add('discarded')];
    const before = await listJobs(client, { ids: others }, 10);
    expect(await retryJobs(client, { ids: [failed, ...others, oneId] }, 'retried by ada')).toEqual([failed]);
    expect(await findJob(client, failed)).toMatchObject({ state: 'queued', endedAt: null });
    expect(await discardJobs(client, { ids: others }, 'not needed (by ada)')).toEqual([]);
    expect(await listJobs(client, { ids: others }, 10)).toEqual(before);
    expect(await auditEntries()).toEqual([
      { action: 'job.retry', subject: `outbox:${failed}`, reason: 'retried by ada' },
    ]);
  });

  it('lets the relay find a retried row in the queue at once, also when it failed a moment ago', async () => {
    const id = await add('failed');
    const db = await createDataSource({
      entities: [],
      databaseUrl: database.url,
      applicationName: 'test',
    }).initialize();
    const staleAfterMs = 8_000;
    expect(await findStaleJobs(db, ['payments.verify'], staleAfterMs)).toEqual([]);
    await retryJobs(client, { ids: [id] }, 'retried by ada');
    expect(await findStaleJobs(db, ['payments.verify'], staleAfterMs)).toEqual(['payments.verify']);
    await db.destroy();
  });

  it('closes a discarded row for good and records the reason', async () => {
    const id = await add('failed');
    expect(await discardJobs(client, { name: 'payments.verify' }, 'refunded by hand (by ada)')).toEqual([id]);
    expect(await retryJobs(client, { ids: [id] }, 'retried by ada')).toEqual([]);
    expect(await findJob(client, id)).toMatchObject({ state: 'discarded' });
    expect(await auditEntries()).toEqual([
      { action: 'job.discard', subject: `outbox:${id}`, reason: 'refunded by hand (by ada)' },
    ]);
  });

  it('changes each row once for concurrent commands', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) ids.push(await add('failed'));
    const clients = await Promise.all(
      [1, 2, 3].map(async () => {
        const connection = new pg.Client({ connectionString: database.url });
        await connection.connect();
        return connection;
      }),
    );
    const [first = [], second = [], third = []] = await Promise.all([
      retryJobs(clients[0] as pg.Client, { queue: 'payments' }, 'retried by ada'),
      retryJobs(clients[1] as pg.Client, { ids }, 'retried by grace'),
      discardJobs(clients[2] as pg.Client, { ids }, 'test (by bob)'),
    ]);
    await Promise.all(clients.map((connection) => connection.end()));
    expect([...first, ...second, ...third].sort()).toEqual([...ids].sort());
    expect(await auditEntries()).toHaveLength(20);
  });
});
