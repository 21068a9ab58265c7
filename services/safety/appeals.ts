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
  /** Operators who made it; they may not answer the appeal. */
  decidedBy: (string | null)[];
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
    decidedBy: [latest.decidedById],
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
    decidedBy: [rest.suspendedById, rest.approvedById],
  };
}
