import type { EntityManager } from 'typeorm';
import { recordAudit } from '#services/cases/record-audit.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { answerDisputeJob } from './disputes.jobs.ts';

/**
 * Stores the answer of an operator to a dispute and enqueues it, in the caller's transaction: `accept` gives the money
 * back, `fight` sends the drafted evidence. It cannot be undone.
 * @throws HttpError 404 for an unknown dispute, 409 when it is answered already or no longer waits for us.
 */
export async function requestAnswer(
  manager: EntityManager,
  given: { disputeId: string; operatorId: string; answer: NonNullable<Dispute['answer']>; message: string },
): Promise<Dispute> {
  const { disputeId, operatorId, answer, message } = given;
  const dispute = await lockRow(manager, DisputeEntity, { id: disputeId });
  if (!dispute) throw notFound('There is no such dispute.');
  if (dispute.answer) throw conflict('This dispute is already answered.');
  if (dispute.status !== 'awaiting_merchant')
    throw conflict('This dispute does not wait for an answer any more.');
  await manager.update(DisputeEntity, disputeId, {
    answer,
    message,
    answeredById: operatorId,
    answeredAt: () => 'now()',
  });
  await recordAudit(manager, `dispute.${answer}`, `dispute:${disputeId}`, message, operatorId);
  await enqueue(manager, answerDisputeJob, { disputeId });
  return manager.findOneByOrFail(DisputeEntity, { id: disputeId });
}
