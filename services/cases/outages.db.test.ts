import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { checkOutages, recordOutage } from './outages.ts';
import { checkWorkers, startHeartbeat } from './worker-heartbeats.ts';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createDataSource({
    entities,
    databaseUrl: database.url,
    applicationName: 'test',
  }).initialize();
});
beforeEach(() => db.query('TRUNCATE service_outages, worker_heartbeats, cases, outbox CASCADE'));
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const incidents = () =>
  db.query(
    `SELECT subject_id AS about, status, outcome, occurrences, summary FROM cases WHERE kind = 'incident' ORDER BY created_at`,
  );
const down = async () => {
  throw new Error('no answer');
};
const up = async () => undefined;
const passMinutes = (minutes: number) =>
  db.query(`UPDATE service_outages SET since = since - interval '${minutes} minutes'`);

describe('a server that is unavailable', () => {
  it('opens one incident after five minutes, which says since when, and closes it when it answers again', async () => {
    await recordOutage(db, 'provider', new Error('no answer'));
    await checkOutages(db, { provider: down, mail: down });
    expect(await incidents()).toEqual([]);
    await passMinutes(5);
    await Promise.all([1, 2].map(() => checkOutages(db, { provider: down, mail: down })));
    await checkOutages(db, { provider: down, mail: down });
    expect(await incidents()).toEqual([
      {
        about: 'provider',
        status: 'open',
        outcome: null,
        occurrences: 1,
        summary: expect.stringMatching(/^The payment provider does not answer since \d{4}-.* UTC\.$/),
      },
    ]);
    const mailed = `SELECT 1 FROM outbox WHERE job = 'cases.mail-operators' AND payload->>'mail' = 'incident-opened'`;
    expect(await db.query(mailed)).toHaveLength(1);
    expect(await db.query('SELECT tries FROM service_outages')).toEqual([{ tries: 5 }]);
    await checkOutages(db, { provider: up, mail: up });
    expect(await incidents()).toMatchObject([{ status: 'closed', outcome: 'recovered' }]);
    expect(await db.query('SELECT service FROM service_outages')).toEqual([]);
  });

  it('opens none when it answers again before', async () => {
    await recordOutage(db, 'mail', new Error('no answer'));
    await passMinutes(10);
    await checkOutages(db, { provider: down, mail: up });
    expect(await incidents()).toEqual([]);
    expect(await db.query('SELECT service FROM service_outages')).toEqual([]);
  });
});

describe('a worker that stopped', () => {
  const lost = `INSERT INTO worker_heartbeats (id, host, started_at, seen_at)
    VALUES (gen_random_uuid(), 'lagos-1', now() - interval '1 day', now() - interval '3 minutes') RETURNING id`;

  it('opens one incident at the second check, and closes it when another one runs in its place', async () => {
    const [{ id }] = await db.query(lost);
    const suspects = await checkWorkers(db, new Set());
    expect(suspects).toEqual(new Set([id]));
    expect(await incidents()).toEqual([]);
    await Promise.all([checkWorkers(db, suspects), checkWorkers(db, suspects)]);
    await checkWorkers(db, suspects);
    expect(await incidents()).toMatchObject([{ about: `worker:${id}`, status: 'open', occurrences: 1 }]);
    const heartbeat = startHeartbeat(db);
    await expect.poll(() => db.query('SELECT 1 FROM worker_heartbeats')).toHaveLength(2);
    await checkWorkers(db, suspects);
    expect(await incidents()).toMatchObject([{ status: 'closed', outcome: 'recovered' }]);
    await heartbeat.stop();
    expect(await db.query('SELECT 1 FROM worker_heartbeats')).toEqual([]);
  });

  it('is reported although it ended in order, when no worker runs and jobs are due', async () => {
    expect(await checkWorkers(db, new Set())).toEqual(new Set());
    await db.query(
      `INSERT INTO outbox (job, payload, available_at) VALUES ('payments.verify', '{}', now() - interval '3 minutes')`,
    );
    const suspects = await checkWorkers(db, new Set());
    await checkWorkers(db, suspects);
    await checkWorkers(db, suspects);
    expect(await incidents()).toMatchObject([{ about: 'workers', status: 'open', occurrences: 1 }]);
    const heartbeat = startHeartbeat(db);
    await expect.poll(() => db.query('SELECT 1 FROM worker_heartbeats')).toHaveLength(1);
    await checkWorkers(db, suspects);
    await heartbeat.stop();
    expect(await incidents()).toMatchObject([{ status: 'closed', outcome: 'recovered' }]);
  });
});

it('a case that the previous release opens about a failing job is an incident', async () => {
  await db.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at) VALUES ('job_failure', 'job', 'a:b', 'A job failed.', now())`,
  );
  expect(await incidents()).toMatchObject([{ about: 'a:b', status: 'open' }]);
});
