import { purchaseStatusNames } from '#contracts/desk/desk-words.ts';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { firstOf } from './first-rows.ts';
import { deskPages, type NamedResult } from './named-result.ts';
import type { ParsedSearch } from './parse-search.ts';

interface PurchaseRow {
  id: string;
  isExact: boolean;
  paymentId: string;
  caseId: string | null;
  status: PurchaseStatus;
  orderNumber: string | null;
  course: string;
  platform: string;
  learnerId: string;
  learner: string;
}

/**
 * Returns purchases by order number, id, or one of their payments: exact identifiers first, then the newest.
 *
 * @param paymentIds of payments that the search identifies
 */
export async function findPurchases(
  db: SqlClient,
  { identifiers, id, prefix }: ParsedSearch,
  paymentIds: readonly string[],
  limit: number,
): Promise<(NamedResult & { isExact: boolean })[]> {
  const values: unknown[] = [identifiers[0], paymentIds];
  const value = (given: unknown) => `$${values.push(given)}`;
  const select = (condition: string, rank: number) =>
    `SELECT s.id, s.created_at, ${rank} AS rank FROM purchases s WHERE ${condition}`;
  const branches = [
    select('lower(s.order_number) = lower($1)', 0),
    select('s.payment_id = ANY ($2::uuid[])', 0),
  ];
  if (id) branches.push(select(`s.id = ${value(id)}::uuid`, 0));
  if (prefix) {
    const range = `lower(s.order_number) ~>=~ lower(${value(prefix.from)}) AND lower(s.order_number) ~<~ lower(${value(prefix.until)})`;
    branches.push(`(${select(range, 1)} ORDER BY lower(s.order_number) USING ~<~ LIMIT ${limit})`);
  }
  const purchases = await rows<PurchaseRow>(
    db,
    `SELECT s.id, f.rank = 0 AS "isExact", s.payment_id AS "paymentId", s.status, s.order_number AS "orderNumber", r.course_title AS course,
       r.platform, u.id AS "learnerId", u.full_name AS learner, (SELECT c.id FROM cases c
         WHERE c.subject_type = 'purchase' AND c.subject_id = s.id::text ORDER BY c.created_at DESC LIMIT 1) AS "caseId"
     FROM (${firstOf(branches, limit)}) AS f
     JOIN purchases s ON s.id = f.id JOIN requests r ON r.id = s.request_id JOIN users u ON u.id = r.learner_id
     ORDER BY f.rank, f.created_at DESC, f.id`,
    values,
  );
  return purchases.map(({ isExact, learnerId, ...purchase }) => ({
    isExact,
    people: [learnerId],
    row: {
      kind: 'purchase',
      id: purchase.id,
      title: `${purchase.course} · ${purchase.learner}`,
      detail: detailOf(purchase),
      href: purchase.caseId ? deskPages.case(purchase.caseId) : deskPages.payment(purchase.paymentId),
    },
  }));
}

function detailOf({
  orderNumber,
  platform,
  status,
}: Pick<PurchaseRow, 'orderNumber' | 'platform' | 'status'>) {
  const order = orderNumber ? [`Order ${orderNumber}`] : [];
  return [...order, platform, purchaseStatusNames[status]].join(' · ');
}
