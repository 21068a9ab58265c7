import type * as z from 'zod/mini';
import type { exportPayments } from '#contracts/desk/desk-money.ts';

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
export const unsearchedCondition = conditionWith('$2::text IS NULL');

/** Values of `$1` to `$4` in {@link paymentCondition}. */
export function paymentFilterValues({ currency, search, from, until }: PaymentFilters): (string | null)[] {
  return [currency ?? null, search || null, from ?? null, until ?? null];
}
