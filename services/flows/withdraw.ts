import type { EntityManager } from 'typeorm';
import { closeCase } from '#services/cases/close-case.ts';
import { enqueueWithdrawalMails } from '#services/meetings/cancel-meetings.ts';
import { publishRequestChange } from '#services/requests/change-request.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/**
 * Withdraws a request in the caller's transaction, which holds its row lock: ends what operators were to decide about it and
 * its meetings, and mails about it.
 *
 * @param reason is stored with the cases that end with it
 */
export async function withdraw(manager: EntityManager, request: HelpRequest, reason: string): Promise<void> {
  await moveRequest(manager, request, { to: 'withdrawn' });
  const subject = { type: 'request', id: request.id } as const;
  for (const kind of ['request_review', 'appeal'] as const)
    await closeCase(manager, { kind, subject }, { outcome: 'withdrawn', reason });
  await enqueueWithdrawalMails(manager, request.id);
  await publishRequestChange(manager, request);
}
