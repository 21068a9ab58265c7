import type { DataSource } from 'typeorm';
import type { exportPayments as contract } from '#contracts/desk/desk-money.ts';
import { paymentStatusNames } from '#contracts/desk/desk-words.ts';
import { toMajor } from '#contracts/money.ts';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { type PaymentFilters, paymentConditions, paymentTables } from './payments.ts';
import { readInBatches } from './read-in-batches.ts';

const columns = [
  'started at',
  'reference',
  'status',
  'course',
  'platform',
  'payer',
  'payer email',
  'currency',
  'price',
  'service fee',
  'amount',
  'captured',
  'captured currency',
  'provider fees',
  'returned',
  'settled at',
  'receipt number',
];

interface ExportedPayment
  extends Pick<Payment, 'createdAt' | 'currency' | 'priceMinor' | 'feeMinor' | 'amountMinor'>,
    Pick<Payment, 'capturedMinor' | 'capturedCurrency' | 'settledAt' | 'receiptNumber'> {
  status: PaymentStatus;
  reference: string;
  texts: [course: string, platform: string, payer: string, email: string];
  providerFeesMinor: number | null;
  returnedMinor: number | null;
}

/** Streams the filtered payments as CSV; amounts in major units. The audit log records who exported what. */
export const exportPayments: Handler<typeof contract> = async ({ query, caller }, { db }) => {
  const { status, currency, search, from, until } = query;
  const filters = Object.entries({
    Status: status && paymentStatusNames[status],
    Currency: currency,
    Search: search,
    'Started from': from,
    Until: until,
  });
  const what = filters.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join(', ');
  await inTransaction(db, (manager) =>
    recordAudit(manager, 'payments.exported', 'payments', what, caller.id),
  );
  return {
    fileName: `payments-${new Date().toISOString().slice(0, 10)}.csv`,
    columns,
    batches: readPayments(db, query),
  };
};

async function* readPayments(db: DataSource, query: PaymentFilters) {
  // The values follow those of the cursor.
  const values: unknown[] = [query.status ?? null];
  const { filters, matches } = await paymentConditions(db, query, values, 3);
  const isMatch = matches ? Object.values(matches).join(' OR ') : 'true';
  const batches = readInBatches<ExportedPayment>(
    db,
    `SELECT p.created_at::text AS "cursorAt", p.id AS "cursorId", p.created_at AS "createdAt",
       p.reference, p.status, ARRAY[r.course_title, r.platform, u.full_name, u.email] AS texts, p.currency,
       p.price_minor::float8 AS "priceMinor", p.fee_minor::float8 AS "feeMinor", p.amount_minor::float8 AS "amountMinor",
       p.captured_minor::float8 AS "capturedMinor", p.captured_currency AS "capturedCurrency",
       l.fees::float8 AS "providerFeesMinor", l.returned::float8 AS "returnedMinor", p.settled_at AS "settledAt",
       p.receipt_number::float8 AS "receiptNumber"
     FROM ${paymentTables}
     LEFT JOIN LATERAL (SELECT sum(fees_minor) AS fees, sum(returned_minor) AS returned
       FROM ledger_payments l WHERE l.payment_id = p.id) AS l ON true
     WHERE (p.created_at, p.id) > ($1::timestamptz, $2::uuid) AND ${filters} AND (${isMatch})
       AND ($4::text IS NULL OR p.status = $4)
     ORDER BY p.created_at, p.id LIMIT $3`,
    values,
  );
  for await (const batch of batches) yield batch.map(toCells);
}

const amount = (minor: number | null) => (minor === null ? null : toMajor(minor).toFixed(2));

function toCells(payment: ExportedPayment) {
  return [
    payment.createdAt.toISOString(),
    payment.reference,
    paymentStatusNames[payment.status],
    ...payment.texts,
    payment.currency,
    ...[payment.priceMinor, payment.feeMinor, payment.amountMinor, payment.capturedMinor].map(amount),
    payment.capturedCurrency,
    amount(payment.providerFeesMinor),
    amount(payment.returnedMinor),
    payment.settledAt?.toISOString(),
    payment.receiptNumber === null ? null : receiptNumberText(payment.receiptNumber),
  ];
}
