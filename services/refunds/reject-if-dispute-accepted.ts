import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';

/**
 * Rejects a refund while the payer gets the money through a dispute; the caller holds the row lock of the payment.
 * @throws HttpError 409 when a dispute of the payment is accepted, or that waits for a second operator
 */
export async function rejectIfDisputeAccepted(manager: EntityManager, paymentId: string): Promise<void> {
  const accepted = await row(
    manager,
    `SELECT 1 FROM disputes d WHERE d.payment_id = $1
       AND (d.answer = 'accept' AND d.outcome IS DISTINCT FROM 'won' OR EXISTS (SELECT 1 FROM pending_approvals a
         WHERE a.action = 'dispute.accept' AND a.subject = 'dispute:' || d.id))
     LIMIT 1`,
    [paymentId],
  );
  if (accepted)
    throw conflict(
      'A dispute of this payment is accepted, or that waits for approval. It gives the money back.',
    );
}
