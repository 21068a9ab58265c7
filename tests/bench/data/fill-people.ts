import type pg from 'pg';
import { bulkInsertRequests } from '#tests/funding/support/bulk-insert-requests.ts';

/** Most open requests and most paid ones, whatever the number of people. */
const mostRequests = 100_000;

const requestColumns = `learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
  motivation, socials, delivery, is_public, created_at, status, paid_at, enrolled_at, completed_at`;

/**
 * One in twenty people is a sponsor, and half of the people have a session. At every size a sponsor who paid has 20
 * payments and a learner whose course was paid has two, so that a dashboard is of the same length.
 */
const statements = [
  `INSERT INTO users (email, full_name, role, phone_number, country, gender, email_verified_at, created_at)
   SELECT 'person-' || i || '@people.example', 'Person ' || i, CASE WHEN i % 20 = 0 THEN 'sponsor' ELSE 'learner' END,
     '+234 801 234 5678', 'Nigeria', 'nb', now(), now() - i % 1000 * interval '1 hour'
   FROM generate_series(1, $1::int) AS i`,
  `INSERT INTO sessions (user_id, expires_at, user_agent, network_hash)
   SELECT id, now() + interval '30 days', 'Browser ' || row_number() OVER () % 50, md5(id::text)
   FROM users WHERE email LIKE 'person-%' AND right(id::text, 1) < '8'`,
  `CREATE TEMP TABLE paid AS
   WITH learners AS (SELECT array_agg(id ORDER BY email) AS ids FROM users WHERE role = 'learner' AND email LIKE 'person-%'),
     sponsors AS (SELECT array_agg(id ORDER BY email) AS ids FROM users WHERE role = 'sponsor' AND email LIKE 'person-%')
   SELECT i, gen_random_uuid() AS request_id, gen_random_uuid() AS sponsorship_id, gen_random_uuid() AS payment_id,
     gen_random_uuid() AS enrolment_id, gen_random_uuid() AS transaction_id,
     learners.ids[1 + i / 2] AS learner_id,
     sponsors.ids[1 + i / 20] AS sponsor_id,
     1000 + i % 50000 AS price_minor, 10 + i % 500 AS fee_minor, (ARRAY['NGN', 'USD', 'GBP'])[1 + i % 3] AS currency,
     now() - (i % 700) * interval '1 day' AS paid_at, i % 3 = 0 AS is_completed
   FROM learners, sponsors, generate_series(0, least($1::int, ${mostRequests}) * 9 / 10) AS i`,
  `INSERT INTO requests (id, ${requestColumns})
   SELECT request_id, learner_id, 'Course ' || i, 'Coursera', 'https://paid.example/' || i, price_minor, currency, 3,
     'months', repeat('Because of my work. ', 10), 'https://social.example/' || i, 'enrolment-code', true,
     paid_at - interval '3 days', CASE WHEN is_completed THEN 'completed' ELSE 'enrolled' END, paid_at, paid_at,
     CASE WHEN is_completed THEN now() END FROM paid`,
  `INSERT INTO sponsorships (id, request_id, sponsor_id, is_anonymous, created_at)
   SELECT sponsorship_id, request_id, sponsor_id, i % 5 = 0, paid_at FROM paid`,
  `INSERT INTO payments (id, reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
     status, captured_minor, captured_currency, settled_at, created_at, receipt_number)
   SELECT payment_id, 'bulk-' || i, request_id, sponsorship_id, sponsor_id, price_minor, fee_minor, price_minor + fee_minor,
     currency, 'approved', price_minor + fee_minor, currency, paid_at, paid_at, nextval('receipt_numbers') FROM paid`,
  `INSERT INTO enrolments (id, user_id, request_id, title, description, link, status, completed_at)
   SELECT enrolment_id, learner_id, request_id, 'Course ' || i, 'A course on Coursera.', 'https://paid.example/' || i,
     CASE WHEN is_completed THEN 'completed' ELSE 'in-progress' END, CASE WHEN is_completed THEN now() END FROM paid`,
  `INSERT INTO enrolments (user_id, title, description, link)
   SELECT learner_id, 'Saved ' || i, 'A saved course.', 'https://saved.example/' || i FROM paid`,
  `INSERT INTO purchases (request_id, payment_id, status, bought_at, spent_minor, redeemed_at)
   SELECT request_id, payment_id, 'redeemed', paid_at, price_minor, paid_at FROM paid`,
  `INSERT INTO request_views (request_id, sponsor_id) SELECT request_id, sponsor_id FROM paid`,
  `INSERT INTO ledger_transactions (id, kind, reference, payment_id, created_at)
   SELECT transaction_id, 'capture', payment_id, payment_id, paid_at FROM paid`,
  `INSERT INTO ledger_postings (transaction_id, line, account, amount_minor, currency)
   SELECT transaction_id, line, account, minor, currency FROM paid, LATERAL (VALUES
     (0, 'provider', price_minor + fee_minor), (1, 'request:' || request_id, -price_minor),
     (2, 'service_fees', -fee_minor)) AS posting (line, account, minor)`,
  `INSERT INTO outbox (job, payload, key, enqueued_at, closed_at)
   SELECT 'mail.deliver', jsonb_build_object('mail', 'receipt-for-sponsor', 'id', payment_id), 'bulk:' || i, now(), now()
   FROM paid`,
];

/** Fills an empty database with people, open requests, and paid requests with what followed from them. */
export async function fillPeople(client: pg.Client, people: number): Promise<void> {
  await bulkInsertRequests(client, Math.min(people, mostRequests));
  // The rows are complete and balanced: a foreign key check and a ledger trigger for each would double the time.
  await client.query(`SET session_replication_role = replica`);
  for (const sql of statements) await client.query(sql, sql.includes('$1') ? [people] : []);
  await client.query(`SET session_replication_role = origin`);
  const { rows } = await client.query<{ sum: string }>(
    'SELECT count(*) AS sum FROM (SELECT 1 FROM ledger_postings GROUP BY transaction_id, currency HAVING sum(amount_minor) <> 0) AS unbalanced',
  );
  if (Number(rows[0]?.sum) !== 0) throw new Error('The generated ledger does not add up to 0.');
}
