import type { Transaction } from '../transaction.ts';
import type { Refund } from './refund.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const DAY_MS = 86_400_000;

/**
 * `data` of the refund calls. `POST /refund` and the list spell some names differently, as at the provider, whose samples name the
 * transaction by its number alone.
 */
export function refundData(refund: Refund, transaction: Pick<Transaction, 'id'>) {
  const isProcessed = refund.status === 'processed';
  return {
    id: refund.id,
    integration: 100_001,
    domain: 'test',
    transaction: transaction.id,
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
    customer_note: refund.customerNote ?? 'Refund',
    merchant_note: refund.merchantNote,
    createdAt: iso(refund.createdAtMs),
    created_at: iso(refund.createdAtMs),
    updatedAt: iso(refund.updatedAtMs),
  };
}

/** A row that is not ours: another application uses the same account of the provider, now and then. */
export function refundOfAnother() {
  const now = Date.now();
  const refund: Refund = {
    id: 1,
    reference: 'another-application',
    amountMinor: 1_800,
    currency: 'NGN',
    status: 'processed',
    isFromDashboard: true,
    customerNote: null,
    merchantNote: null,
    accountLast4: null,
    retries: 0,
    createdAtMs: now,
    updatedAtMs: now,
  };
  return refundData(refund, { id: 1 });
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
