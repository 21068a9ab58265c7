import type { Transaction } from './transaction.ts';
import { transactionData } from './transaction-data.ts';

/** A webhook's event name and `data`. */
export interface WebhookEvent {
  event: string;
  data: unknown;
}

/** Returns `charge.success`. */
export function chargeSuccess(transaction: Transaction): WebhookEvent {
  const data = transactionData({ ...transaction, status: 'success' });
  // Webhooks contain 0 where verify returns an empty string.
  return { event: 'charge.success', data: data.metadata === '' ? { ...data, metadata: 0 } : data };
}

/** Refund states with a webhook. */
export const refundStages = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const;

/** Returns a refund event. The provider sends the amount as text, and an id only when the refund needs attention. */
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

/** Dispute stages with a webhook. */
export const disputeStages = ['create', 'remind', 'resolve'] as const;

/** Returns a dispute (chargeback) event; the reference is only inside `transaction`. */
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
