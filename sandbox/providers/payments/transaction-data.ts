import { createHash } from 'node:crypto';
import { isCaptured, type Transaction } from './transaction.ts';

const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Returns customer id and code, derived from the email address so that a payer is always the same customer. */
function customerOf({ email }: Transaction) {
  const digest = createHash('sha256').update(email.toLowerCase());
  const hash = digest.digest('hex');
  return {
    id: Number.parseInt(hash.slice(0, 8), 16),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${hash.slice(8, 23)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  };
}

/** The test card that succeeds. */
const authorization = {
  authorization_code: 'AUTH_sandboxcard',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: 'visa',
  bank: 'TEST BANK',
  country_code: 'NG',
  brand: 'visa',
  reusable: true,
  signature: 'SIG_sandboxcard',
  account_name: null,
};

/** Returns what the provider keeps of a captured transaction, in minor units. */
export function providerFeeMinor({ amountMinor }: Pick<Transaction, 'amountMinor'>): number {
  return Math.round(amountMinor * 0.015);
}

/** `data` of `verify` and of `charge.success`, with the provider's field names and null values. */
export function transactionData(transaction: Transaction) {
  const paid = isCaptured(transaction);
  const paidAt = iso(transaction.paidAtMs);
  const createdAt = iso(transaction.createdAtMs);
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amountMinor,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: paidAt,
    paidAt,
    created_at: createdAt,
    createdAt,
    channel: 'card',
    currency: transaction.currency,
    ip_address: paid ? '127.0.0.1' : null,
    // The provider returns an empty string when the merchant sent no metadata.
    metadata: transaction.metadata ?? '',
    log: null,
    fees: paid ? providerFeeMinor(transaction) : null,
    fees_split: null,
    authorization: paid ? authorization : {},
    customer: customerOf(transaction),
    plan: null,
    split: {},
    order_id: null,
    requested_amount: transaction.requestedAmountMinor,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: {},
  };
}
