import type { EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { withdrawPendingAct } from '#services/cases/approval.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import { expectAnswer, resumeCase } from '#services/cases/case-waiting.ts';
import { mailOperatorsJob } from '#services/cases/cases.jobs.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { type CaseKey, openCase } from '#services/cases/open-case.ts';
import { type Dispute, DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { disputeDueAt } from '#services/disputes/disputes.ts';
import { acceptance } from '#services/disputes/request-answer.ts';
import { recordDisputeLost } from '#services/ledger/record-transaction.ts';
import { incidentSummary } from '#services/payments/incidents.ts';
import { PaymentEntity, ProviderIncidentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, insertOnce, lockRow } from '#services/platform/database/sql.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { ProviderDispute } from '#services/providers/payment-provider.ts';
import {
  endDisputedPurchase,
  holdDisputedPurchase,
  resumeDisputedPurchase,
} from '#services/purchases/disputed-purchases.ts';
import { findOpenMatter } from '#services/purchases/required-cases/open-required-cases.ts';
import { completeReturn } from './complete-return.ts';

/**
 * Stores a dispute that the provider reports, in the caller's transaction; `readAt` is when the read began. Idempotent,
 * and a report that is older than the stored one changes nothing. Returns undefined for a payment that is not ours.
 */
export async function recordDispute(
  manager: EntityManager,
  reported: ProviderDispute,
  readAt: Date,
): Promise<Dispute | undefined> {
  const { reference } = reported;
  const known = reference === null ? null : await manager.findOneBy(PaymentEntity, { reference });
  if (!known) return undefined;
  const { payment, request } = await lockPayment(manager, known.id);
  const isNew = await insertReported(manager, payment.id, reported);
  const dispute = await lockRow(manager, DisputeEntity, { providerId: reported.id });
  if (!dispute) throw new Error(`Dispute ${reported.id} was not stored`);
  if (dispute.status === 'resolved' || (dispute.readAt && dispute.readAt > readAt)) return dispute;
  // A dispute does not go back to waiting for us once the bank has our answer.
  const status =
    dispute.status === 'awaiting_bank' && reported.status !== 'resolved' ? dispute.status : reported.status;
  const outcome = status === 'resolved' ? outcomeOf(reported, dispute) : null;
  await manager.update(DisputeEntity, dispute.id, {
    readAt,
    status,
    ...(outcome && { outcome, resolvedAt: () => 'now()' }),
    ...(reported.dueAt && { dueAt: earlier(reported.dueAt, dispute.dueAt) }),
  });
  const action = `dispute.${outcome ?? status}` as const;
  if (status !== dispute.status)
    await recordAudit(manager, action, `dispute:${dispute.id}`, 'Reported by the provider.');
  if (status !== 'awaiting_merchant') await withdrawPendingAct(manager, acceptance(dispute.id));
  // The case itself changes only when the dispute is resolved, but open desks show every state.
  publishChange(manager, payment.payerId, request.learnerId, OPERATORS);
  const disputeCase = { kind: 'dispute', subject: { type: 'payment', id: payment.id } } as const;
  if (status === 'awaiting_bank' && (isNew || status !== dispute.status))
    await waitForBank(manager, disputeCase);
  if (outcome) {
    // The payment may have another dispute.
    if (!(await findOpenMatter(manager, disputeCase)))
      await closeCase(manager, disputeCase, { outcome, reason: `The dispute was ${outcome}.` });
    if (outcome !== 'won') {
      // An accepted dispute may have taken less than was disputed.
      const amountMinor = reported.amountMinor || dispute.amountMinor;
      await manager.update(DisputeEntity, dispute.id, { amountMinor });
      await recordDisputeLost(manager, { paymentId: payment.id, reference: dispute.id, amountMinor });
      if (await completeReturn(manager, payment, request))
        await endDisputedPurchase(manager, payment.id, `The dispute was ${outcome}.`);
    }
    await resumeDisputedPurchase(manager, request.id, `The dispute was ${outcome}.`);
  } else if (isNew) await holdDisputedPurchase(manager, request.id, await bankDecidesBy(manager));
  return manager.findOneByOrFail(DisputeEntity, { id: dispute.id });
}

/** When operators ask the provider about a decision of a bank that has not come: our own target. */
const bankDays = 30;

const bankDecidesBy = async (manager: EntityManager) =>
  new Date((await databaseNow(manager)).getTime() + bankDays * dayMs);

/** The case waits for the bank, unless another dispute of the payment waits for our answer. */
async function waitForBank(manager: EntityManager, disputeCase: CaseKey): Promise<void> {
  const { id: paymentId } = disputeCase.subject;
  if (await manager.existsBy(DisputeEntity, { paymentId, status: 'awaiting_merchant' })) return;
  const until = await bankDecidesBy(manager);
  const detail = 'The bank has our answer and decides.';
  await expectAnswer(manager, disputeCase, { on: 'bank', matter: 'dispute', until, detail });
}

/** Returns whether the dispute was not known. */
async function insertReported(
  manager: EntityManager,
  paymentId: string,
  reported: ProviderDispute,
): Promise<boolean> {
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: paymentId });
  const openedAt = reported.createdAt ?? (await databaseNow(manager));
  const currency = reported.currency ?? payment.currency;
  const computed = disputeDueAt(openedAt, currency);
  const dueAt = reported.dueAt ? earlier(reported.dueAt, computed) : computed;
  const dispute = await insertOnce(manager, DisputeEntity, {
    paymentId,
    providerId: reported.id,
    status: reported.status === 'resolved' ? 'awaiting_merchant' : reported.status,
    amountMinor: reported.amountMinor || (payment.capturedMinor ?? payment.amountMinor),
    currency,
    category: reported.category,
    dueAt,
    openedAt,
  });
  if (!dispute) return false;
  const reason = `The provider reports dispute ${reported.id}.`;
  await recordAudit(manager, 'dispute.opened', `dispute:${dispute.id}`, reason);
  if (reported.status === 'resolved') return true;
  const disputeCase = { kind: 'dispute', subject: { type: 'payment', id: paymentId } } as const;
  const summary = incidentSummary('dispute_opened', reported.category);
  // It may wait for the bank about an earlier dispute.
  await resumeCase(manager, disputeCase, { detail: summary });
  await openCase(manager, { ...disputeCase, summary, dueAt });
  // The webhook is mailed by itself; this dispute was found without one.
  const isMailed = await manager.existsBy(ProviderIncidentEntity, {
    providerId: reported.id,
    kind: 'dispute',
  });
  if (!isMailed)
    await enqueue(manager, mailOperatorsJob, { kind: 'dispute', mail: 'dispute-waiting', id: dispute.id });
  return true;
}

// A provider may have no word for a lost fight, and report that we accept.
function outcomeOf({ resolution }: ProviderDispute, { answer }: Dispute): NonNullable<Dispute['outcome']> {
  if (resolution === 'won') return 'won';
  return resolution === 'accepted' && answer !== 'fight' ? 'accepted' : 'lost';
}

function earlier(first: Date, other: Date): Date {
  return first < other ? first : other;
}
