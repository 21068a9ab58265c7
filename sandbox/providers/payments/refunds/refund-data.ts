import { dayMs } from '#contracts/durations.ts';
import type { Transaction } from '../transaction.ts';
import { customerAsText, iso } from '../transaction-data.ts';
import type { Refund } from './refund.ts';

type RefundedTransaction = Pick<Transaction, 'id' | 'email' | 'amountMinor'>;

/** Fields of every description of a refund. */
function commonData(refund: Refund) {
  return {
    id: refund.id,
    integration: 100_001,
    domain: 'test',
    amount: refund.amountMinor,
    deducted_amount: refund.status === 'processed' ? refund.amountMinor : 0,
    currency: refund.currency,
    status: refund.status,
    refunded_by: refund.isFromDashboard ? 'owner@merchant.example' : 'API',
    customer_note: refund.customerNote ?? 'Refund',
    merchant_note: refund.merchantNote ?? '',
  };
}

const isProcessed = ({ status }: Refund) => status === 'processed';
const expectedAt = ({ createdAtMs }: Refund) => iso(createdAtMs + 7 * dayMs);

/** Fields that the list and the retry add. They name the transaction by its number alone, as the provider's samples do. */
function storedData(refund: Refund, transaction: RefundedTransaction) {
  return {
    ...commonData(refund),
    transaction: transaction.id,
    refunded_at: isProcessed(refund) ? iso(refund.updatedAtMs) : null,
    bank_reference: null,
    reason: '',
    customer: customerAsText(transaction),
    initiated_by: refund.isFromDashboard ? 'owner@merchant.example' : 'API',
    session_id: null,
  };
}

/** `data` of a refund that is listed or read. */
export function refundData(refund: Refund, transaction: RefundedTransaction) {
  return {
    ...storedData(refund, transaction),
    dispute: null,
    settlement: null,
    fully_deducted: isProcessed(refund) ? 1 : 0,
    createdAt: iso(refund.createdAtMs),
    refund_type: refund.amountMinor === transaction.amountMinor ? 'full' : 'partial',
    transaction_amount: transaction.amountMinor,
    refund_channel: 'card',
    collect_account_number: refund.status === 'needs-attention',
  };
}

/** `data` of a refund that is retried. */
export function retriedRefundData(refund: Refund, transaction: RefundedTransaction) {
  return {
    ...storedData(refund, transaction),
    dispute: {},
    settlement: {},
    fully_deducted: isProcessed(refund),
    channel: 'card',
    expected_at: expectedAt(refund),
    reversed_at: null,
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
  return refundData(refund, { id: 1, email: 'payer@another-application.example', amountMinor: 1_800 });
}

/** `data` of `POST /refund`, which contains the transaction. */
export function createdRefundData(refund: Refund, transaction: Transaction) {
  const paidAt = iso(transaction.paidAtMs);
  return {
    ...commonData(refund),
    fully_deducted: isProcessed(refund),
    channel: null,
    expected_at: expectedAt(refund),
    createdAt: iso(refund.createdAtMs),
    updatedAt: iso(refund.updatedAtMs),
    transaction: {
      id: transaction.id,
      domain: 'test',
      reference: transaction.reference,
      amount: transaction.amountMinor,
      paid_at: paidAt,
      paidAt,
      channel: 'card',
      currency: transaction.currency,
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
  };
}
