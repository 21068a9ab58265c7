import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entities } from '#services/entities.ts';
import { purgeTable } from '#services/privacy/retention.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource } from '../database/data-source.ts';
import { inTransaction } from '../database/transaction.ts';
import { defineJob } from './define-job.ts';
import { enqueue } from './outbox.ts';
import { claimDueRows, claimStaleRows, findStaleJobs, releaseRows } from './outbox-rows.ts';

describe('outbox rows', () => {
  let database: TestDatabase;
  let db: DataSource;
  let oneConnection: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'outbox-rows' });
    await db.initialize();
    oneConnection = createDataSource({ databaseUrl: database.url, applicationName: 'one', poolSize: 1 });
    await oneConnection.initialize();
  });
  beforeEach(() => db.query('TRUNCATE outbox'));
  afterAll(async () => {
    await oneConnection?.destroy();
    await db?.destroy();
    await database?.drop();
  });

  const add = async (set: Record<string, string> = {}) => {
    const columns = ['job', 'payload', ...Object.keys(set)];
    const values = [`'a'`, `'{}'`, ...Object.values(set)];
    const [{ id }] = await db.query(`INSERT INTO outbox (${columns}) VALUES (${values}) RETURNING id`);
    return id as string;
  };

  it('are claimed by one relay only when due', async () => {
    for (let index = 0; index < 30; index++) await add();
    const batches = await Promise.all([1, 2, 3, 4].map(() => claimDueRows(db, ['a'], 10)));
    const ids = batches.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + (await claimDueRows(db, ['a'], 30)).length).toBe(30);
    expect(await claimDueRows(db, ['a'], 30)).toEqual([]);
  });

  it('of an enqueue that is content with a waiting row are added once, and again when that row is in the queue', async () => {
    const job = defineJob({
      name: 'a',
      queue: 'mail',
      payload: z.object({ subject: z.string() }),
      attempts: 1,
      backoff: { firstMs: 1, maxMs: 1 },
    });
    const enqueueOnce = (subject: string, delayMs = 0) =>
      inTransaction(db, (manager) => enqueue(manager, job, { subject }, { unlessWaiting: true, delayMs }));
    expect(await enqueueOnce('later', 60_000)).toBeDefined();
    expect(await enqueueOnce('later')).toBeDefined();
    expect(await enqueueOnce('later')).toBeUndefined();
    expect(await enqueueOnce('another')).toBeDefined();
    expect(await claimDueRows(db, ['a'], 10)).toHaveLength(2);
    expect(await enqueueOnce('later')).toBeDefined();
  });

  it('locked by another relay are skipped without waiting', async () => {
    for (let index = 0; index < 30; index++) await add();
    await db.transaction(async (other) => {
      await other.query('SELECT id FROM outbox ORDER BY available_at LIMIT 10 FOR UPDATE');
      expect(await claimDueRows(db, ['a'], 30)).toHaveLength(20);
    });
  });

  it('are not claimed when not due, done, failed, or of an unknown job', async () => {
    await add({ available_at: `now() + interval '1 minute'` });
    await add({ closed_at: 'now()' });
    await add({ failed_at: 'now()' });
    await add();
    expect(await claimDueRows(db, ['b'], 10)).toEqual([]);
    expect(await claimDueRows(db, ['a'], 10)).toHaveLength(1);
  });

  it('are claimed without waiting for the disk, which no other statement does', async () => {
    await db.query('CREATE TABLE commits (setting text)');
    await db.query(`CREATE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$`);
    await db.query(
      'CREATE TRIGGER note_commit AFTER UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION note_commit()',
    );
    try {
      const id = await add();
      await oneConnection.query(`SET synchronous_commit = 'on'`);
      await claimDueRows(oneConnection, ['a'], 10);
      await releaseRows(oneConnection, [id]);
      const settings: { setting: string }[] = await db.query('SELECT setting FROM commits ORDER BY ctid');
      expect(settings.map(({ setting }) => setting)).toEqual(['off', 'on']);
    } finally {
      await db.query('DROP FUNCTION note_commit CASCADE');
    }
  });

  it('are due again after their release', async () => {
    const id = await add();
    await claimDueRows(db, ['a'], 10);
    await releaseRows(db, [id]);
    expect(await claimDueRows(db, ['a'], 10)).toEqual([{ id, job: 'a' }]);
  });

  it('are claimed as stale once per period', async () => {
    const id = await add({ enqueued_at: `now() - interval '20 seconds'` });
    await add({ enqueued_at: 'now()' });
    await add({ enqueued_at: `now() - interval '20 seconds'`, failed_at: 'now()' });
    expect(await findStaleJobs(db, ['a'], 10_000)).toEqual(['a']);
    expect(await claimStaleRows(db, ['a'], 10, 10_000)).toEqual([{ id, job: 'a' }]);
    expect(await findStaleJobs(db, ['a'], 10_000)).toEqual([]);
  });

  it('are purged when closed long ago, but not when open or failed', async () => {
    await add({ closed_at: `now() - interval '8 days'` });
    const kept = [
      await add({ closed_at: `now() - interval '6 days'` }),
      await add({ failed_at: `now() - interval '30 days'` }),
      await add({ available_at: `now() - interval '30 days'` }),
    ];
    expect(await purgeTable(db, 'outbox', new Date())).toBe(1);
    const rows: { id: string }[] = await db.query('SELECT id FROM outbox');
    expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
  });
});
