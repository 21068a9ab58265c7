import type { EntityManager } from 'typeorm';
import { canMove } from '#contracts/requests/request-status.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findPayer } from './find-payer.ts';

/**
 * Moves the request of a finished course to completed and enqueues the mail to the sponsor who paid. A request that
 * is not enrolled, such as a refunded one, stays as it is.
 */
export async function completeRequest(
  manager: EntityManager,
  requestId: string,
  enrolmentId: string,
): Promise<void> {
  const request = await lockRow(manager, HelpRequestEntity, { id: requestId });
  if (!request || !canMove(request.status, 'completed')) return;
  await moveRequest(manager, request, { to: 'completed' });
  const payerId = await findPayer(manager, requestId);
  if (!payerId) return;
  publishChange(manager, payerId);
  await enqueue(manager, deliverMail, { mail: 'certificate-uploaded', id: enrolmentId });
}
