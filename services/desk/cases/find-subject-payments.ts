import type { DataSource, EntityManager } from 'typeorm';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { currentFirst } from '#services/disputes/find-current-dispute.ts';
import { rows } from '#services/platform/database/sql.ts';

type PaymentFacts = CaseDetails['payments'][number];

interface PaymentRow extends Pick<PaymentFacts, 'id' | 'reference' | 'payer' | 'isAtProvider' | 'refunds'> {
  dispute: NonNullable<PaymentFacts['dispute']> | null;
  status: string;
  amountMinor: number;
  currency: string;
  settledAt: Date | null;
  createdAt: Date;
  capturedMinor: number | null;
  capturedCurrency: string | null;
  reportedStatus: string | null;
  reportedAt: Date | null;
}

/**
 * Returns the payments of a request, newest first, with their refunds and disputes. The provider's side is what it last
 * reported; a handler does not call the provider.
 */
export async function findSubjectPayments(
  client: DataSource | EntityManager,
  requestId: string,
): Promise<PaymentFacts[]> {
  const found = await rows<PaymentRow>(
    client,
    `SELECT p.id, p.reference, json_build_object('id', u.id, 'name', u.full_name) AS payer, p.status,
       p.opened_at IS NOT NULL AS "isAtProvider", p.amount_minor::float8 AS "amountMinor", p.currency,
       p.settled_at AS "settledAt", p.created_at AS "createdAt", p.captured_minor::float8 AS "capturedMinor",
       p.captured_currency AS "capturedCurrency", w.event AS "reportedStatus",
       coalesce(w.created_at, p.last_checked_at, p.settled_at) AS "reportedAt",
       f.refunds, d.dispute
     FROM payments p JOIN users u ON u.id = p.payer_id
     LEFT JOIN LATERAL (SELECT event, created_at FROM webhook_inbox w WHERE w.reference = p.reference
       ORDER BY created_at DESC LIMIT 1) AS w ON true
     LEFT JOIN LATERAL (SELECT coalesce(json_agg(json_build_object('origin', f.origin, 'status', f.status,
         'amount', json_build_object('minor', f.amount_minor, 'currency', f.currency), 'reason', f.reason,
         'isApproved', f.approved_at IS NOT NULL, 'requestedBy', o.full_name, 'failureReason', f.failure_reason)
         ORDER BY f.created_at, f.id), '[]') AS refunds
       FROM refunds f LEFT JOIN users o ON o.id = f.requested_by_id WHERE f.payment_id = p.id) AS f ON true
     LEFT JOIN LATERAL (SELECT json_build_object('status', d.status, 'outcome', d.outcome, 'answer', d.answer,
         'amount', json_build_object('minor', d.amount_minor, 'currency', d.currency), 'category', d.category,
         'dueAt', d.due_at, 'message', d.message, 'answeredBy', o.full_name, 'answeredAt', d.answered_at,
         'acceptRequestedBy', (SELECT a.full_name FROM pending_approvals w JOIN users a ON a.id = w.requested_by_id
           WHERE w.action = 'dispute.accept' AND w.subject = 'dispute:' || d.id)) AS dispute
       FROM disputes d LEFT JOIN users o ON o.id = d.answered_by_id WHERE d.payment_id = p.id
       ORDER BY ${currentFirst} LIMIT 1) AS d ON true
     WHERE p.request_id = $1 ORDER BY p.created_at DESC`,
    [requestId],
  );
  return found.map(({ id, reference, payer, isAtProvider, refunds, dispute, ...one }) => ({
    ...{ id, reference, payer, isAtProvider, refunds },
    dispute: dispute && {
      ...dispute,
      dueAt: isoTime(dispute.dueAt),
      answeredAt: dispute.answeredAt && isoTime(dispute.answeredAt),
    },
    ours: {
      status: one.status,
      amount: { minor: one.amountMinor, currency: one.currency },
      settledAt: one.settledAt?.toISOString() ?? null,
    },
    provider:
      one.capturedMinor === null && !one.reportedStatus
        ? null
        : {
            status: one.reportedStatus ?? 'verified',
            amount:
              one.capturedMinor === null
                ? null
                : { minor: one.capturedMinor, currency: one.capturedCurrency ?? '' },
            reportedAt: one.reportedAt?.toISOString() ?? null,
          },
    createdAt: one.createdAt.toISOString(),
  }));
}

// PostgreSQL writes times in JSON with an offset; the API has UTC with milliseconds.
const isoTime = (time: string) => new Date(time).toISOString();
