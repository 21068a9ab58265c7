import type pg from 'pg';

/** Rows that a million learners leave, beyond the dataset; the assumptions are those of docs/capacity.md. */
export interface Year {
  /** Requests that were paid in the year, each with its payment and what follows from it. */
  paidRequests: number;
  /** Started payments that were never paid. */
  abandonedPayments: number;
  /** Outbox rows that the seven days of retention leave, and webhooks of 90 days. */
  outboxRows: number;
  webhooks: number;
}

const statements: readonly [sql: string, count: keyof Year][] = [
  [
    `CREATE TEMP TABLE year_paid AS
     WITH learners AS (SELECT array_agg(id) AS ids FROM (SELECT id FROM users WHERE role = 'learner' LIMIT 900000) AS l),
       sponsors AS (SELECT array_agg(id) AS ids FROM (SELECT id FROM users WHERE role = 'sponsor' LIMIT 50000) AS s)
     SELECT i, gen_random_uuid() AS request_id, gen_random_uuid() AS sponsorship_id, gen_random_uuid() AS payment_id,
       gen_random_uuid() AS transaction_id, learners.ids[1 + i % cardinality(learners.ids)] AS learner_id,
       sponsors.ids[1 + i % cardinality(sponsors.ids)] AS sponsor_id, 1000 + i % 50000 AS price_minor,
       10 + i % 500 AS fee_minor, (ARRAY['NGN', 'USD', 'GBP'])[1 + i % 3] AS currency,
       now() - (i % 365) * interval '1 day' - interval '1 hour' AS paid_at
     FROM learners, sponsors, generate_series(1, $1::int) AS i`,
    'paidRequests',
  ],
  [
    `INSERT INTO requests (id, learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
       motivation, socials, delivery, is_public, created_at, status, paid_at, enrolled_at)
     SELECT request_id, learner_id, 'Course ' || i, 'Coursera', 'https://year.example/' || i, price_minor, currency, 3,
       'months', repeat('Because of my work. ', 10), 'https://social.example/' || i, 'enrolment-code', true,
       paid_at - interval '3 days', 'enrolled', paid_at, paid_at FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO sponsorships (id, request_id, sponsor_id, is_anonymous, created_at)
     SELECT sponsorship_id, request_id, sponsor_id, i % 5 = 0, paid_at FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO payments (id, reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       status, captured_minor, captured_currency, settled_at, created_at, receipt_number)
     SELECT payment_id, 'year-' || i, request_id, sponsorship_id, sponsor_id, price_minor, fee_minor,
       price_minor + fee_minor, currency, 'approved', price_minor + fee_minor, currency, paid_at, paid_at,
       nextval('receipt_numbers') FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       status, settled_at, created_at)
     SELECT 'year-left-' || i, request_id, sponsorship_id, sponsor_id, price_minor, fee_minor, price_minor + fee_minor,
       currency, 'failed', paid_at, paid_at - interval '1 day' FROM year_paid WHERE i <= $1::int`,
    'abandonedPayments',
  ],
  [
    `INSERT INTO enrolments (user_id, request_id, title, description, link, status)
     SELECT learner_id, request_id, 'Course ' || i, 'A course on Coursera.', 'https://year.example/' || i, 'in-progress'
     FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO purchases (request_id, payment_id, status, bought_at, spent_minor, redeemed_at)
     SELECT request_id, payment_id, 'redeemed', paid_at, price_minor, paid_at FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO request_views (request_id, sponsor_id) SELECT request_id, sponsor_id FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO ledger_transactions (id, kind, reference, payment_id, created_at)
     SELECT transaction_id, 'capture', payment_id, payment_id, paid_at FROM year_paid WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
     SELECT transaction_id, line, account, minor, currency FROM year_paid, LATERAL (VALUES
       (0, 'provider', price_minor + fee_minor - 5), (1, 'provider_fees', 5), (2, 'request:' || request_id, -price_minor),
       (3, 'service_fees', -fee_minor)) AS posting (line, account, minor) WHERE i <= $1::int`,
    'paidRequests',
  ],
  [
    `INSERT INTO outbox (job, payload, key, enqueued_at, closed_at)
     SELECT 'mail.deliver', jsonb_build_object('mail', 'receipt-for-sponsor', 'id', gen_random_uuid()), 'year:' || i,
       now() - i % 10080 * interval '1 minute', now() - i % 10080 * interval '1 minute'
     FROM generate_series(1, $1::int) AS i`,
    'outboxRows',
  ],
  [
    `INSERT INTO webhook_inbox (natural_key, event, reference, payload, created_at)
     SELECT 'charge.success:year-' || i, 'charge.success', 'year-' || i,
       jsonb_build_object('event', 'charge.success', 'data', jsonb_build_object('reference', 'year-' || i, 'amount', i,
         'currency', 'NGN', 'status', 'success', 'fees', 5, 'channel', 'card', 'paid_at', now())),
       now() - i % 90 * interval '1 day' FROM generate_series(1, $1::int) AS i`,
    'webhooks',
  ],
];

/** Adds these rows to a database that was filled by the datasets. */
export async function addYear(client: pg.Client, year: Year): Promise<void> {
  // The rows are complete and balanced: a foreign key check and a ledger trigger for each would double the time.
  await client.query('SET session_replication_role = replica');
  for (const [sql, count] of statements) await client.query(sql, sql.includes('$1') ? [year[count]] : []);
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM (ANALYZE)');
}
