import pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { entities } from '#services/entities.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { patienceMs } from '#tests/support/soon.ts';
import { createDataSource } from './data-source.ts';
import { inTransaction, notifyAfterCommit } from './transaction.ts';

describe('inTransaction', () => {
  let database: TestDatabase;
  let db: DataSource;
  let client: pg.Client;
  const received: string[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'transaction' });
    await db.initialize();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    client.on('notification', ({ channel }) => received.push(channel));
    await client.query('LISTEN news');
    await client.query('CREATE TABLE things (name text)');
  });
  beforeEach(() => {
    received.length = 0;
  });
  afterAll(async () => {
    await client?.end();
    await db?.destroy();
    await database?.drop();
  });

  it('notifies once after the commit, however often it was requested', async () => {
    const result = await inTransaction(db, async (manager) => {
      await manager.query(`INSERT INTO things VALUES ('one')`);
      notifyAfterCommit(manager, 'news');
      notifyAfterCommit(manager, 'news');
      await client.query('SELECT 1');
      expect(received).toEqual([]);
      return 'value';
    });
    expect(result).toBe('value');
    await vi.waitFor(() => expect(received).toEqual(['news']), patienceMs);
  });

  it('notifies of a statement outside of a transaction', async () => {
    notifyAfterCommit(db, 'news');
    await vi.waitFor(() => expect(received).toEqual(['news']), patienceMs);
  });

  it('reports notifications that could not be sent', async () => {
    const lost: unknown[] = [];
    const watched = createDataSource({
      databaseUrl: database.url,
      applicationName: 'transaction',
      onNotifyError: (error) => lost.push(error),
    });
    await watched.initialize();
    notifyAfterCommit(watched, 'news', 'x'.repeat(8_000));
    await vi.waitFor(() => expect(lost).toMatchObject([{ message: 'payload string too long' }]), patienceMs);
    await watched.destroy();
  });

  it('sends nothing when the transaction is rolled back', async () => {
    const work = inTransaction(db, async (manager) => {
      await manager.query(`INSERT INTO things VALUES ('undone')`);
      notifyAfterCommit(manager, 'news');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    await db.query('SELECT pg_sleep(0.1)');
    expect(received).toEqual([]);
    expect(await db.query(`SELECT 1 FROM things WHERE name = 'undone'`)).toEqual([]);
  });

  it('rejects undefined and null in a condition, which would select every row', async () => {
    const rows = db.getRepository('Outbox');
    await expect(rows.findBy({ job: undefined })).rejects.toThrow(/undefined/i);
    await expect(rows.findBy({ job: null })).rejects.toThrow(/null/i);
  });
});
