import { kindOfAction } from '#services/cases/approval.ts';

const kindSql = `CASE a.action ${Object.entries(kindOfAction)
  .map(([action, kind]) => `WHEN '${action}' THEN '${kind}'`)
  .join(' ')} END`;

/** SQL of the id in the subject of the act `a`, for acts of one name. */
const subjectIdOf = (action: keyof typeof kindOfAction) =>
  `CASE a.action WHEN '${action}' THEN split_part(a.subject, ':', 2)::uuid END`;

/**
 * SQL: everything that waits for approval, with the open case that it belongs to. A refund that is not approved is in its own row, and
 * belongs to the case of the refund, else of the payment's review, else of the purchase: one of them is open
 * (`required_cases`). The amount is at most this: a part may have been given back since.
 */
export const approvalsSql = `SELECT a.id, ${kindSql} AS kind, a.case_id AS "caseId", a.requested_by_id AS "requestedById",
    a.created_at AS "askedAt", a.reason, coalesce(u.overrun_minor, d.amount_minor)::float8 AS "amountMinor",
    coalesce(p.currency, d.currency) AS currency, coalesce(p.id, d.payment_id) AS "paymentId", u.id AS "purchaseId",
    d.id AS "disputeId", d.due_at AS "dueAt", NULL AS origin, false AS "isRest"
  FROM pending_approvals a JOIN cases c ON c.id = a.case_id AND c.status <> 'closed'
  LEFT JOIN purchases u ON u.id = ${subjectIdOf('purchase.overrun')}
  LEFT JOIN payments p ON p.id = u.payment_id
  LEFT JOIN disputes d ON d.id = ${subjectIdOf('dispute.accept')}
  WHERE a.action <> 'purchase.overrun'
    OR u.status = 'claimed' AND u.overrun_minor IS NOT NULL AND u.overrun_approved_by_id IS NULL
  UNION ALL
  SELECT f.id, 'refund', c.id, f.requested_by_id, f.created_at, f.reason, f.amount_minor::float8, f.currency, f.payment_id,
    NULL, NULL, NULL, f.origin, f.is_rest
  FROM refunds f JOIN payments p ON p.id = f.payment_id AND p.status <> 'reversed'
  LEFT JOIN purchases u ON u.payment_id = f.payment_id
  CROSS JOIN LATERAL (
    SELECT c.id FROM cases c
    WHERE c.status <> 'closed'
      AND (c.kind = 'refund' AND c.subject_type = 'payment' AND c.subject_id = f.payment_id::text
        OR c.kind = 'payment_review' AND c.subject_type = 'payment' AND c.subject_id = f.payment_id::text
        OR c.kind = 'purchase' AND c.subject_type = 'purchase' AND c.subject_id = u.id::text)
    ORDER BY c.kind = 'refund' DESC, c.kind = 'payment_review' DESC LIMIT 1) c
  WHERE f.status = 'pending' AND f.approved_at IS NULL AND f.origin <> 'provider'`;
