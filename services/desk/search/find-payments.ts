import { paymentStatusNames } from '#contracts/desk/desk-words.ts';
import { formatMinor } from '#contracts/money.ts';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { receiptNumberText } from '#services/payments/receipts.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { firstOf } from './first-rows.ts';
import { deskPages, type NamedResult } from './named-result.ts';
import type { ParsedSearch } from './parse-search.ts';

interface PaymentRow {
  id: string;
  isExact: boolean;
  reference: string;
  status: PaymentStatus;
  minor: number;
  currency: string;
  receiptNumber: number | null;
  course: string;
  payerId: string;
  payer: string;
}

/**
 * Returns payments by receipt number, our reference, the provider's ids of payment, refund or dispute, id, or amount: exact
 * identifiers first, then the newest.
 */
export async function findPayments(
  db: SqlClient,
  search: ParsedSearch,
  limit: number,
): Promise<(NamedResult & { isExact: boolean })[]> {
  const values: unknown[] = [search.identifiers];
  const payments = await rows<PaymentRow>(
    db,
    `SELECT p.id, f.rank = 0 AS "isExact", p.reference, p.status,
       coalesce(p.captured_minor, p.amount_minor)::float8 AS minor, coalesce(p.captured_currency, p.currency) AS currency,
       p.receipt_number::float8 AS "receiptNumber", r.course_title AS course, u.id AS "payerId", u.full_name AS payer
     FROM (${firstOf(branches(search, values, limit), limit)}) AS f
     JOIN payments p ON p.id = f.id JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id
     ORDER BY f.rank, f.created_at DESC, f.id`,
    values,
  );
  return payments.map(({ isExact, payerId, ...payment }) => ({
    isExact,
    people: [payerId],
    row: { kind: 'payment', id: payment.id, href: deskPages.payment(payment.id), ...describe(payment) },
  }));
}

function describe(payment: Omit<PaymentRow, 'isExact' | 'payerId'>) {
  const { minor, currency, payer, receiptNumber, reference, course, status } = payment;
  const receipt = receiptNumber === null ? [] : [receiptNumberText(receiptNumber)];
  return {
    title: `${formatMinor(minor, currency)} · ${payer}`,
    detail: [...receipt, reference, course, paymentStatusNames[status]].join(' · '),
  };
}

/** Returns a SELECT for each index that may find the search, and adds their values. */
function branches(search: ParsedSearch, values: unknown[], limit: number): string[] {
  const { receiptNumber, id, prefix, amount } = search;
  const value = (given: unknown) => `$${values.push(given)}`;
  const select = (condition: string, rank = 0) =>
    `SELECT p.id, p.created_at, ${rank} AS rank FROM payments p WHERE ${condition}`;
  const reportedAs = (table: string) =>
    `SELECT p.id, p.created_at, 0 FROM ${table} x JOIN payments p ON p.id = x.payment_id WHERE x.provider_id = ANY ($1)`;
  const selects = [
    select('p.reference = ANY ($1)'),
    select('p.transaction_id = ANY ($1)'),
    reportedAs('refunds'),
    reportedAs('disputes'),
  ];
  if (receiptNumber) selects.push(select(`p.receipt_number = ${value(receiptNumber)}::bigint`));
  if (id) selects.push(select(`p.id = ${value(id)}::uuid`));
  if (prefix) {
    const range = `p.reference ~>=~ ${value(prefix.from)} AND p.reference ~<~ ${value(prefix.until)}`;
    selects.push(`(${select(range, 1)} ORDER BY p.reference USING ~<~ LIMIT ${limit})`);
  }
  if (amount) {
    const currency = value(amount.currency);
    const newest = (condition: string) =>
      `(${select(condition, 2)} ORDER BY p.created_at DESC LIMIT ${limit})`;
    for (const minor of new Set([amount.minor, amount.chargedMinor]))
      selects.push(newest(`p.currency = ${currency} AND p.amount_minor = ${value(minor)}::bigint`));
    selects.push(
      newest(`p.captured_currency = ${currency} AND p.captured_minor = ${value(amount.minor)}::bigint
        AND (p.captured_minor <> p.amount_minor OR p.captured_currency <> p.currency)`),
    );
  }
  return selects;
}
