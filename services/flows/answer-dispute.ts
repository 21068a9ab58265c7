import { UserEntity } from '#services/accounts/user.entity.ts';
import { type Dispute, DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { findAcceptableMinor } from '#services/disputes/disputes.ts';
import { withdrawAcceptance } from '#services/disputes/request-answer.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import type { FileDeps } from '#services/platform/files/file-store.ts';
import { ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { storeEvidence } from './evidence/sent-evidence.ts';
import { recordDispute } from './record-dispute.ts';
import type { ProviderJob } from './settle.ts';

interface AnswerDeps extends FileDeps, ProviderJob {
  config: FileDeps['config'] & Pick<Config, 'brand'>;
}

/**
 * Sends the stored answer to the provider. The provider takes one answer, only while the dispute waits for it, so
 * reading its state first makes this safe after a crash or a lost answer. An acceptance gives back what is left of the payment
 * then; it is taken back when nothing is.
 * @throws ProviderUnavailableError when it must be attempted again.
 */
export async function answerDispute(disputeId: string, { complete, ...deps }: AnswerDeps): Promise<void> {
  const dispute = await deps.db.getRepository(DisputeEntity).findOneBy({ id: disputeId });
  if (!dispute?.answer || dispute.status !== 'awaiting_merchant') return;
  const current = await readNow(dispute, deps);
  const report = current.reported.status === 'awaiting_merchant' ? await send(dispute, deps) : current;
  await complete(async (manager) => {
    if (report) await recordDispute(manager, report.reported, report.readAt);
    else await withdrawAcceptance(manager, disputeId);
  });
}

/** Reads a dispute from the provider, with the time when the read began: another job may read it at the same time. */
async function readNow({ providerId }: Dispute, { db, provider }: Pick<AnswerDeps, 'db' | 'provider'>) {
  const readAt = await databaseNow(db.manager);
  return { reported: await provider.readDispute(providerId), readAt };
}

/** Returns the dispute as it is after the answer; undefined when there is nothing left to give back. */
async function send(dispute: Dispute, deps: Omit<AnswerDeps, 'complete'>) {
  const isAccepted = dispute.answer === 'accept';
  const refundMinor = isAccepted ? await findAcceptableMinor(deps.db, dispute) : 0;
  if (isAccepted && refundMinor === 0) return undefined;
  const rejection = await sendAnswer(dispute, refundMinor, deps).catch((error: unknown) => {
    if (!(error instanceof ProviderRejectedError)) throw error;
    return error;
  });
  const now = await readNow(dispute, deps);
  // Still waiting: the provider refused our answer itself, so operators must see the failure.
  if (rejection && now.reported.status === 'awaiting_merchant') throw rejection;
  return now;
}

async function sendAnswer(
  { id, paymentId, providerId, category, message, answer }: Dispute,
  refundMinor: number,
  { provider, ...deps }: Omit<AnswerDeps, 'complete'>,
): Promise<void> {
  if (answer === 'accept') {
    const text = message || 'We accept this claim.';
    const uploadedFilename = await provider.uploadEvidence(providerId, {
      name: `acceptance-${providerId}.txt`,
      contentType: 'text/plain; charset=utf-8',
      data: Buffer.from(text),
    });
    const answered = {
      answer,
      message: text,
      refundMinor,
      uploadedFilename,
    } as const;
    return provider.resolveDispute(providerId, answered);
  }
  const { file: data, serviceDetails, deliveredAt } = await storeEvidence(deps, id);
  const { payerId } = await deps.db.manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const payer = await deps.db.manager.findOneByOrFail(UserEntity, { id: payerId });
  const file = { name: `evidence-${providerId}.pdf`, contentType: 'application/pdf' };
  const uploadedFilename = await provider.uploadEvidence(providerId, { ...file, data });
  const evidenceId = await provider.addEvidence(providerId, {
    customerEmail: payer.email,
    customerName: payer.fullName,
    customerPhone: payer.phoneNumber ?? 'not given',
    serviceDetails,
    deliveryDate: deliveredAt?.toISOString(),
  });
  await provider.resolveDispute(providerId, {
    answer: 'fight',
    message: message || serviceDetails,
    refundMinor,
    uploadedFilename,
    ...(category === 'fraud' && { evidenceId }),
  });
}
