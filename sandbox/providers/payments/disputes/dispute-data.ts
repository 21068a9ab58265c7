import type { Transaction } from '../transaction.ts';
import { transactionData } from '../transaction-data.ts';
import type { Dispute } from './dispute.ts';

const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** `data` of the dispute calls and webhooks; the reference is only inside `transaction`. */
export function disputeData(dispute: Dispute, transaction: Transaction) {
  const data = transactionData(transaction);
  return {
    id: dispute.id,
    refund_amount: dispute.amountMinor,
    currency: dispute.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    transaction: data,
    transaction_reference: null,
    category: dispute.category,
    customer: data.customer,
    bin: '408408',
    last4: '4081',
    dueAt: iso(dispute.dueAtMs),
    resolvedAt: iso(dispute.resolvedAtMs),
    evidence: dispute.evidence,
    attachments: dispute.uploadedFilename,
    note: dispute.message,
    history: [{ status: dispute.status, by: transaction.email, createdAt: iso(dispute.updatedAtMs) }],
    messages: dispute.message === null ? [] : [{ sender: 'merchant', body: dispute.message }],
    created_at: iso(dispute.createdAtMs),
    createdAt: iso(dispute.createdAtMs),
    updated_at: iso(dispute.updatedAtMs),
    updatedAt: iso(dispute.updatedAtMs),
  };
}
