import type { Transaction } from './transaction.ts';
import { transactionData } from './transaction-data.ts';

/** An announcement before it is written down: its name and its `data`. */
export interface WebhookEvent {
  event: string;
  data: unknown;
}

/** Money was taken. */
export function chargeSuccess(transaction: Transaction): WebhookEvent {
  const data = transactionData({ ...transaction, status: 'success' });
  // Webhooks say 0 where verify says an empty string.
  return { event: 'charge.success', data: data.metadata === '' ? { ...data, metadata: 0 } : data };
}

/** States of a refund that the provider announces. */
export const refundStages = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;

/** Money goes back. The provider sends the amount as text, and an id only when the refund needs attention. */
export function refundEvent(
  transaction: Transaction,
  stage: (typeof refundStages)[number],
  amountMinor: number,
): WebhookEvent {
  return {
    event: `refund.${stage}`,
    data: {
      ...(stage === 'needs-attention' && { id: String(transaction.id + 2_000_000) }),
      status: stage,
      transaction_reference: transaction.reference,
      refund_reference: stage === 'processed' ? `TRF_${transaction.id}` : null,
      amount: String(amountMinor),
      currency: transaction.currency,
      processor: 'instant-transfer',
      customer: { first_name: null, last_name: null, email: transaction.email },
      integration: 100_001,
      domain: 'test',
    },
  };
}

/** Steps of a dispute that the provider announces. */
export const disputeStages = ['create', 'remind', 'resolve'] as const;

/** A payer's bank asks for the money back; the reference is found only inside `transaction`. */
export function disputeEvent(
  transaction: Transaction,
  stage: (typeof disputeStages)[number],
  resolution: 'merchant-accepted' | 'declined' = 'merchant-accepted',
): WebhookEvent {
  const data = transactionData(transaction);
  const isResolved = stage === 'resolve';
  const now = new Date().toISOString();
  return {
    event: `charge.dispute.${stage}`,
    data: {
      id: transaction.id + 1_000_000,
      refund_amount: transaction.amountMinor,
      currency: transaction.currency,
      status: isResolved ? 'resolved' : 'awaiting-merchant-feedback',
      resolution: isResolved ? resolution : null,
      domain: 'test',
      transaction: data,
      transaction_reference: null,
      category: 'chargeback',
      customer: data.customer,
      bin: '408408',
      last4: '4081',
      dueAt: new Date(Date.now() + 86_400_000).toISOString(),
      resolvedAt: isResolved ? now : null,
      evidence: null,
      attachments: null,
      note: null,
      created_at: now,
      updated_at: now,
    },
  };
}

/** A late or wrong bank transfer that the provider has sent back; it names no transaction. */
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
 * The bytes that travel. Slashes are escaped, which JSON allows: a receiver that checks the signature over its
 * own re-serialised copy instead of the raw body then fails here, and not first with real money.
 */
export function webhookBody(event: WebhookEvent): string {
  return JSON.stringify(event).replaceAll('/', '\\/');
}
