import type * as z from 'zod/mini';
import type * as contracts from '#contracts/desk/desk-money.ts';
import type { exportPayments, PaymentPage } from '#contracts/desk/desk-money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { syncRefundsJob } from '#services/refunds/refunds.jobs.ts';

/** Filters of payments, as the contract has them. */
export type PaymentFilters = z.output<typeof exportPayments.query>;

/** Tables of the filtered payments: payment, payer, request. */
export const paymentTables = `payments p JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id`;

const conditionWith = (search: string) => `${search} AND ($1::text IS NULL OR p.currency = $1)
  AND ($3::date IS NULL OR p.created_at >= $3::date::timestamp AT TIME ZONE 'UTC')
  AND ($4::date IS NULL OR p.created_at < ($4::date + 1)::timestamp AT TIME ZONE 'UTC')`;

/** SQL condition of {@link paymentFilterValues}, except the status. */
export const paymentCondition = conditionWith(
  "($2::text IS NULL OR position(lower($2) IN lower(concat_ws(' ', p.reference, u.full_name, u.email, r.course_title))) > 0)",
);

/** The same condition without a search, which needs no table but payments. */
const unsearchedCondition = conditionWith('$2::text IS NULL');

/** Values of `$1` to `$4` in {@link paymentCondition}. */
export function paymentFilterValues({ currency, search, from, until }: PaymentFilters): (string | null)[] {
  return [currency ?? null, search || null, from ?? null, until ?? null];
}

type PaymentView = PaymentPage['payments'][number];
type PaymentRow = WithDates<Omit<PaymentView, 'payer' | 'amount'>, 'createdAt'> &
  PaymentView['amount'] & { payerId: string; payerName: string };

/** Returns a page of payments, newest first, and how many of each status match the other filters. */
export const listPayments: Handler<typeof contracts.listPayments> = async ({ query }, { db }) => {
  const values = paymentFilterValues(query);
  const [tables, condition] = query.search
    ? [paymentTables, paymentCondition]
    : ['payments p', unsearchedCondition];
  const counts = await rows<{ status: PaymentView['status']; n: number }>(
    db,
    `SELECT p.status, count(*)::int AS n FROM ${tables} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    values,
  );
  const total = counts
    .filter(({ status }) => !query.status || status === query.status)
    .reduce((sum, { n }) => sum + n, 0);
  const totalPages = Math.max(1, Math.ceil(total / query.limit));
  const currentPage = Math.min(query.page, totalPages);
  const payments = await rows<PaymentRow>(
    db,
    `SELECT p.id, p.reference, p.status, r.course_title AS course, u.id AS "payerId", u.full_name AS "payerName",
       coalesce(p.captured_minor, p.amount_minor)::float8 AS minor, coalesce(p.captured_currency, p.currency) AS currency,
       p.created_at AS "createdAt"
     FROM ${paymentTables} WHERE ${paymentCondition} AND ($5::text IS NULL OR p.status = $5)
     ORDER BY p.created_at DESC, p.id LIMIT $6 OFFSET $7`,
    [...values, query.status ?? null, query.limit, (currentPage - 1) * query.limit],
  );
  return {
    message: 'The payments.',
    data: {
      payments: payments.map(({ payerId, payerName, minor, currency, ...payment }) => ({
        ...isoTimes(payment),
        payer: { id: payerId, name: payerName },
        amount: { minor, currency },
      })),
      currentPage,
      totalPages,
      total,
      byStatus: Object.fromEntries(counts.map(({ status, n }) => [status, n])),
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
