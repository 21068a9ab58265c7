import type { Transaction } from '../transaction.ts';
import type { Refund } from './refund.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const DAY_MS = 86_400_000;

/** `data` of the refund calls. `POST /refund` and the list spell some names differently, as at the provider. */
export function refundData(refund: Refund, transaction: Transaction) {
  const isProcessed = refund.status === 'processed';
  return {
    id: refund.id,
    integration: 100_001,
    domain: 'test',
    transaction: transaction.id,
    transaction_reference: refund.reference,
    dispute: null,
    settlement: null,
    amount: refund.amountMinor,
    deducted_amount: isProcessed ? refund.amountMinor : 0,
    fully_deducted: isProcessed ? 1 : 0,
    currency: refund.currency,
    channel: 'card',
    status: refund.status,
    refunded_by: refund.isFromDashboard ? 'owner@merchant.example' : 'API',
    refunded_at: isProcessed ? iso(refund.updatedAtMs) : null,
    expected_at: iso(refund.createdAtMs + 7 * DAY_MS),
    customer_note: refund.customerNote ?? `Refund for transaction ${refund.reference}`,
    merchant_note: refund.merchantNote,
    createdAt: iso(refund.createdAtMs),
    created_at: iso(refund.createdAtMs),
    updatedAt: iso(refund.updatedAtMs),
  };
}

/** `data` of `POST /refund`, which contains the whole transaction. */
export function createdRefundData(refund: Refund, transaction: Transaction) {
  return {
    ...refundData(refund, transaction),
    fully_deducted: refund.status === 'processed',
    transaction: {
      id: transaction.id,
      domain: 'test',
      reference: transaction.reference,
      amount: transaction.amountMinor,
      currency: transaction.currency,
      status: transaction.status,
      channel: 'card',
    },
  };
}
