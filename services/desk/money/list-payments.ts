import type { listPayments as contract, PaymentPage } from '#contracts/desk/desk-money.ts';
import type { Handler } from '#services/deps.ts';
import { rows } from '#services/platform/database/sql.ts';
import {
  paymentCondition,
  paymentFilterValues,
  paymentTables,
  unsearchedCondition,
} from './payment-filters.ts';

type PaymentStatus = PaymentPage['payments'][number]['status'];

interface PaymentRow {
  id: string;
  reference: string;
  status: PaymentStatus;
  course: string;
  payerId: string;
  payerName: string;
  minor: number;
  currency: string;
  createdAt: Date;
}

/** Returns a page of payments, newest first, and how many of each status match the other filters. */
export const listPayments: Handler<typeof contract> = async ({ query }, { db }) => {
  const values = paymentFilterValues(query);
  const [tables, condition] = query.search
    ? [paymentTables, paymentCondition]
    : ['payments p', unsearchedCondition];
  const counts = await rows<{ status: PaymentStatus; n: number }>(
    db,
    `SELECT p.status, count(*)::int AS n FROM ${tables} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    values,
  );
  const total = counts
    .filter(({ status }) => !query.status || status === query.status)
    .reduce((sum, { n }) => sum + n, 0);
  const totalPages = Math.max(1, Math.ceil(total / query.limit));
  const currentPage = Math.min(query.page, totalPages);
  const found = await rows<PaymentRow>(
    db,
    `SELECT p.id, p.reference, p.status, r.course_title AS course, u.id AS "payerId", u.full_name AS "payerName",
       p.amount_minor::float8 AS minor, p.currency, p.created_at AS "createdAt"
     FROM ${paymentTables} WHERE ${paymentCondition} AND ($5::text IS NULL OR p.status = $5)
     ORDER BY p.created_at DESC, p.id LIMIT $6 OFFSET $7`,
    [...values, query.status ?? null, query.limit, (currentPage - 1) * query.limit],
  );
  return {
    message: 'The payments.',
    data: {
      payments: found.map(({ payerId, payerName, minor, currency, createdAt, ...same }) => ({
        ...same,
        payer: { id: payerId, name: payerName },
        amount: { minor, currency },
        createdAt: createdAt.toISOString(),
      })),
      currentPage,
      totalPages,
      total,
      byStatus: Object.fromEntries(counts.map(({ status, n }) => [status, n])),
    },
  };
};
