import type { EntityManager } from 'typeorm';
import type { eraseAccount as contract } from '#contracts/privacy/privacy.ts';
import { revokeAccess } from '#services/accounts/sessions/start-session.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { withdraw } from '#services/flows/withdraw.ts';
import { cancelMeetings } from '#services/meetings/cancel-meetings.ts';
import { lockRow, row, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { lockOpenRequests } from '#services/requests/change-request.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { erasePersonJob } from '../privacy.jobs.ts';

/** Ends the caller's account after the password was checked. @throws HttpError 409 with what has to be finished first. */
export const eraseAccount: Handler<typeof contract> = async ({ body, caller }, { db }) => {
  await confirmIdentity(db, caller, body.currentPassword);
  await inTransaction(db, (manager) => endAccount(manager, caller.id));
  return { message: 'Your account is being deleted. We have sent you a mail about it.' };
};

/**
 * Ends an account in the caller's transaction: signs out everywhere, withdraws the open requests, cancels the meetings,
 * and enqueues the mails about it and the job that erases the data after them. @throws HttpError 409 with what has to be
 * finished first.
 */
export async function endAccount(manager: EntityManager, userId: string): Promise<void> {
  // Payments and changes of a request lock the request first, so the requests are locked before the person.
  const open = await lockOpenRequests(manager, userId);
  const user = await lockRow(manager, UserEntity, { id: userId });
  if (!user || user.erasureRequestedAt) throw conflict('Your account is being deleted already.');
  const obstacle = await findObstacle(manager, userId);
  if (obstacle) throw conflict(obstacle);
  await manager.update(UserEntity, userId, { erasureRequestedAt: () => 'now()' });
  await revokeAccess(manager, userId, 'erasure-requested');
  for (const request of open) await withdraw(manager, request, 'The account of the learner ended.');
  const met = await rows<{ requestId: string }>(
    manager,
    `SELECT DISTINCT request_id AS "requestId" FROM meetings
     WHERE sponsor_id = $1 AND cancelled_at IS NULL ORDER BY 1`,
    [userId],
  );
  for (const { requestId } of met) await cancelMeetings(manager, requestId, userId);
  await enqueue(manager, deliverMail, { mail: 'account-erased', id: userId });
  await enqueue(manager, erasePersonJob, { userId }, { delayMs: 1_000 });
}

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

/** Returns the sentence that says why the account cannot be erased yet, or undefined when nothing stands against it. @internal For its test. */
export async function findObstacle(manager: EntityManager, userId: string): Promise<string | undefined> {
  for (const { condition, message } of obstacles)
    if (await row(manager, `SELECT 1 ${condition} LIMIT 1`, [userId])) return message;
  return undefined;
}
