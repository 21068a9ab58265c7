import type { DataSource } from 'typeorm';
import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import type { Dispute } from '#services/disputes/dispute.entity.ts';
import { evidenceSql } from '#services/disputes/disputes.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import type { Refund } from '#services/refunds/refund.entity.ts';
import { type ComparedRow, comparedColumns, comparedPayments } from './compare-with-provider.ts';
import { findLedgerTransactions } from './ledger.ts';

/** A payment with its people, beside what the provider last said. */
export interface PaymentRow
  extends ComparedRow,
    Pick<PaymentStory, 'course' | 'requestStatus' | 'learner' | 'isAnonymous'>,
    Pick<Payment, 'reviewReason' | 'receiptNumber' | 'openedAt'> {}

/** Returns a payment; undefined when there is none. */
export function findPayment(db: DataSource, id: string): Promise<PaymentRow | undefined> {
  return row<PaymentRow>(
    db,
    `SELECT ${comparedColumns}, p.review_reason AS "reviewReason", r.course_title AS course,
       r.status AS "requestStatus", json_build_object('id', le.id, 'name', le.full_name) AS learner,
       s.is_anonymous AS "isAnonymous", p.receipt_number::float8 AS "receiptNumber",
       l.returned::float8 AS "returnedMinor", p.opened_at AS "openedAt"
     FROM ${comparedPayments} JOIN requests r ON r.id = p.request_id
     JOIN users le ON le.id = r.learner_id JOIN sponsorships s ON s.id = p.sponsorship_id
     WHERE p.id = $1`,
    [id],
  );
}

const refundColumns = `id, status, origin, amount_minor::float8 AS minor, currency, reason, failure_reason AS "failureReason",
  approved_at AS "approvedAt", called_at AS "calledAt", processed_at AS "processedAt", created_at AS "createdAt"`;
const disputeColumns = `id, status, outcome, amount_minor::float8 AS minor, currency, category, due_at AS "dueAt",
  opened_at AS "openedAt", answer, answered_at AS "answeredAt", resolved_at AS "resolvedAt", ${evidenceSql} AS evidence`;
const purchaseColumns = `status, attempt, order_number AS "orderNumber", spent_minor::float8 AS "spentMinor",
  failure_reason AS "failureReason", bought_at AS "boughtAt", handed_over_at AS "handedOverAt",
  code_seen_at AS "codeSeenAt", redeemed_at AS "redeemedAt", created_at AS "createdAt"`;

type RefundRow = Pick<Refund, 'id' | 'status' | 'origin' | 'currency' | 'reason' | 'failureReason'> &
  Pick<Refund, 'approvedAt' | 'calledAt' | 'processedAt' | 'createdAt'> & { minor: number };
type DisputeRow = Pick<Dispute, 'id' | 'status' | 'outcome' | 'currency' | 'category' | 'dueAt'> &
  Pick<Dispute, 'openedAt' | 'answer' | 'answeredAt' | 'resolvedAt'> & {
    minor: number;
    evidence: 'sent' | 'draft' | null;
  };
type PurchaseRow = Pick<Purchase, 'status' | 'attempt' | 'orderNumber' | 'spentMinor' | 'failureReason'> &
  Pick<Purchase, 'boughtAt' | 'handedOverAt' | 'codeSeenAt' | 'redeemedAt' | 'createdAt'>;

/** Everything about a payment besides its own row. */
export type PaymentParts = Awaited<ReturnType<typeof findPaymentParts>>;

/** Returns refunds, disputes, purchase, ledger, webhooks, cases and acts of operators of a payment. */
export async function findPaymentParts(db: DataSource, { id, reference }: PaymentRow) {
  return {
    refunds: await rows<RefundRow>(
      db,
      `SELECT ${refundColumns} FROM refunds WHERE payment_id = $1 ORDER BY created_at, id`,
      [id],
    ),
    disputes: await rows<DisputeRow>(
      db,
      `SELECT ${disputeColumns} FROM disputes d WHERE payment_id = $1 ORDER BY opened_at, id`,
      [id],
    ),
    purchase: await row<PurchaseRow>(db, `SELECT ${purchaseColumns} FROM purchases WHERE payment_id = $1`, [
      id,
    ]),
    transactions: await findLedgerTransactions(db, 't.payment_id = $1', [id]),
    webhooks: await rows<{ id: string; event: string; at: Date; payload: string }>(
      db,
      `SELECT id, event, created_at AS at, left(jsonb_pretty(payload), 4000) AS payload FROM webhook_inbox
       WHERE reference = $1 ORDER BY created_at DESC, id LIMIT 50`,
      [reference],
    ),
    cases: await rows<PaymentStory['cases'][number]>(
      db,
      `SELECT c.id, c.kind, c.summary, c.status FROM cases c
       WHERE (c.subject_type = 'payment' AND c.subject_id = $1::text)
         OR (c.subject_type = 'purchase' AND c.subject_id IN (SELECT id::text FROM purchases WHERE payment_id = $1::uuid))
         OR (c.subject_type = 'reconciliation' AND split_part(c.subject_id, ':', 2) = $2)
       ORDER BY c.created_at DESC, c.id LIMIT 50`,
      [id, reference],
    ),
    acts: await rows<{ at: Date; action: string; detail: string }>(
      db,
      `SELECT a.created_at AS at, a.action, concat_ws(' · ', u.full_name, nullif(a.reason, '')) AS detail
       FROM audit_entries a LEFT JOIN users u ON u.id = a.actor_id
       WHERE a.subject = ANY (ARRAY['payment:' || $1::text, $1::text]
         || ARRAY(SELECT id::text FROM purchases WHERE payment_id = $1::uuid)
         || ARRAY(SELECT 'refund:' || id FROM refunds WHERE payment_id = $1::uuid)
         || ARRAY(SELECT 'dispute:' || id FROM disputes WHERE payment_id = $1::uuid))
       ORDER BY a.created_at, a.id LIMIT 300`,
      [id],
    ),
  };
}
