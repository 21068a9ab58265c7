import type { Dispute } from '../disputes/dispute.ts';
import { disputeData } from '../disputes/dispute-data.ts';
import type { Refund } from '../refunds/refund.ts';
import type { Transaction } from '../transaction.ts';
import { transactionData } from '../transaction-data.ts';

/** A webhook's event name and `data`. */
export interface WebhookEvent {
  event: string;
  data: unknown;
}

export function chargeSuccess(transaction: Transaction): WebhookEvent {
  const data = transactionData({ ...transaction, status: 'success' });
  // Webhooks contain 0 where verify returns an empty string.
  return { event: 'charge.success', data: data.metadata === '' ? { ...data, metadata: 0 } : data };
}

/** Returns a refund event. The provider sends the amount as text, and an id only when the refund needs attention. */
export function refundEvent(transaction: Transaction, refund: Refund): WebhookEvent {
  return {
    event: `refund.${refund.status}`,
    data: {
      ...(refund.status === 'needs-attention' && { id: String(refund.id) }),
      status: refund.status,
      transaction_reference: transaction.reference,
      refund_reference: refund.status === 'processed' ? `TRF_${refund.id}` : null,
      amount: String(refund.amountMinor),
      currency: refund.currency,
      processor: 'instant-transfer',
      customer: { first_name: null, last_name: null, email: transaction.email },
      integration: 100_001,
      domain: 'test',
    },
  };
}

export const disputeStages = ['create', 'remind', 'resolve'] as const;
export type DisputeStage = (typeof disputeStages)[number];

export function disputeEvent(transaction: Transaction, dispute: Dispute, stage: DisputeStage): WebhookEvent {
  return { event: `charge.dispute.${stage}`, data: disputeData(dispute, transaction) };
}

/** Returns the event of a late or wrong bank transfer that was returned; it names no transaction. */
export function rejectedTransferEvent(transaction: Transaction, amountMinor: number): WebhookEvent {
  return {
    event: 'bank.transfer.rejected',
    data: {
      message_type: 'transaction_session_expired',
      message: 'The transfer arrived after the payment page had timed out',
      amount: amountMinor,
      currency: transaction.currency,
      customer: { first_name: null, last_name: null, email: transaction.email },
      domain: 'test',
    },
  };
}

/**
 * Serializes a webhook body. Slashes are escaped, which JSON allows, so that a receiver that verifies the signature
 * over re-serialized JSON instead of the raw body fails in tests.
 */
export function webhookBody(event: WebhookEvent): string {
  return JSON.stringify(event).replaceAll('/', '\\/');
}
