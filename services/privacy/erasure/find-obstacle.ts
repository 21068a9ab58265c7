import type { EntityManager } from 'typeorm';
import { row } from '#services/platform/database/sql.ts';

/** Why an account cannot be erased yet, in the order in which they are checked. `$1` is the person. */
const obstacles: readonly { condition: string; message: string }[] = [
  {
    condition: `FROM requests WHERE learner_id = $1 AND status = 'reserved' AND reserved_until > now()`,
    message: 'A sponsor is paying for your course right now. Please try again in an hour.',
  },
  {
    condition: `FROM requests WHERE learner_id = $1 AND status = 'paid'`,
    message:
      'A course of yours is paid and not delivered yet. Please wait until you have it, or ask us to give the money back; then you can delete your account.',
  },
  {
    // A page of the provider that is closed or declined can still be paid for a while.
    condition: `FROM payments WHERE payer_id = $1 AND (status IN ('initiating', 'pending', 'needs_review', 'refund_due')
      OR status IN ('failed', 'abandoned') AND created_at > now() - interval '1 hour')`,
    message:
      'A payment of yours is not finished yet. Please try again when it is paid, cancelled or refunded.',
  },
  {
    condition: `FROM payments p JOIN requests r ON r.id = p.request_id
      WHERE p.payer_id = $1 AND p.status IN ('approved', 'added') AND r.status = 'paid'`,
    message:
      'A course that you paid for is not delivered yet. Please wait until the learner has it: until then money may have to go back to you.',
  },
  {
    condition: `FROM refunds f JOIN payments p ON p.id = f.payment_id
      WHERE p.payer_id = $1 AND f.status IN ('pending', 'processing', 'needs_attention')`,
    message: 'A refund to you is under way. Please try again when you have the money.',
  },
  {
    condition: `FROM disputes d JOIN payments p ON p.id = d.payment_id
      WHERE p.payer_id = $1 AND d.status <> 'resolved'`,
    message: 'Your bank disputes one of your payments. Please try again when that is decided.',
  },
];

/** Returns the sentence that says why the account cannot be erased yet, or undefined when nothing stands against it. */
export async function findObstacle(manager: EntityManager, userId: string): Promise<string | undefined> {
  for (const { condition, message } of obstacles)
    if (await row(manager, `SELECT 1 ${condition} LIMIT 1`, [userId])) return message;
  return undefined;
}
