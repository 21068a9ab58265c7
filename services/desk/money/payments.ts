import type * as z from 'zod/mini';
import type * as contracts from '#contracts/desk/desk-money.ts';
import type { exportPayments, PaymentPage } from '#contracts/desk/desk-money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';

/** Filters of payments, as the contract has them. */
export type PaymentFilters = z.output<typeof exportPayments.query>;

/** Tables of the filtered payments: payment, payer, request. */
export const paymentTables = `payments p JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id`;

const conditionWith = (
  match: string,
) => `($2::text IS NULL OR ${match}) AND ($1::text IS NULL OR p.currency = $1)
  AND ($3::date IS NULL OR p.created_at >= $3::date::timestamp AT TIME ZONE 'UTC')
  AND ($4::date IS NULL OR p.created_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC')`;

/** SQL conditions of a search, by table. */
const matches = {
  payment: 'p.reference ILIKE $2',
  payer: "u.full_name || ' ' || u.email ILIKE $2",
  request: 'r.course_title ILIKE $2',
};

/** SQL condition of {@link paymentFilterValues}, except the status. */
export const paymentCondition = conditionWith(`(${Object.values(matches).join(' OR ')})`);

/** Values of `$1` to `$4` in {@link paymentCondition}. */
export function paymentFilterValues({ currency, search, from, until }: PaymentFilters): (string | null)[] {
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null;
  return [currency ?? null, pattern, from ?? null, until ?? null];
}

/**
 * SQL: the filtered payments of {@link paymentCondition} and `$5`, their number by status, and the ids of the page `$6` of `$7`
 * rows, or of the last page. Each table is searched alone and once, which takes half the time of a search in joined rows.
 */
const pageOf = (isSearched: boolean) => `WITH
  payers AS MATERIALIZED (SELECT u.id FROM users u WHERE ${matches.payer}),
  titled AS MATERIALIZED (SELECT r.id FROM requests r WHERE ${matches.request}),
  found AS ${isSearched ? '' : 'NOT '}MATERIALIZED (SELECT p.id, p.status, p.created_at FROM payments p WHERE ${conditionWith(
    `(${matches.payment} OR p.payer_id IN (SELECT id FROM payers) OR p.request_id IN (SELECT id FROM titled))`,
  )}),
  counts AS (SELECT status, count(*)::int AS n FROM found GROUP BY 1),
  total AS (SELECT coalesce(sum(n), 0)::int AS n FROM counts WHERE $5::text IS NULL OR status = $5),
  place AS (SELECT n, greatest(1, ceil(n / $7::numeric))::int AS pages FROM total)
  SELECT n AS total, pages AS "totalPages", least($6, pages) AS "currentPage",
    (SELECT coalesce(jsonb_object_agg(status, counts.n ORDER BY status), '{}') FROM counts) AS "byStatus",
    ARRAY(SELECT id FROM found WHERE $5::text IS NULL OR status = $5 ORDER BY created_at DESC, id
      LIMIT $7 OFFSET (SELECT (least($6, pages) - 1) * $7 FROM place)) AS ids
  FROM place`;

type PaymentView = PaymentPage['payments'][number];
type PaymentRow = WithDates<Omit<PaymentView, 'payer' | 'amount'>, 'createdAt'> &
  PaymentView['amount'] & { payerId: string; payerName: string };

type PageFound = Omit<PaymentPage, 'payments'> & { ids: string[] };

/** Returns a page of payments, newest first, and how many of each status match the other filters. */
export const listPayments: Handler<typeof contracts.listPayments> = async ({ query }, { db }) => {
  const { search, status, page, limit } = query;
  const values = [...paymentFilterValues(query), status ?? null, page, limit];
  const found = await row<PageFound>(db, pageOf(Boolean(search)), values);
  if (!found) throw new Error('The statement of a page returns a row.');
  const { ids, ...place } = found;
  const payments = await rows<PaymentRow>(
    db,
    `SELECT p.id, p.reference, p.status, r.course_title AS course, u.id AS "payerId", u.full_name AS "payerName",
       coalesce(p.captured_minor, p.amount_minor)::float8 AS minor, coalesce(p.captured_currency, p.currency) AS currency,
       p.created_at AS "createdAt"
     FROM ${paymentTables} WHERE p.id = ANY ($1) ORDER BY p.created_at DESC, p.id`,
    [ids],
  );
  return {
    message: 'The payments.',
    data: {
      payments: payments.map(({ payerId, payerName, minor, currency, ...payment }) => ({
        ...isoTimes(payment),
        payer: { id: payerId, name: payerName },
        amount: { minor, currency },
      })),
      ...place,
    },
  };
};

/** Enqueues the verification of a payment and its refunds with the provider. @throws HttpError 404 */
export const verifyPaymentAgain: Handler<typeof contracts.verifyPaymentAgain> = async (
  { params, caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const payment = await manager.findOneBy(PaymentEntity, { id: params.id });
    if (!payment) throw notFound('There is no such payment.');
    const { id, reference } = payment;
    await enqueue(manager, verifyPaymentJob, { reference });
    // A settled payment changes only by its refunds.
    await enqueue(manager, syncRefundsJob, { reference });
    await recordAudit(manager, 'payment.verified_again', `payment:${id}`, '', caller.id);
  });
  return { message: 'The provider is asked again. The page shows the result in a moment.' };
};
