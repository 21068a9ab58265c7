import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { createDataSource, migrationsFolder } from './data-source.ts';
import { Approvals1795880000000 } from './migrations/1795880000000-approvals.ts';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = {
    entities,
    databaseUrl: database.url,
    applicationName: 'carry',
    migrations: migrationsFolder,
  };
  db = await createDataSource(options).initialize();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('carries what waits in the previous release over, each to its case', async () => {
  const runner = db.createQueryRunner();
  await runner.startTransaction();
  try {
    const migration = new Approvals1795880000000();
    await migration.down(runner);
    await runner.query('SET LOCAL session_replication_role = replica');
    const [ada, learner, request, payment, purchase, dispute] = Array.from({ length: 6 }, () => randomUUID());
    const open = (kind: string, type: string, id: string | undefined) =>
      runner.query(
        `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at) VALUES ($1, $2, $3, 'x', now())`,
        [kind, type, id],
      );
    await open('report', 'request', request);
    await open('dispute', 'payment', payment);
    await open('purchase', 'purchase', purchase);
    await runner.query(
      `INSERT INTO disputes (id, payment_id, provider_id, status, amount_minor, currency, due_at, opened_at)
       VALUES ($1, $2, '1', 'awaiting_merchant', 1, 'NGN', now(), now())`,
      [dispute, payment],
    );
    await runner.query(
      `INSERT INTO purchases (id, request_id, payment_id, status, owner_id, claimed_until, overrun_minor, overrun_by_id)
       VALUES ($1, $2, $3, 'claimed', $4, now(), 5, $4)`,
      [purchase, request, payment, ada],
    );
    for (const [action, subject] of [
      ['person.suspend', `user:${learner}`],
      ['report.resume', `request:${request}`],
      ['dispute.accept', `dispute:${dispute}`],
      ['report.resume', `request:${randomUUID()}`],
    ])
      await runner.query(
        `INSERT INTO pending_approvals (action, subject, reason, requested_by_id) VALUES ($1, $2, 'Why', $3)`,
        [action, subject, ada],
      );
    await migration.up(runner);
    const carried = await runner.query(
      `SELECT a.action, a.requested_by_id AS "by", a.reason, c.kind, c.subject_id AS id
       FROM pending_approvals a LEFT JOIN cases c ON c.id = a.case_id ORDER BY a.action, c.kind`,
    );
    const asked = { by: ada, reason: 'Why' };
    expect(carried).toEqual([
      { ...asked, action: 'dispute.accept', kind: 'dispute', id: payment },
      { ...asked, action: 'person.suspend', kind: 'suspension', id: learner },
      { ...asked, action: 'purchase.overrun', reason: '', kind: 'purchase', id: purchase },
      { ...asked, action: 'report.resume', kind: 'report', id: request },
      { ...asked, action: 'report.resume', kind: null, id: null },
    ]);
    const acts = await runner.query(
      `SELECT act, detail FROM case_acts a JOIN cases c ON c.id = a.case_id WHERE c.kind = 'suspension'`,
    );
    expect(acts).toEqual([{ act: 'requested', detail: 'Why' }]);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});
