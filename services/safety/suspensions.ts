import { type EntityManager, IsNull } from 'typeorm';
import { revokeAccess } from '#services/accounts/sessions/start-session.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import { type Approval, approveAct, type GuardedAct } from '#services/cases/approval.ts';
import { recordAct, recordAudit } from '#services/cases/audit-log.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { cancelMeetings } from '#services/meetings/cancel-meetings.ts';
import { lockRow, rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/change-request.ts';
import { type Suspension, SuspensionEntity } from './safety.entity.ts';

/** An operator's act on a person. */
interface PersonAct {
  userId: string;
  operatorId: string;
  reason: string;
}

/**
 * Suspends a learner or sponsor: ends their sessions, hides their open requests, cancels their meetings, and enqueues a
 * mail with the reason. Money that arrives for a hidden request is refunded; what is paid is not bought meanwhile.
 * Returns false when it waits, in a case of its own, for a second operator, whose call approves it.
 * @throws HttpError 404, also for operators, or 409.
 */
export async function suspendPerson(
  manager: EntityManager,
  { userId, operatorId, reason }: PersonAct,
  isFourEyes: boolean,
): Promise<boolean> {
  const person = await lockPerson(manager, userId);
  if (await findSuspension(manager, userId)) throw conflict('This person is suspended already.');
  const act = await askInCase(manager, 'person.suspend', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, isFourEyes);
  await recordDecision(manager, act, approval);
  if (!approval) return false;
  const { requestedById, approvedById } = approval;
  const { identifiers } = await manager.insert(SuspensionEntity, {
    userId,
    reason: approval.reason,
    suspendedById: requestedById,
    approvedById: approvedById === requestedById ? null : approvedById,
  });
  await recordAudit(manager, 'person.suspended', act.subject, approval.reason, operatorId);
  await revokeAccess(manager, userId, 'suspended');
  await changeHolds(manager, { learnerId: userId }, { add: ['suspended'] });
  await cancelMeetingsOf(manager, person);
  await enqueue(manager, deliverMail, { mail: 'account-suspended', id: identifiers[0]?.id });
  const ending = { outcome: 'suspended' as const, reason: approval.reason, actorId: operatorId };
  await closeCase(manager, { id: act.caseId }, ending);
  return true;
}

/**
 * Undoes {@link suspendPerson}, except for cancelled meetings. Returns false when it waits for a second operator.
 * @throws HttpError 404 or 409.
 */
export async function restorePerson(
  manager: EntityManager,
  { userId, operatorId, reason }: PersonAct,
  isFourEyes: boolean,
): Promise<boolean> {
  await lockPerson(manager, userId);
  const suspension = await findSuspension(manager, userId);
  if (!suspension) throw conflict('This person is not suspended.');
  const act = await askInCase(manager, 'person.restore', { userId, operatorId, reason });
  const approval = await approveAct(manager, act, isFourEyes);
  await recordDecision(manager, act, approval);
  if (!approval) return false;
  await liftSuspension(manager, suspension, { operatorId, reason: approval.reason });
  await enqueue(manager, deliverMail, { mail: 'account-restored', id: suspension.id });
  return true;
}

/** The case in which a suspension, or its end, is asked for and decided. */
const suspensionCase = (userId: string) =>
  ({ kind: 'suspension', subject: { type: 'user', id: userId } }) as const;

const summaries = {
  'person.suspend': 'Suspend this person',
  'person.restore': 'Lift the suspension',
} as const;

/** Opens the case of an act on a person, or finds the open one. Returns the act. */
async function askInCase(
  manager: EntityManager,
  action: keyof typeof summaries,
  { userId, operatorId, reason }: PersonAct,
): Promise<GuardedAct> {
  const about = { ...suspensionCase(userId), summary: summaries[action], actorId: operatorId };
  const caseId = await openCase(manager, about);
  return { action, subject: `user:${userId}`, caseId, operatorId, reason };
}

// The history has the reasons of both operators.
async function recordDecision(
  manager: EntityManager,
  { caseId, operatorId, reason }: GuardedAct,
  approval: Approval | undefined,
): Promise<void> {
  const act = approval ? 'approved' : 'requested';
  await recordAct(manager, { caseId, actorId: operatorId, act, detail: reason });
}

/**
 * Ends a suspension and shows the person's requests again, which closes a case that asks for it. The caller has decided that it
 * may.
 */
export async function liftSuspension(
  manager: EntityManager,
  { id, userId }: Suspension,
  { operatorId, reason }: Omit<PersonAct, 'userId'>,
): Promise<void> {
  await manager.update(SuspensionEntity, id, { liftedAt: () => 'now()', liftedById: operatorId });
  await recordAudit(manager, 'person.restored', `user:${userId}`, reason, operatorId);
  await changeHolds(manager, { learnerId: userId }, { remove: ['suspended'] });
  await closeCase(manager, suspensionCase(userId), { outcome: 'restored', reason, actorId: operatorId });
}

/** Returns the suspension of a person that is not lifted. */
export async function findSuspension(
  manager: EntityManager,
  userId: string,
): Promise<Suspension | undefined> {
  return (await manager.findOneBy(SuspensionEntity, { userId, liftedAt: IsNull() })) ?? undefined;
}

async function lockPerson(manager: EntityManager, id: string): Promise<User> {
  const person = await lockRow(manager, UserEntity, { id });
  if (!person || person.role === 'operator') throw notFound('There is no such person.');
  return person;
}

async function cancelMeetingsOf(manager: EntityManager, { id, role }: User): Promise<void> {
  const isLearner = role === 'learner';
  const met = await rows<{ requestId: string }>(
    manager,
    `SELECT DISTINCT m.request_id AS "requestId" FROM meetings m JOIN requests r ON r.id = m.request_id
     WHERE ${isLearner ? 'r.learner_id' : 'm.sponsor_id'} = $1 AND m.cancelled_at IS NULL ORDER BY 1`,
    [id],
  );
  for (const { requestId } of met) await cancelMeetings(manager, requestId, isLearner ? null : id);
}
