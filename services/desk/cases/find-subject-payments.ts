import type { CaseDetails } from '#contracts/desk/desk.ts';
import { currentFirst, evidenceSql } from '#services/disputes/disputes.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { isoTime } from '#services/platform/iso-times.ts';
import { isRestOwedSql } from '#services/purchases/rests/owed-rests.ts';
import {
  type ComparedRow,
  comparedColumns,
  comparedPayments,
  presentCompared,
} from '../money/compare-with-provider.ts';

type PaymentFacts = CaseDetails['payments'][number];
type PaymentRow = ComparedRow & Pick<PaymentFacts, 'isAtProvider' | 'isSubject' | 'refunds' | 'dispute'>;

/**
 * Returns the payments of a request beside what the provider last reported, newest first, with their refunds and disputes.
 *
 * @param subject id or reference of the payment that the case is about
 */
export async function findSubjectPayments(
  client: SqlClient,
  requestId: string,
  subject: string | null,
): Promise<PaymentFacts[]> {
  const payments = await rows<PaymentRow>(
    client,
    `SELECT ${comparedColumns}, p.opened_at IS NOT NULL AS "isAtProvider",
       coalesce($2 IN (p.id::text, p.reference), false) AS "isSubject", f.refunds, d.dispute
     FROM ${comparedPayments}
     LEFT JOIN LATERAL (SELECT coalesce(json_agg(json_build_object('origin', f.origin, 'isRest', f.is_rest, 'isOwed', ${isRestOwedSql}, 'status', f.status,
         'amount', json_build_object('minor', f.amount_minor, 'currency', f.currency), 'reason', f.reason,
         'isApproved', f.approved_at IS NOT NULL, 'requestedBy', o.full_name, 'requestedById', f.requested_by_id, 'failureReason', f.failure_reason)
         ORDER BY f.created_at, f.id), '[]') AS refunds
       FROM refunds f LEFT JOIN users o ON o.id = f.requested_by_id WHERE f.payment_id = p.id) AS f ON true
     LEFT JOIN LATERAL (SELECT json_build_object('id', d.id, 'status', d.status, 'outcome', d.outcome, 'evidence', ${evidenceSql}, 'answer', d.answer,
         'amount', json_build_object('minor', d.amount_minor, 'currency', d.currency), 'category', d.category,
         'dueAt', d.due_at, 'message', d.message, 'answeredBy', o.full_name, 'answeredAt', d.answered_at,
         'acceptRequestedBy', (SELECT a.full_name FROM pending_approvals w JOIN users a ON a.id = w.requested_by_id
           WHERE w.action = 'dispute.accept' AND w.subject = 'dispute:' || d.id)) AS dispute
       FROM disputes d LEFT JOIN users o ON o.id = d.answered_by_id WHERE d.payment_id = p.id
       ORDER BY ${currentFirst} LIMIT 1) AS d ON true
     WHERE p.request_id = $1 ORDER BY p.created_at DESC`,
    [requestId, subject],
  );
  return payments.map(({ isAtProvider, isSubject, refunds, dispute, ...payment }) => ({
    ...presentCompared(payment),
    ...{ isAtProvider, isSubject, refunds },
    dispute: dispute && {
      ...dispute,
      dueAt: isoTime(dispute.dueAt),
      answeredAt: dispute.answeredAt && isoTime(dispute.answeredAt),
    },
  }));
}
