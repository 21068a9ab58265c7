import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import type { receiveWebhook as contract } from '#contracts/payments/payments.ts';
import { mailOperatorsJob } from '#services/cases/cases.jobs.ts';
import type { Handler } from '#services/deps.ts';
import { syncDisputeJob } from '#services/disputes/disputes.jobs.ts';
import { UnmatchedTransactionEntity } from '#services/ledger/ledger.entity.ts';
import { needsAnswer, openIncidentCase, readIncident } from '#services/payments/incidents.ts';
import {
  PaymentEntity,
  type ProviderIncident,
  ProviderIncidentEntity,
  WebhookEventEntity,
} from '#services/payments/payment.entity.ts';
import { verifyPaymentJob } from '#services/payments/payments.jobs.ts';
import { redactWebhook } from '#services/payments/redact-webhook.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { HttpError, unauthenticated } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { equalsSecret } from '#services/platform/tokens/secrets.ts';
import { parseJson } from '#services/providers/fields.ts';
import { hasDecidedRefund } from '#services/refunds/refund-cases.ts';
import { refundTransactionJob, syncRefundsJob } from '#services/refunds/refunds.jobs.ts';

// A field of unexpected shape is dropped, not rejected: the provider redelivers a rejected webhook for three days.
const name = z.string().max(200).optional().catch(undefined);
const WebhookSchema = z.object({
  event: z.string().max(100),
  data: z.looseObject({
    id: z
      .union([z.number(), z.string().max(200)])
      .optional()
      .catch(undefined),
    reference: name,
    transaction_reference: name,
    transaction: z.looseObject({ reference: name }).optional().catch(undefined),
  }),
});

// Events after which the provider's own record is read; the payload itself is not trusted.
const chargeEvent = 'charge.success';

/**
 * Stores one webhook of the provider and enqueues the verification of the payment it names. A refund, dispute or
 * rejected transfer is stored as an incident, logged and opened as a case, also when it names no payment of ours; a dispute
 * that waits for an answer is mailed to operators. A redelivered webhook changes nothing.
 * @throws HttpError 401 for a wrong signature over the raw body, 400 for a body of another shape.
 */
export const receiveWebhook: Handler<typeof contract> = async (
  { signed: { bytes: raw, signature } },
  { config, db, log },
) => {
  if (!isSigned(raw, signature, config.payment.secretKey))
    throw unauthenticated('The signature does not fit.');
  const payload = parseBody(raw);
  const parsed = WebhookSchema.safeParse(payload);
  if (!parsed.success) throw new HttpError(400, 'This is not an announcement that we understand.');
  const { event, data } = parsed.data;
  const reference = data.reference ?? data.transaction_reference ?? data.transaction?.reference ?? null;
  const incident = await inTransaction(db, async (manager) => {
    const stored = await insertOnce(manager, WebhookEventEntity, {
      event,
      naturalKey: `${event}:${reference}:${data.id ?? createHash('sha256').update(raw).digest('hex')}`,
      reference,
      payload: redactWebhook(event, data),
    });
    const payment = reference === null ? null : await manager.findOneBy(PaymentEntity, { reference });
    // Refund webhooks have no id, so the next refund of the same amount looks like a redelivery: read it either way.
    if (payment && event.startsWith('refund.'))
      await enqueue(manager, syncRefundsJob, { reference: payment.reference });
    const refunded =
      event.startsWith('refund.') && reference !== null && !payment
        ? await manager.findOneBy(UnmatchedTransactionEntity, { reference, decision: 'refund' })
        : null;
    if (refunded) await enqueue(manager, refundTransactionJob, { transactionId: refunded.id });
    if (!stored) return undefined;
    if (payment && event === chargeEvent)
      await enqueue(manager, verifyPaymentJob, { reference: payment.reference });
    if (payment && event.startsWith('charge.dispute.') && data.id !== undefined)
      await enqueue(manager, syncDisputeJob, { providerId: String(data.id) });
    const report = readIncident(event, data);
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
      payment && event.startsWith('refund.') && (await hasDecidedRefund(manager, payment.id, event));
    if (!isDecided) await openIncidentCase(manager, incident);
    return incident;
  });
  if (incident) log.warn(factsOf(incident), 'The provider reports a refund, dispute or rejected transfer');
  return { message: 'Received.' };
};

function factsOf({ event, reference, status, amountMinor, currency, dueAt }: ProviderIncident) {
  return { event, reference, status, amountMinor, currency, dueAt };
}

function isSigned(raw: Buffer, signature: string | undefined, secretKey: string): boolean {
  const expected = createHmac('sha512', secretKey).update(raw).digest();
  return equalsSecret(Buffer.from(signature ?? '', 'hex'), expected);
}

// PostgreSQL's jsonb rejects NUL and unpaired surrogates, which JSON allows.
const unstorableEscape = /\\(u0000|ud[89a-f][\da-f]{2}|.)/g;

function parseBody(raw: Buffer): unknown {
  try {
    // JSON.stringify writes each escape in one form only, so one pattern finds them all.
    const text = JSON.stringify(parseJson(raw.toString('utf8')));
    return JSON.parse(
      text.replaceAll(unstorableEscape, (written, rest: string) => (rest.length > 1 ? '' : written)),
    );
  } catch {
    throw new HttpError(400, 'This is not JSON.');
  }
}
