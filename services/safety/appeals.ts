import { type EntityManager, IsNull } from 'typeorm';
import type { CaseKey } from '#services/cases/open-case.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { decideRequest } from './request-decisions.ts';
import { AppealEntity, RequestDecisionEntity, type Suspension } from './safety.entity.ts';
import { findSuspension, liftSuspension } from './suspensions.ts';

/** An operator's answer to an appeal. */
interface AppealAnswer {
  subject: CaseKey['subject'];
  outcome: 'granted' | 'denied';
  answer: string;
  operatorId: string;
  /** Who approved the decision and may answer nevertheless, because no other operator was left when they became the owner. */
  exceptedId: string | null;
}

/** The note in the answer of an operator who approved the decision (decisions section 11). */
const tookPartNote =
  'No other operator was left, so this is answered by a lead who took part in the decision: they approved it, and did not ask for it.';

/**
 * Answers the open appeal about a request or person and enqueues the mail with the answer. A granted one shows the
 * request again or lifts the suspension. Returns the answer, with a note where the operator approved the decision.
 * @throws HttpError 409 when there is none, or the operator asked for the decision.
 */
export async function answerAppeal(
  manager: EntityManager,
  { subject, outcome, answer: written, operatorId, exceptedId }: AppealAnswer,
): Promise<string> {
  const suspension = subject.type === 'user' ? await findSuspension(manager, subject.id) : undefined;
  const decision = suspension ? ofSuspension(suspension) : await findRejection(manager, subject.id);
  const open = decision && (await manager.findOneBy(AppealEntity, { ...decision.key, outcome: IsNull() }));
  if (!decision || !open || !(await lockRow(manager, AppealEntity, { id: open.id, outcome: null })))
    throw conflict('This appeal is answered, or the decision does not apply any more.');
  const tookPart = decision.approvedById === operatorId;
  if (decision.askedById === operatorId || (tookPart && exceptedId !== operatorId))
    throw conflict('This appeal is about a decision of yours. Another operator has to answer it.');
  const answer = tookPart ? `${written}\n\n${tookPartNote}` : written;
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
  return answer;
}

/** A decision that can be appealed. */
export interface AppealedDecision {
  subject: CaseKey['subject'];
  userId: string;
  courseTitle: string | null;
  reason: string;
  /** Whether it still applies. */
  isStanding: boolean;
  /** Column of the appeal that refers to it. */
  key: { requestDecisionId: string } | { suspensionId: string };
  /** Operator who asked for it. */
  askedById: string | null;
  /** The second operator, under the four-eyes rule. */
  approvedById: string | null;
}

/** Returns the latest decision about a request if it is a rejection. */
export async function findRejection(
  manager: EntityManager,
  requestId: string,
): Promise<AppealedDecision | undefined> {
  const request = await manager.findOneBy(HelpRequestEntity, { id: requestId });
  const [latest] = await manager.find(RequestDecisionEntity, {
    where: { requestId },
    order: { createdAt: 'DESC' },
    take: 1,
  });
  if (!request || latest?.decision !== 'rejected') return undefined;
  return {
    subject: { type: 'request', id: requestId },
    userId: request.learnerId,
    courseTitle: request.courseTitle,
    reason: latest.reason,
    isStanding: request.holds.includes('rejected'),
    key: { requestDecisionId: latest.id },
    askedById: latest.decidedById,
    approvedById: null,
  };
}

/** Returns a suspension as a decision that can be appealed. */
export function ofSuspension({ id, userId, reason, ...rest }: Suspension): AppealedDecision {
  return {
    subject: { type: 'user', id: userId },
    userId,
    courseTitle: null,
    reason,
    isStanding: rest.liftedAt === null,
    key: { suspensionId: id },
    askedById: rest.suspendedById,
    approvedById: rest.approvedById,
  };
}
