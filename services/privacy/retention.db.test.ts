import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { createEverything, type Everything } from '#tests/support/people/everything-about.ts';
import { fileRequest, join } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { guardianDays, type PurgedTable, purgeExpired, purgeTable, retentionRules } from './retention.ts';

let product: TestProduct;
let people: Everything;
let start: Date;
beforeAll(async () => {
  product = await startTestProduct();
  people = await createEverything(product);
  const { db } = product;
  await db.query(
    `UPDATE cases SET status = 'closed', outcome = 'dismissed', closed_reason = 'x', closed_at = now(),
       created_at = now() - interval '10 days'`,
  );
  await db.query('UPDATE outbox SET closed_at = now()');
  await db.query('DELETE FROM provider_incidents');
  await db.query(`INSERT INTO idempotency_keys (id, fingerprint) VALUES (gen_random_uuid(), 'x')`);
  await db.query(`INSERT INTO queue_samples VALUES (now(), 'mail', 0, 0, 0, 0, 0)`);
  await db.query('UPDATE sessions SET expires_at = now()');
  await db.query('UPDATE account_links SET expires_at = now()');
  await db.query('INSERT INTO used_google_tickets (id, expires_at) VALUES (gen_random_uuid(), now())');
  await db.query(
    `INSERT INTO operator_sessions (operator_id, token_hash, expires_at) SELECT id, 'x', now() FROM users LIMIT 1`,
  );
  [{ start }] = await db.query('SELECT now() AS start');
});
afterAll(() => product?.close());

const rowsOf = async (table: string): Promise<string> =>
  JSON.stringify((await product.db.query(`SELECT * FROM ${table} ORDER BY 1`)) as object[]);
const later = (days: number) => new Date(start.getTime() + days * dayMs);

describe('with a moved clock', () => {
  const tables = Object.keys(retentionRules) as PurgedTable[];

  // ASVS 14.2.4
  it.each(tables.map((table) => ({ table, ...retentionRules[table] })))('$table: $period', async (rule) => {
    const { table, days, change } = rule;
    const purge = (moved: number) => purgeTable(product.db, table, later(moved));
    const before = await rowsOf(table);
    expect(before).not.toBe('[]');
    expect([await purge(days - 0.5), await rowsOf(table)]).toEqual([0, before]);
    expect(await purge(days + 0.5)).toBeGreaterThan(0);
    const after = await rowsOf(table);
    if (change) for (const { mark } of [people.learner, people.sponsor]) expect(after).not.toContain(mark);
    else expect(after).toBe('[]');
    expect(await purge(days + 0.5)).toBe(0);
  });

  it('a session is kept for as long after it was revoked as after it expired', async () => {
    const { days } = retentionRules.sessions;
    const purge = (moved: number) => purgeTable(product.db, 'sessions', later(moved));
    await join(product.url, 'sponsor');
    await product.db.query(`UPDATE sessions SET expires_at = $1, revoked_at = $2`, [later(100), start]);
    expect(await purge(days - 0.5)).toBe(0);
    expect(await purge(days + 0.5)).toBeGreaterThan(0);
  });

  it('a subscription that is confirmed, or was asked for again, is kept', async () => {
    const { days } = retentionRules.subscribers;
    const purge = (moved: number) => purgeTable(product.db, 'subscribers', later(moved));
    await product.db.query(
      `INSERT INTO subscribers (email, confirmed_at, asked_at)
       VALUES ('reader@people.example', now(), NULL), ('again@people.example', NULL, $1)`,
      [later(20)],
    );
    expect(await purge(days + 0.5)).toBe(0);
    expect(await purge(days + 20.5)).toBe(1);
    expect(await rowsOf('subscribers')).toContain('reader@people.example');
  });

  it('the words of a report are kept while its case is open', async () => {
    const { days } = retentionRules.reports;
    const purge = (moved: number) => purgeTable(product.db, 'reports', later(moved));
    await product.db.query(
      `WITH open AS (INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
         VALUES ('report', 'course', 'x', 'A report', now()) RETURNING id)
       INSERT INTO reports (case_id, reason, details) SELECT id, 'other', 'These words' FROM open`,
    );
    expect(await purge(days + 0.5)).toBe(0);
    expect(await rowsOf('reports')).toContain('These words');
  });

  it('a table that cannot be purged does not keep the rows of the others', async () => {
    const { db } = product;
    await db.query(`INSERT INTO idempotency_keys (id, fingerprint) VALUES (gen_random_uuid(), 'x')`);
    const [first = ''] = tables;
    await db.query(`ALTER TABLE ${first} RENAME TO unreadable`);
    try {
      await expect(purgeExpired(db, later(2))).rejects.toThrow(`Not purged: ${first}`);
    } finally {
      await db.query(`ALTER TABLE unreadable RENAME TO ${first}`);
    }
    expect(await rowsOf('idempotency_keys')).toBe('[]');
  });

  it('an account under 18 ends when no guardian agreed in time; one with consent and one of an adult stay', async () => {
    const minor = { isAdult: 'false', guardianEmail: 'guardian@people.example' };
    const [waiting, agreed] = [
      await join(product.url, 'learner', minor),
      await join(product.url, 'learner', minor),
    ];
    const adult = await join(product.url, 'learner');
    await product.db.query('UPDATE users SET guardian_agreed_at = now() WHERE email = $1', [agreed.email]);
    const ended = async () => {
      const users: { email: string }[] = await product.db.query(
        'SELECT email FROM users WHERE erasure_requested_at IS NOT NULL AND email = ANY ($1)',
        [[waiting.email, agreed.email, adult.email]],
      );
      return users.map(({ email }) => email);
    };
    await purgeExpired(product.db, later(guardianDays - 0.5));
    expect(await ended()).toEqual([]);
    // A course of this one is paid and not delivered.
    const paid = await join(product.url, 'learner', minor);
    await fileRequest(product.url, paid);
    await product.db.query(
      `UPDATE requests SET status = 'paid', paid_at = now()
       WHERE learner_id = (SELECT id FROM users WHERE email = $1)`,
      [paid.email],
    );
    await purgeExpired(product.db, later(guardianDays + 0.5));
    expect(await ended()).toEqual([waiting.email]);
    expect(await purgeExpired(product.db, later(guardianDays + 0.5))).toMatchObject({ users: 0 });
  });
});
