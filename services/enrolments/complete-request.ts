import type { EntityManager } from 'typeorm';
import { canMove } from '#contracts/request-status.ts';
import { announceChange } from '#services/platform/database/changes.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { PlatformLoginEntity } from '#services/requests/platform-login.entity.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findPayer } from './find-payer.ts';

/**
 * Moves the request behind a finished course to completed, and has the sponsor who paid told. Whoever finished a
 * paid course was enrolled in it, proof or not. Leaves a request alone that has left the line.
 */
export async function completeRequest(
  manager: EntityManager,
  requestId: string,
  enrolmentId: string,
): Promise<void> {
  const request: HelpRequest | null = await manager.findOne(HelpRequestEntity, {
    where: { id: requestId },
    lock: { mode: 'pessimistic_write' },
  });
  if (!request) return;
  const from = canMove(request.status, 'enrolled') ? 'enrolled' : request.status;
  if (!canMove(from, 'completed')) return;
  await manager.query(
    `UPDATE requests SET status = 'completed', enrolled_at = coalesce(enrolled_at, now()), completed_at = now()
     WHERE id = $1`,
    [requestId],
  );
  // Nobody has to sign in there for the learner any more.
  await manager.delete(PlatformLoginEntity, { requestId });
  const payerId = await findPayer(manager, requestId);
  if (!payerId) return;
  announceChange(manager, payerId);
  await enqueue(manager, deliverMail, { mail: 'certificate-uploaded', id: enrolmentId });
}
