import type { DataSource } from 'typeorm';
import type { PaymentStory } from '#contracts/desk/desk-money.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { findLedgerTransactions } from './ledger-transactions.ts';

/** A payment with its people, the money that the ledger knows, and what the provider last said in a webhook. */
export interface PaymentRow {
  id: string;
  reference: string;
  status: PaymentStory['status'];
  reviewReason: string | null;
  course: string;
  requestStatus: string;
  payer: PaymentStory['payer'];
  learner: PaymentStory['learner'];
  isAnonymous: boolean;
  receiptNumber: number | null;
  amountMinor: number;
  currency: string;
  capturedMinor: number | null;
  capturedCurrency: string | null;
  feesMinor: number | null;
  returnedMinor: number | null;
  openedAt: Date | null;
  settledAt: Date | null;
  lastCheckedAt: Date | null;
  createdAt: Date;
  /** `data` of the provider's last webhook about the charge. */
  charge: Record<string, unknown> | null;
  chargedAt: Date | null;
}

/** Returns a payment; undefined when there is none. */
export function findPayment(db: DataSource, id: string): Promise<PaymentRow | undefined> {
  return row<PaymentRow>(
    db,
    `SELECT p.id, p.reference, p.status, p.review_reason AS "reviewReason", r.course_title AS course,
       r.status AS "requestStatus", json_build_object('id', u.id, 'name', u.full_name) AS payer,
       json_build_object('id', le.id, 'name', le.full_name) AS learner, s.is_anonymous AS "isAnonymous",
       p.receipt_number::float8 AS "receiptNumber", p.amount_minor::float8 AS "amountMinor", p.currency,
       p.captured_minor::float8 AS "capturedMinor", p.captured_currency AS "capturedCurrency",
       nullif(l.fees, 0)::float8 AS "feesMinor", l.returned::float8 AS "returnedMinor", p.opened_at AS "openedAt",
       p.settled_at AS "settledAt", p.last_checked_at AS "lastCheckedAt", p.created_at AS "createdAt",
       w.payload -> 'data' AS charge, w.created_at AS "chargedAt"
     FROM payments p JOIN users u ON u.id = p.payer_id JOIN requests r ON r.id = p.request_id
     JOIN users le ON le.id = r.learner_id JOIN sponsorships s ON s.id = p.sponsorship_id
     LEFT JOIN LATERAL (SELECT sum(fees_minor) AS fees, sum(returned_minor) AS returned
       FROM ledger_payments WHERE payment_id = p.id) AS l ON true
     LEFT JOIN LATERAL (SELECT payload, created_at FROM webhook_inbox
       WHERE reference = p.reference AND event = 'charge.success' ORDER BY created_at DESC LIMIT 1) AS w ON true
     WHERE p.id = $1`,
    [id],
  );
}

const refundColumns = `id, status, origin, amount_minor::float8 AS minor, currency, reason, failure_reason AS "failureReason",
  approved_at AS "approvedAt", called_at AS "calledAt", processed_at AS "processedAt", created_at AS "createdAt"`;
const disputeColumns = `id, status, outcome, amount_minor::float8 AS minor, currency, category, due_at AS "dueAt",
  opened_at AS "openedAt", answer, answered_at AS "answeredAt", resolved_at AS "resolvedAt"`;
const purchaseColumns = `status, attempt, order_number AS "orderNumber", spent_minor::float8 AS "spentMinor",
  failure_reason AS "failureReason", bought_at AS "boughtAt", handed_over_at AS "handedOverAt",
  code_seen_at AS "codeSeenAt", redeemed_at AS "redeemedAt", created_at AS "createdAt"`;

interface RefundRow {
  id: string;
  status: string;
  origin: string;
  minor: number;
  currency: string;
  reason: string;
  failureReason: string | null;
  approvedAt: Date | null;
  calledAt: Date | null;
  processedAt: Date | null;
  createdAt: Date;
}

interface DisputeRow {
  id: string;
  status: string;
  outcome: string | null;
  minor: number;
  currency: string;
  category: string | null;
  dueAt: Date;
  openedAt: Date;
  answer: string | null;
  answeredAt: Date | null;
  resolvedAt: Date | null;
}

interface PurchaseRow {
  status: string;
  attempt: number;
  orderNumber: string | null;
  spentMinor: number | null;
  failureReason: string | null;
  boughtAt: Date | null;
  handedOverAt: Date | null;
  codeSeenAt: Date | null;
  redeemedAt: Date | null;
  createdAt: Date;
}

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
      `SELECT ${disputeColumns} FROM disputes WHERE payment_id = $1 ORDER BY opened_at, id`,
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
    acts: await rows<{ at: Date; what: string; detail: string }>(
      db,
      `SELECT a.created_at AS at, a.action AS what, concat_ws(' · ', u.full_name, nullif(a.reason, '')) AS detail
       FROM audit_entries a LEFT JOIN users u ON u.id = a.actor_id WHERE a.subject = 'payment:' || $1::text
       ORDER BY a.created_at, a.id LIMIT 100`,
      [id],
    ),
  };
}
