import type { EntityManager } from 'typeorm';
import type { CaseActName } from '#contracts/cases/case-acts.ts';
import { recordAct } from '#services/cases/audit-log.ts';
import { resumeCase } from '#services/cases/case-waiting.ts';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { execute, row, type SqlClient } from '#services/platform/database/sql.ts';

/** An open case that a refund is worked on in. */
interface RefundCase {
  id: string;
  kind: CaseKey['kind'];
  type: CaseKey['subject']['type'];
  about: string;
}

/**
 * Returns the open case that refunds of a payment are worked on in: that of the refund, else of the review of the payment, else of its
 * purchase, as in the list of approvals.
 */
function findRefundCase(client: SqlClient, paymentId: string): Promise<RefundCase | undefined> {
  return row<RefundCase>(
    client,
    `SELECT c.id, c.kind, c.subject_type AS type, c.subject_id AS about FROM cases c
     WHERE c.status <> 'closed' AND (c.subject_type, c.subject_id) IN (VALUES ('payment', $1::text),
         ('purchase', (SELECT id::text FROM purchases WHERE payment_id = $1::uuid)))
       AND c.kind IN ('refund', 'payment_review', 'purchase')
     ORDER BY c.kind = 'refund' DESC, c.kind = 'payment_review' DESC LIMIT 1`,
    [paymentId],
  );
}

/** A step of a refund at the provider. */
interface RefundStep {
  act: Extract<CaseActName, `refund_${string}`>;
  detail: string;
}

/**
 * Adds a step of a refund to the history of {@link findRefundCase}. A refund that needs operators or its payer gets a case where none
 * is open; when it
 * fails, its case waits no more and is due at once. The caller holds the row lock of the request.
 */
export async function recordRefundStep(
  manager: EntityManager,
  paymentId: string,
  { act, detail }: RefundStep,
): Promise<void> {
  const open = await findRefundCase(manager, paymentId);
  if (open) await recordAct(manager, { caseId: open.id, actorId: null, act, detail });
  if (act !== 'refund_failed' && act !== 'refund_needs_attention') return;
  if (!open)
    await openCase(manager, { kind: 'refund', subject: { type: 'payment', id: paymentId }, summary: detail });
  else if (act === 'refund_failed') {
    await execute(manager, 'UPDATE cases SET due_at = least(due_at, now()) WHERE id = $1', [open.id]);
    await resumeCase(manager, { kind: open.kind, subject: { type: open.type, id: open.about } }, { detail });
  }
}

/**
 * Opens the case of a refund that has failed and was not requested again, because the case of its purchase ends, in whose history it
 * stood. The caller holds the row lock of the request.
 */
export async function openCaseOfFailedRefund(manager: EntityManager, paymentId: string): Promise<void> {
  const last = await row<{ status: string; isRest: boolean }>(
    manager,
    `SELECT status, is_rest AS "isRest" FROM refunds WHERE payment_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
    [paymentId],
  );
  if (last?.status !== 'failed' || last.isRest) return;
  const summary = 'A refund of this payment has failed.';
  await openCase(manager, { kind: 'refund', subject: { type: 'payment', id: paymentId }, summary });
}
