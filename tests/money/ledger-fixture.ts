import type { DataSource } from 'typeorm';

/** A stored payment without ledger transactions. */
export interface LedgerPayment {
  paymentId: string;
  requestId: string;
}

/** Inserts a request with `count` payments of 20,018.00 NGN each, as settlements leave them, without the ledger. */
export async function insertPayments(db: DataSource, count: number): Promise<LedgerPayment[]> {
  const suffix = crypto.randomUUID();
  return db.query(
    `WITH people AS (
       INSERT INTO users (email, full_name, role)
       SELECT role || '-$1@example.org', 'Somebody', role
       FROM unnest(ARRAY['learner', 'sponsor']) AS role RETURNING id, role
     ), request AS (
       INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, is_public, status, paid_at)
       SELECT id, 'A course', 'Coursera', 'https://example.org', 2000000, 'NGN', 1, 'weeks', '', '', 'enrolment-code',
         true, 'paid', now() FROM people WHERE role = 'learner' RETURNING id
     ), sponsorship AS (
       INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous)
       SELECT request.id, people.id, true FROM request, people WHERE role = 'sponsor' RETURNING id, request_id, sponsor_id
     )
     INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       status, settled_at)
     SELECT 'pay-$1-' || n, request_id, id, sponsor_id, 2000000, 1800, 2001800, 'NGN', 'refund_due', now()
     FROM sponsorship, generate_series(1, ${count}) AS n RETURNING id AS "paymentId", request_id AS "requestId"`.replaceAll(
      '$1',
      suffix,
    ),
  );
}
