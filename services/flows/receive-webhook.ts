import type { receiveWebhook as contract } from '#contracts/payments/payments.ts';
import { mailOperatorsJob } from '#services/cases/cases.jobs.ts';
import type { Handler } from '#services/deps.ts';
import { syncDisputeJob } from '#services/disputes/disputes.jobs.ts';
import { UnmatchedTransactionEntity } from '#services/ledger/ledger.entity.ts';
import { incidentOf, needsAnswer, openIncidentCase } from '#services/payments/incidents.ts';
import {
  PaymentEntity,
  type ProviderIncident,
  ProviderIncidentEntity,
  WebhookEventEntity,
} from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { reportOf } from '#services/providers/reports.ts';
import { hasDecidedRefund } from '#services/refunds/refund-cases.ts';
import { refundTransactionJob, syncRefundsJob } from '#services/refunds/refunds.jobs.ts';

/**
 * Stores one webhook of the provider and enqueues the verification of the payment it names. A refund, dispute or
 * rejected transfer is stored as an incident, logged and opened as a case, also when it names no payment of ours; a dispute
 * that waits for an answer is mailed to operators. A redelivered webhook changes nothing.
 * @throws HttpError 401 for a wrong signature over the raw body, 400 for a body of another shape.
 */
export const receiveWebhook: Handler<typeof contract> = async (
  { signed: { bytes, signature } },
  { provider, db, log },
) => {
  const event = provider.readWebhook(bytes, signature);
  const { name, kind, naturalKey, reference } = event;
  const incident = await inTransaction(db, async (manager) => {
    const stored = await insertOnce(manager, WebhookEventEntity, {
      event: name,
      naturalKey,
      reference,
      payload: event.stored,
    });
    const payment = reference === null ? null : await manager.findOneBy(PaymentEntity, { reference });
    // Refund webhooks have no id, so the next refund of the same amount looks like a redelivery: read it either way.
    if (payment && kind === 'refund')
      await enqueue(manager, syncRefundsJob, { reference: payment.reference });
    const refunded =
      kind === 'refund' && reference !== null && !payment
        ? await manager.findOneBy(UnmatchedTransactionEntity, { reference, decision: 'refund' })
        : null;
    if (refunded) await enqueue(manager, refundTransactionJob, { transactionId: refunded.id });
    if (!stored) return undefined;
    if (payment && kind === 'paid')
      await enqueue(manager, verifyPaymentJob, { reference: payment.reference });
    if (payment && kind === 'dispute' && event.id !== null)
      await enqueue(manager, syncDisputeJob, { providerId: event.id });
    const report = incidentOf(event);
    // Operators decided this refund; its case says how far it is.
    if (!report || refunded) return undefined;
    const incident = manager.create(ProviderIncidentEntity, {
      ...report,
      webhookEventId: stored.id,
      paymentId: payment?.id ?? null,
      reference,
    });
    await manager.insert(ProviderIncidentEntity, incident);
    // Refunds and rejected transfers have cases, which the daily summary counts.
    if (needsAnswer(incident))
      await enqueue(manager, mailOperatorsJob, {
        kind: 'dispute',
        mail: 'provider-incident',
        id: incident.id,
      });
    // A refund that was decided here has a case, in whose history its steps stand: a second one would split it.
    const isDecided =
      payment && kind === 'refund' && (await hasDecidedRefund(manager, payment.id, reportOf(name)));
    if (!isDecided) await openIncidentCase(manager, incident);
    return incident;
  });
  if (incident) log.warn(factsOf(incident), 'The provider reports a refund, dispute or rejected transfer');
  return { message: 'Received.' };
};

function factsOf({ event, reference, status, amountMinor, currency, dueAt }: ProviderIncident) {
  return { event, reference, status, amountMinor, currency, dueAt };
}
