import type { EntityManager } from 'typeorm';
import { openCase } from '#services/cases/open-case.ts';
import { recordAct } from '#services/cases/record-act.ts';
import { row } from '#services/platform/database/sql.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Opens the case in which an operator approves or rejects a request. When the request was changed while an operator had
 * claimed it, the case returns to the inbox, so that no operator approves a text that they have not read.
 */
export async function requestReview(manager: EntityManager, { id }: Pick<HelpRequest, 'id'>): Promise<void> {
  const subject = { type: 'request', id } as const;
  const caseId = await openCase(manager, {
    kind: 'request_review',
    subject,
    summary: 'A request waits for approval.',
  });
  const released = await row(
    manager,
    `UPDATE cases SET status = 'open', owner_id = NULL, claimed_at = NULL, waiting_on = NULL, waiting_until = NULL
     WHERE id = $1 AND status <> 'open' RETURNING id`,
    [caseId],
  );
  if (!released) return;
  const detail = 'The learner has changed the request.';
  await recordAct(manager, { caseId, actorId: null, act: 'released', detail });
}
