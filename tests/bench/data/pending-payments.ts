import type { DataSource } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';

/** A payment that its provider reports as paid, and that has not been settled. */
export interface PendingPayment {
  reference: string;
  amountMinor: number;
  currency: string;
}

/**
 * Files open requests, copied from those of the dataset, and starts a payment for each. They stay in the dataset: after many
 * runs settling takes longer, so a comparison of two versions begins with new data.
 */
export function addPendingPayments(db: DataSource, count: number): Promise<PendingPayment[]> {
  return rows<PendingPayment>(
    db,
    `WITH copied AS (
       SELECT gen_random_uuid() AS id, r.*, row_number() OVER () AS n
       FROM (SELECT learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit, motivation,
           socials, delivery FROM requests
         WHERE id IN (SELECT id FROM open_requests WHERE is_public LIMIT $1)) AS r
     ), filed AS (
       INSERT INTO requests (id, learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
         motivation, socials, delivery, is_public)
       SELECT id, learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit, motivation,
         socials, delivery, true FROM copied RETURNING id
     ), sponsors AS (
       SELECT u.id, row_number() OVER () AS n FROM (SELECT id FROM users WHERE role = 'sponsor' LIMIT 40) AS u
     ), sponsored AS (
       INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous)
       SELECT copied.id, sponsors.id, false FROM copied JOIN filed USING (id)
         JOIN sponsors ON sponsors.n = 1 + copied.n % (SELECT count(*) FROM sponsors)
       RETURNING id, request_id, sponsor_id
     )
     INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency, status)
     SELECT 'bench-' || copied.id, copied.id, s.id, s.sponsor_id, copied.price_minor, 10, copied.price_minor + 10, copied.currency,
       'pending'
     FROM copied JOIN sponsored s ON s.request_id = copied.id
     RETURNING reference, amount_minor::float8 AS "amountMinor", currency`,
    [count],
  );
}
