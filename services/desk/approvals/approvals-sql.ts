import type { CaseKind, CaseSubjectType } from '#contracts/cases/cases.ts';
import { kindOfAction } from '#services/cases/approval.ts';

const kindSql = `CASE a.action ${Object.entries(kindOfAction)
  .map(([action, kind]) => `WHEN '${action}' THEN '${kind}'`)
  .join(' ')} END`;

/** SQL of the id in the subject of the act `a`, for acts of one name. */
const subjectIdOf = (action: keyof typeof kindOfAction) =>
  `CASE a.action WHEN '${action}' THEN split_part(a.subject, ':', 2)::uuid END`;

/** SQL of the id of the open case of this kind and subject, read by its unique index. */
const openCaseOf = (kind: CaseKind, subjectType: CaseSubjectType, subjectId: string) =>
  `(SELECT c.id FROM cases c WHERE c.kind = '${kind}' AND c.subject_type = '${subjectType}'
     AND c.subject_id = ${subjectId}::text AND c.status <> 'closed')`;

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
  SELECT f.id, 'refund', f.case_id, f.requested_by_id, f.created_at, f.reason, f.amount_minor::float8, f.currency, f.payment_id,
    NULL, NULL, NULL, f.origin, f.is_rest
  -- Subqueries, because a join would read the payments and purchases from beginning to end.
  FROM (
    SELECT f.*, coalesce(${openCaseOf('refund', 'payment', 'f.payment_id')},
      ${openCaseOf('payment_review', 'payment', 'f.payment_id')},
      ${openCaseOf('purchase', 'purchase', '(SELECT u.id FROM purchases u WHERE u.payment_id = f.payment_id)')}) AS case_id
    FROM refunds f
    WHERE f.status = 'pending' AND f.approved_at IS NULL AND f.origin <> 'provider'
      AND (SELECT p.status FROM payments p WHERE p.id = f.payment_id) <> 'reversed' OFFSET 0) f
  WHERE f.case_id IS NOT NULL`;
