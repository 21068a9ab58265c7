import { createHash } from 'node:crypto';
import type { PaymentSettings } from './payment-settings.ts';
import { isCaptured, type Transaction } from './transaction.ts';

/** Returns a time in milliseconds as the provider writes it. */
export const iso = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

type Payer = Pick<Transaction, 'email'>;

/** Returns customer id and code, derived from the email address so that a payer is always the same customer. */
function customerOf({ email }: Payer) {
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
  };
}

/** Returns the customer as refunds and disputes have it: what is not known is empty text, not null. */
export function customerAsText(payer: Payer) {
  const unknown = { first_name: '', last_name: '', phone: '', metadata: '', international_format_phone: '' };
  return { ...customerOf(payer), ...unknown };
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

/** An unpaid transaction in the list, which has every field. */
const noAuthorization = {
  ...Object.fromEntries(Object.keys(authorization).map((name) => [name, null])),
  reusable: false,
};

const feeShare = 0.015;

/** Returns what the provider keeps of a captured transaction, in minor units. */
export function providerFeeMinor({ amountMinor }: Pick<Transaction, 'amountMinor'>): number {
  return Math.round(amountMinor * feeShare);
}

/** Returns the amount of which the provider's fee leaves this one. */
export const withFee = (amountMinor: number): number => Math.floor(amountMinor / (1 - feeShare));

/** Fields of every description of a transaction. */
function commonData(transaction: Transaction) {
  const isPaid = isCaptured(transaction);
  const paidAt = iso(transaction.paidAtMs);
  const createdAt = iso(transaction.createdAtMs);
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status,
    reference: transaction.reference,
    amount: transaction.amountMinor,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: paidAt,
    paidAt,
    created_at: createdAt,
    createdAt,
    channel: 'card',
    currency: transaction.currency,
    ip_address: isPaid ? '127.0.0.1' : '',
    log: null,
    fees: isPaid ? providerFeeMinor(transaction) : null,
    fees_split: null,
    split: {},
    subaccount: {},
    order_id: null,
    pos_transaction_data: null,
    source: null,
    connect: null,
  };
}

/** `data` of `verify` and of `charge.success`, with the provider's field names and null values. */
export function transactionData(transaction: Transaction) {
  const common = commonData(transaction);
  return {
    ...common,
    receipt_number: null,
    // The provider returns an empty string when the merchant sent no metadata.
    metadata: transaction.metadata ?? '',
    authorization: isCaptured(transaction) ? authorization : {},
    customer: { ...customerOf(transaction), international_format_phone: null },
    plan: null,
    requested_amount: transaction.requestedAmountMinor,
    fees_breakdown: null,
    transaction_date: common.createdAt,
    plan_object: {},
  };
}

/** A row of the list of transactions. */
export function listedTransactionData(
  transaction: Transaction,
  { listsReferences }: Pick<PaymentSettings, 'listsReferences'>,
) {
  return {
    ...commonData(transaction),
    reference: listsReferences ? transaction.reference : null,
    metadata: typeof transaction.metadata === 'object' ? transaction.metadata : null,
    authorization: isCaptured(transaction) ? authorization : noAuthorization,
    customer: customerOf(transaction),
    plan: {},
    requested_amount: transaction.requestedAmountMinor,
  };
}

/** The transaction within a dispute of the list, or of a webhook. The document has no metadata of the merchant's there. */
export function disputedTransactionData(transaction: Transaction) {
  return {
    ...commonData(transaction),
    metadata: { custom_fields: [] },
    authorization: {},
    customer: null,
    plan: {},
    fees_breakdown: null,
  };
}
