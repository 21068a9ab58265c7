import type { DataSource } from 'typeorm';
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
import { personText } from '../search/find-people.ts';
import { foldWords, hasPatterns, patternsOf } from '../search/match-words.ts';

/** Filters of payments, as the contract has them. */
export type PaymentFilters = z.output<typeof exportPayments.query>;

/** Tables of the filtered payments: payment, payer, request. */
export const paymentTables = `payments p JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id`;

/** Conditions of the filters of payments except the status, in SQL. */
interface PaymentConditions {
  /** On {@link paymentTables}: currency and days. */
  filters: string;
  /** A search, by table; one of them is to hold. */
  matches: { payment: string; payer: string; request: string } | null;
}

/** Returns the conditions of filters, and adds their values. The numbers of parameters begin after `skipped` others. */
export async function paymentConditions(
  db: DataSource,
  { currency, search, from, until }: PaymentFilters,
  values: unknown[],
  skipped = 0,
): Promise<PaymentConditions> {
  const value = (given: string) => `$${values.push(given) + skipped}`;
  const filters = ['true'];
  if (currency) filters.push(`p.currency = ${value(currency)}`);
  if (from) filters.push(`p.created_at >= ${value(from)}::date::timestamp AT TIME ZONE 'UTC'`);
  if (until) filters.push(`p.created_at < (${value(until)}::date + 1)::timestamp AT TIME ZONE 'UTC'`);
  return {
    filters: filters.join(' AND '),
    matches: search ? await searchConditions(db, search, values, skipped) : null,
  };
}

async function searchConditions(db: DataSource, search: string, values: unknown[], skipped: number) {
  const part = `$${values.push(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) + skipped}`;
  const patterns = patternsOf(await foldWords(db, search));
  const person = hasPatterns(personText, patterns, values.length + skipped + 1);
  values.push(...patterns);
  return {
    payment: `p.reference ILIKE ${part}`,
    payer: person || 'false',
    request: `r.course_title ILIKE ${part}`,
  };
}

/**
 * SQL: the number of filtered payments by status, and the ids of a page of them, or of the last page. Each table is searched alone
 * and once, which takes half the time of a search in joined rows.
 */
function pageSql(
  { filters, matches }: PaymentConditions,
  query: { status: string; page: string; limit: string },
) {
  const { status, page, limit } = query;
  const isOfStatus = `(${status}::text IS NULL OR status = ${status})`;
  const payments = `SELECT p.id, p.status, p.created_at FROM payments p WHERE ${filters}`;
  const filtered = matches
    ? `payers AS MATERIALIZED (SELECT u.id FROM users u WHERE ${matches.payer}),
       titled AS MATERIALIZED (SELECT r.id FROM requests r WHERE ${matches.request}),
       found AS MATERIALIZED (${payments} AND (${matches.payment} OR p.payer_id IN (SELECT id FROM payers)
         OR p.request_id IN (SELECT id FROM titled)))`
    : `found AS NOT MATERIALIZED (${payments})`;
  return `WITH ${filtered},
    counts AS (SELECT status, count(*)::int AS n FROM found GROUP BY 1),
    place AS (SELECT coalesce(sum(n), 0)::int AS total, greatest(1, ceil(sum(n) / ${limit}::numeric))::int AS pages
      FROM counts WHERE ${isOfStatus})
    SELECT total, pages AS "totalPages", least(${page}, pages) AS "currentPage",
      (SELECT coalesce(jsonb_object_agg(status, n ORDER BY status), '{}') FROM counts) AS "byStatus",
      ARRAY(SELECT id FROM found WHERE ${isOfStatus} ORDER BY created_at DESC, id
        LIMIT ${limit} OFFSET (SELECT (least(${page}, pages) - 1) * ${limit} FROM place)) AS ids
    FROM place`;
}

type PaymentView = PaymentPage['payments'][number];
type PaymentRow = WithDates<Omit<PaymentView, 'payer' | 'amount'>, 'createdAt'> &
  PaymentView['amount'] & { payerId: string; payerName: string };

type PageFound = Omit<PaymentPage, 'payments'> & { ids: string[] };

/** Returns a page of payments, newest first, and how many of each status match the other filters. */
export const listPayments: Handler<typeof contracts.listPayments> = async ({ query }, { db }) => {
  const values: unknown[] = [query.status ?? null, query.page, query.limit];
  const conditions = await paymentConditions(db, query, values);
  const sql = pageSql(conditions, { status: '$1', page: '$2', limit: '$3' });
  const counted = await row<PageFound>(db, sql, values);
  if (!counted) throw new Error('The statement of a page returns a row.');
  const { ids, ...place } = counted;
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
