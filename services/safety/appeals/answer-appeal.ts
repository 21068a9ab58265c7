import { type EntityManager, IsNull } from 'typeorm';
import type { CaseKey } from '#services/cases/open-case.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { decideRequest } from '../decisions/decide-request.ts';
import { findSuspension, liftSuspension } from '../suspensions/suspend-person.ts';
import { AppealEntity } from './appeal.entity.ts';
import { findRejection, ofSuspension } from './find-appealed.ts';

/** An operator's answer to an appeal. */
interface AppealAnswer {
  subject: CaseKey['subject'];
  outcome: 'granted' | 'denied';
  answer: string;
  operatorId: string;
}

/**
 * Answers the open appeal about a request or person and enqueues the mail with the answer. A granted one shows the
 * request again or lifts the suspension. @throws HttpError 409 when there is none, or the operator decided before.
 */
export async function answerAppeal(
  manager: EntityManager,
  { subject, outcome, answer, operatorId }: AppealAnswer,
): Promise<void> {
  const suspension = subject.type === 'user' ? await findSuspension(manager, subject.id) : undefined;
  const decision = suspension ? ofSuspension(suspension) : await findRejection(manager, subject.id);
  const open = decision && (await manager.findOneBy(AppealEntity, { ...decision.key, outcome: IsNull() }));
  if (!decision || !open || !(await lockRow(manager, AppealEntity, { id: open.id, outcome: null })))
    throw conflict('This appeal is answered, or the decision does not apply any more.');
  if (decision.decidedBy.includes(operatorId))
    throw conflict('This appeal is about a decision of yours. Another operator has to answer it.');
  const answered = { outcome, answer, answeredById: operatorId };
  await manager.update(AppealEntity, open.id, { ...answered, answeredAt: () => 'now()' });
  if (outcome === 'granted') {
    if (suspension) await liftSuspension(manager, suspension, { operatorId, reason: answer });
    else {
      const approval = { requestId: subject.id, decision: 'approved', reason: answer, operatorId } as const;
      await decideRequest(manager, { ...approval, isMailedElsewhere: true });
    }
  }
  await enqueue(manager, deliverMail, { mail: 'appeal-answered', id: open.id });
  publishChange(manager, decision.userId);
}
