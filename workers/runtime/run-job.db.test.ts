import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createLogger } from '#services/platform/log.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { patient } from '#tests/support/soon.ts';
import type { Handler, WorkerDeps } from './handler.ts';
import { createJobRunner } from './run-job.ts';

const job = defineJob({
  name: 'test.job',
  queue: 'mail',
  payload: z.object({ name: z.string() }),
  attempts: 3,
  backoff: { firstMs: 1, maxMs: 1 },
});

describe('the outbox row of a delivery', () => {
  let database: TestDatabase;
  let db: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'run-job' });
    await db.initialize();
    await db.query('CREATE TABLE effects (name text)');
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });

  const start = async (name: string, handler: Handler<{ name: string }>) => {
    const id = await inTransaction(db, (manager) => enqueue(manager, job, { name }));
    const deps = { db, log: createLogger({ logLevel: 'silent' }, 'test') } as unknown as WorkerDeps;
    const createRun = () => createJobRunner({ deps, jobs: [job], handlers: { 'test.job': handler } });
    const run = createRun();
    // A runner of its own is another process.
    return (attempt = 1, isElsewhere = false, holdsLock = true) =>
      (isElsewhere ? createRun() : run)({
        id: id ?? '',
        name: 'test.job',
        attempt,
        delivered: attempt,
        isScheduled: false,
        data: undefined,
        holdsLock: async () => holdsLock,
      });
  };
  const effects = async (name: string) =>
    (await db.query('SELECT 1 FROM effects WHERE name = $1', [name])).length;
  const row = async (name: string) =>
    (await db.query(`SELECT * FROM outbox WHERE payload->>'name' = $1`, [name]))[0];

  it('leaves a job whose lock is lost to the delivery that has it, before what cannot be undone', async () => {
    const deliver = await start('taken', async ({ name }, { ensureHeld, complete }) => {
      await ensureHeld();
      await complete((manager) => manager.query('INSERT INTO effects VALUES ($1)', [name]));
    });
    expect(await deliver(3, false, false)).toEqual({ kind: 'taken' });
    expect(await effects('taken')).toBe(0);
    expect(await row('taken')).toMatchObject({ closed_at: null, failed_at: null, last_error: null });
    expect(await deliver(1, true)).toEqual({ kind: 'done' });
    expect(await effects('taken')).toBe(1);
  });

  it('has one effect for concurrent deliveries to several processes', async () => {
    const deliver = await start('at once', async ({ name }, { complete }) => {
      await complete(async (manager) => {
        await sleep(50);
        await manager.query('INSERT INTO effects VALUES ($1)', [name]);
      });
    });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => deliver(1, true)));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ({ kind: 'done' })));
    expect(await effects('at once')).toBe(1);
  });

  // ASVS 2.3.3
  it('stays open with the reason when the work fails, and the work is rolled back', async () => {
    const deliver = await start('fails', async ({ name }, { attempt, complete }) => {
      await complete(async (manager) => {
        await manager.query('INSERT INTO effects VALUES ($1)', [name]);
        if (attempt === 1) throw new Error('half way');
      });
    });
    expect(await deliver()).toMatchObject({ kind: 'retry' });
    expect(await effects('fails')).toBe(0);
    expect(await row('fails')).toMatchObject({
      closed_at: null,
      failed_at: null,
      last_error: 'Error: half way',
    });
    expect(await deliver(2)).toEqual({ kind: 'done' });
    expect(await effects('fails')).toBe(1);
    expect((await row('fails')).closed_at).not.toBeNull();
  });

  it('has no failure recorded once it is done, nor once an operator discarded it', async () => {
    const deliver = await start('late', async (_payload, { complete }) => {
      await complete(async () => {});
      throw new Error('after the work');
    });
    expect(await deliver(3)).toEqual({ kind: 'done' });
    expect(await row('late')).toMatchObject({ failed_at: null, last_error: null });
    const discarded = await start('discarded', async ({ name }) => {
      await db.query(
        `UPDATE outbox SET failed_at = now(), last_error = 'discarded' WHERE payload->>'name' = $1`,
        [name],
      );
      throw new Error('meanwhile');
    });
    expect(await discarded(1)).toEqual({ kind: 'done' });
    expect(await row('discarded')).toMatchObject({ last_error: 'discarded' });
  });

  it('is renewed before the job runs, and while it runs, so that the relay does not add the job again', async () => {
    const madeOldAt = new Date(0);
    const isRenewed = async (): Promise<boolean> => {
      const [{ at }] = await db.query(`SELECT enqueued_at AS at FROM outbox WHERE payload->>'name' = 'long'`);
      return at > madeOldAt;
    };
    const makeOld = () =>
      db.query(`UPDATE outbox SET enqueued_at = $1 WHERE payload->>'name' = 'long'`, [madeOldAt]);
    let isRenewedBefore: boolean | undefined;
    const deliver = await start('long', async () => {
      isRenewedBefore = await isRenewed();
      await makeOld();
      await expect.poll(isRenewed, patient).toBe(true);
    });
    await makeOld();
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(isRenewedBefore).toBe(true);
  });

  it('is closed after a mail was sent, although the connection is lost in the meantime', async () => {
    let mails = 0;
    let works = 0;
    const deliver = await start('sent', async (_payload, { isSent, markSent, complete }) => {
      if (!isSent) mails += 1;
      markSent();
      await complete(async (manager) => {
        works += 1;
        if (works < 3) await manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
      });
    });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect([mails, works]).toEqual([1, 3]);
  });

  it('stays open when the connection is lost in the last attempt, and the work is rolled back', async () => {
    let attempts = 0;
    const deliver = await start('cut', async ({ name }, { complete }) => {
      await complete(async (manager) => {
        await manager.query('INSERT INTO effects VALUES ($1)', [name]);
        attempts += 1;
        if (attempts === 1) await manager.query('SELECT pg_terminate_backend(pg_backend_pid())');
        if (attempts === 2) {
          const connection = await manager.queryRunner?.connect();
          const lost = once(connection, 'error');
          const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
          await db.query('SELECT pg_terminate_backend($1)', [pid]);
          await lost;
          await manager.query('INSERT INTO effects VALUES ($1)', [name]);
        }
      });
    });
    expect(await deliver(3)).toMatchObject({ kind: 'postponed' });
    expect(await deliver(3)).toMatchObject({ kind: 'postponed' });
    expect(await row('cut')).toMatchObject({ closed_at: null, failed_at: null });
    expect(await deliver(3)).toEqual({ kind: 'done' });
    expect(await effects('cut')).toBe(1);
  });

  it('is closed when a handler has nothing to complete', async () => {
    const deliver = await start('returns', async () => {});
    await deliver();
    expect((await row('returns')).closed_at).not.toBeNull();
  });
});
