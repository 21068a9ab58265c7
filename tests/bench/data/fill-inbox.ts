import type pg from 'pg';

/** Cases of the benchmark of the desk's calls. */
export const deskCases = 50_000;
/** Those of them that are open. */
export const openDeskCases = 5_000;

/**
 * `$1` are the ids of the operators. Half of the cases are about purchases; the others are refunds, disputes, reviews and suspensions.
 * Every fifth case is unclaimed, and every fifth waits for a sponsor. Every fifth refund waits for approval, those of closed cases without one.
 */
const statements: readonly string[] = [
  `CREATE TEMP TABLE numbered AS SELECT p.id AS purchase_id, p.payment_id, p.request_id, r.learner_id, y.currency, y.amount_minor,
     row_number() OVER (ORDER BY p.id) AS n
   FROM purchases p JOIN payments y ON y.id = p.payment_id JOIN requests r ON r.id = p.request_id LIMIT ${deskCases}`,
  'DELETE FROM cases',
  `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at, created_at)
   SELECT CASE WHEN n % 2 = 0 THEN 'purchase' WHEN n % 10 = 1 THEN 'refund' WHEN n % 10 = 3 THEN 'dispute'
       WHEN n % 10 = 5 THEN 'payment_review' WHEN n % 10 = 7 THEN 'request_review' ELSE 'suspension' END,
     CASE WHEN n % 2 = 0 THEN 'purchase' WHEN n % 10 < 7 THEN 'payment' WHEN n % 10 = 7 THEN 'request' ELSE 'user' END,
     CASE WHEN n % 2 = 0 THEN purchase_id WHEN n % 10 < 7 THEN payment_id WHEN n % 10 = 7 THEN request_id
       ELSE learner_id END,
     'Case ' || n, now() + (n % 2000 - 1000) * interval '1 hour', now() - n % 90 * interval '1 day'
   FROM numbered ON CONFLICT DO NOTHING`,
  `UPDATE cases c SET status = CASE WHEN m % 5 = 1 THEN 'waiting' ELSE 'claimed' END, owner_id = ($1::uuid[])[1 + m % 3],
     claimed_at = now(), waiting_on = CASE WHEN m % 5 = 1 THEN 'sponsor' END,
     waiting_until = CASE WHEN m % 5 = 1 THEN due_at END
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS m FROM cases) AS mixed WHERE mixed.id = c.id AND m % 5 > 0`,
  `UPDATE cases c SET status = 'closed', outcome = 'done', closed_reason = '', closed_at = due_at, waiting_on = NULL, waiting_until = NULL
   FROM (SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS m FROM cases) AS mixed
   WHERE mixed.id = c.id AND m > ${openDeskCases}`,
  `INSERT INTO case_acts (case_id, act, detail)
   SELECT id, act, '' FROM cases, unnest(ARRAY['opened', 'claimed', 'waiting', 'noted']) AS act`,
  `INSERT INTO refunds (payment_id, origin, amount_minor, currency, reason, requested_by_id, approved_at)
   SELECT payment_id, 'operator', amount_minor, currency, 'The course is not offered.', ($1::uuid[])[1],
     CASE WHEN n % 50 = 1 THEN NULL ELSE now() END
   FROM numbered WHERE n % 10 = 1`,
  `INSERT INTO disputes (payment_id, provider_id, status, amount_minor, currency, due_at, opened_at)
   SELECT payment_id, 'bench-' || n, 'awaiting_merchant', amount_minor, currency, now() + interval '1 day', now()
   FROM numbered WHERE n % 10 = 3`,
  `INSERT INTO audit_entries (actor_id, action, subject, reason, created_at)
   SELECT ($1::uuid[])[1], 'case.opened', 'request:' || request_id, '', now() - n * interval '1 minute' FROM numbered`,
];

/** Replaces the cases of a dataset of 100,000 by open ones of several kinds, and adds what they are about. */
export async function fillInbox(client: pg.Client, operatorIds: readonly string[]): Promise<void> {
  await client.query('SET session_replication_role = replica; SET statement_timeout = 0');
  for (const sql of statements) await client.query(sql, sql.includes('$1') ? [operatorIds] : []);
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM (FULL, ANALYZE) cases');
  await client.query('VACUUM (ANALYZE) case_acts, refunds, disputes, audit_entries');
}
