import { periodOf } from '../retention/rules.ts';
import { asBooks, type Inventory, ownPayments } from './personal-table.ts';

const ofOwnPayment = `r.payment_id IN ${ownPayments}`;

/** Payments, refunds, disputes and the ledger. */
export const moneyTables = {
  payments: {
    purpose: 'Payments at the provider',
    views: [
      {
        title: 'Your payments',
        about: 'r.payer_id = me.id',
        exported: [
          'id',
          'reference',
          'request_id',
          'sponsorship_id',
          'payer_id',
          'price_choice_id',
          'price_minor',
          'fee_minor',
          'amount_minor',
          'currency',
          'terms',
          'status',
          'opened_at',
          'captured_minor',
          'captured_currency',
          'review_reason',
          'receipt_number',
          'last_checked_at',
          'settled_at',
          'created_at',
        ],
      },
    ],
    withheld: { secret: ['authorization_url', 'access_code'] },
    erasure: 'Kept without the person; the links to the payment page are deleted',
    retention: asBooks,
  },
  ledger_transactions: {
    purpose: 'Double-entry ledger',
    views: [
      {
        title: 'Your payments in our books',
        about: ofOwnPayment,
        exported: ['id', 'kind', 'reference', 'payment_id', 'created_at'],
      },
    ],
    withheld: { internal: ['actor_id'] },
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
  ledger_postings: {
    purpose: 'Double-entry ledger',
    views: [
      {
        title: 'Amounts in our books',
        about: `r.transaction_id IN (SELECT id FROM ledger_transactions WHERE payment_id IN ${ownPayments})`,
        exported: ['transaction_id', 'line', 'account', 'amount_minor', 'currency'],
      },
    ],
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
  reconciliation_runs: {
    purpose: 'Comparison of the ledger with the provider’s books',
    views: [],
    erasure: 'Nothing about a person',
    retention: asBooks,
  },
  refunds: {
    purpose: 'Money that is given back',
    views: [
      {
        title: 'Refunds to you',
        about: ofOwnPayment,
        exported: [
          'id',
          'payment_id',
          'origin',
          'status',
          'amount_minor',
          'currency',
          'reason',
          'approved_at',
          'called_at',
          'provider_id',
          'read_at',
          'attentions',
          'failure_reason',
          'processed_at',
          'created_at',
        ],
      },
    ],
    withheld: { others: ['requested_by_id', 'approved_by_id'] },
    erasure: 'Kept without the person; the reason is deleted',
    retention: asBooks,
  },
  refund_accounts: {
    purpose: 'Bank details for a refund that the provider could not send back; the export has them decrypted',
    views: [
      {
        title: 'Bank details for refunds',
        about: `r.refund_id IN (SELECT id FROM refunds WHERE payment_id IN ${ownPayments})`,
        exported: ['refund_id', 'created_at'],
      },
    ],
    withheld: { secret: ['key_version', 'wrapped_key', 'sealed'] },
    erasure: 'Deleted',
    retention: 'Until the payment provider has them',
  },
  disputes: {
    purpose: 'Disputes that a payer’s bank opened',
    views: [
      {
        title: 'Disputes about your payments',
        about: ofOwnPayment,
        exported: [
          'id',
          'payment_id',
          'provider_id',
          'status',
          'outcome',
          'amount_minor',
          'currency',
          'category',
          'due_at',
          'opened_at',
          'reminded_at',
          'answer',
          'answered_at',
          'message',
          'read_at',
          'resolved_at',
          'created_at',
        ],
      },
    ],
    withheld: { others: ['answered_by_id'] },
    erasure: 'Kept without the person; the message is deleted',
    retention: asBooks,
  },
  webhook_inbox: {
    purpose: 'Messages of the payment provider, so that none is lost',
    views: [
      {
        title: 'What the payment provider reported of your payments',
        about: 'r.reference IN (SELECT reference FROM payments WHERE payer_id = me.id)',
        exported: ['id', 'event', 'reference', 'payload', 'created_at'],
      },
    ],
    withheld: { internal: ['natural_key'] },
    erasure: 'Kept without its contents',
    retention: periodOf('webhook_inbox'),
  },
  provider_incidents: {
    purpose: 'Refunds, disputes and rejected transfers that the provider reported',
    views: [
      {
        title: 'Incidents that the payment provider reported',
        about: ofOwnPayment,
        exported: [
          'id',
          'payment_id',
          'kind',
          'event',
          'reference',
          'provider_id',
          'status',
          'amount_minor',
          'currency',
          'due_at',
          'detail',
          'created_at',
        ],
      },
    ],
    withheld: { internal: ['webhook_event_id'] },
    erasure: 'Kept without the person; the detail is deleted',
    retention: asBooks,
  },
  price_choices: {
    purpose: 'A payer’s choice when the course became dearer',
    views: [
      {
        title: 'Your choices after a change of price',
        about: `r.purchase_id IN (SELECT id FROM purchases WHERE payment_id IN ${ownPayments})`,
        exported: [
          'id',
          'purchase_id',
          'status',
          'price_minor',
          'difference_minor',
          'message',
          'due_at',
          'reminded_at',
          'answered_at',
          'created_at',
        ],
      },
    ],
    withheld: { others: ['asked_by_id'] },
    erasure: 'Kept; it names no person',
    retention: asBooks,
  },
} satisfies Inventory;
