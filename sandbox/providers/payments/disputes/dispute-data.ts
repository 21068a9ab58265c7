import type { Transaction } from '../transaction.ts';
import { customerAsText, disputedTransactionData, iso } from '../transaction-data.ts';
import type { Dispute, DisputeEvidence } from './dispute.ts';

/** Fields of every description of a dispute. */
function commonData(dispute: Dispute) {
  return {
    id: dispute.id,
    refund_amount: dispute.amountMinor,
    currency: dispute.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    transaction_reference: null,
    category: dispute.category,
    bin: '408408',
    last4: '4081',
    dueAt: iso(dispute.dueAtMs),
    attachments: dispute.uploadedFilename,
    createdAt: iso(dispute.createdAtMs),
    updatedAt: iso(dispute.updatedAtMs),
  };
}

/** A row of the list of disputes, and `data` of their webhooks; the reference is only inside `transaction`. */
export function disputeData(dispute: Dispute, transaction: Transaction) {
  const updatedAt = iso(dispute.updatedAtMs);
  return {
    ...commonData(dispute),
    transaction: disputedTransactionData(transaction),
    customer: customerAsText(transaction),
    resolvedAt: iso(dispute.resolvedAtMs),
    evidence: dispute.evidence,
    note: dispute.message,
    history: [{ status: dispute.status, by: transaction.email, createdAt: updatedAt }],
    messages:
      dispute.message === null ? [] : [{ sender: 'merchant', body: dispute.message, createdAt: updatedAt }],
  };
}

/** `data` of a dispute that is read, which has some fields in another form than the list. */
export function readDisputeData(dispute: Dispute, transaction: Transaction) {
  const data = disputeData(dispute, transaction);
  return {
    ...data,
    customer: { ...data.customer, metadata: {} },
    transaction: {
      ...data.transaction,
      authorization: { receiver_bank_account_number: null, receiver_bank: null },
      customer: { international_format_phone: null },
      requested_amount: transaction.requestedAmountMinor,
    },
  };
}

/** `data` of an answer to a dispute, which names the transaction by its number alone. */
export function resolvedDisputeData(dispute: Dispute, transaction: Transaction) {
  const updatedAt = iso(dispute.updatedAtMs);
  return {
    ...commonData(dispute),
    transaction: transaction.id,
    merchant_transaction_reference: '',
    note: null,
    integration: 100_001,
    created_by: 1,
    evidence: evidenceId(dispute),
    resolvedAt: iso(dispute.resolvedAtMs) ?? updatedAt,
    message: {
      dispute: dispute.id,
      sender: 'merchant',
      body: dispute.message,
      id: dispute.id + 600_000,
      createdAt: updatedAt,
      updatedAt,
    },
  };
}

/** `data` of added evidence. */
export function evidenceData(dispute: Dispute, evidence: DisputeEvidence) {
  const now = new Date().toISOString();
  return {
    delivery_address: '',
    delivery_date: '',
    ...evidence,
    dispute: dispute.id,
    id: evidenceId(dispute),
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the id of the evidence of a dispute. */
export const evidenceId = ({ id }: Dispute) => id + 500_000;
