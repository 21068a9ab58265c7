import { type EntityManager, In } from 'typeorm';
import { revokeAccess } from '#services/accounts/sessions/revoke-access.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { cancelMeetings } from '#services/meetings/cancel-meetings.ts';
import { enqueueWithdrawalMails } from '#services/meetings/enqueue-change-mails.ts';
import { lockRow, rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { publishRequestChange } from '#services/requests/publish-request-change.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { erasePersonJob } from '../privacy.jobs.ts';
import { findObstacle } from './find-obstacle.ts';

/**
 * Ends an account in the caller's transaction: signs out everywhere, withdraws the open requests, cancels the meetings,
 * and enqueues the mails about it and the job that erases the data after them. @throws HttpError 409 with what has to be
 * finished first.
 */
export async function endAccount(manager: EntityManager, userId: string): Promise<void> {
  // Payments and changes of a request lock the request first, so the requests are locked before the person.
  const open = await rows<{ id: string }>(
    manager,
    `SELECT id FROM requests WHERE learner_id = $1 AND status IN ('pending', 'reserved') ORDER BY id FOR UPDATE`,
    [userId],
  );
  const user = await lockRow(manager, UserEntity, { id: userId });
  if (!user || user.erasureRequestedAt) throw conflict('Your account is being deleted already.');
  const obstacle = await findObstacle(manager, userId);
  if (obstacle) throw conflict(obstacle);
  await manager.update(UserEntity, userId, { erasureRequestedAt: () => 'now()' });
  await revokeAccess(manager, userId, 'erasure-requested');
  await withdrawRequests(
    manager,
    open.map(({ id }) => id),
  );
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

async function withdrawRequests(manager: EntityManager, ids: string[]): Promise<void> {
  for (const request of await manager.findBy(HelpRequestEntity, { id: In(ids) })) {
    await moveRequest(manager, request, { to: 'withdrawn' });
    for (const kind of ['request_review', 'appeal'] as const) {
      const ending = { outcome: 'withdrawn', reason: 'The account of the learner ended.' };
      await closeCase(manager, { kind, subject: { type: 'request', id: request.id } }, ending);
    }
    await enqueueWithdrawalMails(manager, request.id);
    await publishRequestChange(manager, request);
  }
}
