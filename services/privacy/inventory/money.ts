import { DisputeEntity, DisputeEvidenceEntity } from '#services/disputes/dispute.entity.ts';
import {
  LedgerPostingEntity,
  LedgerTransactionEntity,
  UnmatchedTransactionEntity,
} from '#services/ledger/ledger.entity.ts';
import {
  PaymentEntity,
  ProviderIncidentEntity,
  WebhookEventEntity,
} from '#services/payments/payment.entity.ts';
import { PriceChoiceEntity } from '#services/purchases/purchase.entity.ts';
import { RefundAccountEntity, RefundEntity } from '#services/refunds/refund.entity.ts';
import {
  asBooks,
  type Inventory,
  inBooks,
  inBooksWithoutPerson,
  ownPayments,
  ownRequests,
} from './personal-table.ts';

const ofOwnPayment = `r.payment_id IN ${ownPayments}`;

/** Payments, refunds, disputes and the ledger. */
export const moneyTables = {
  payments: {
    purpose: 'Payments at the provider',
    entity: PaymentEntity,
    views: [{ title: 'Your payments', about: 'r.payer_id = me.id' }],
    ...inBooks,
    erasure: 'Kept without the person; the links to the payment page are deleted',
  },
  ledger_transactions: {
    purpose: 'Double-entry ledger',
    entity: LedgerTransactionEntity,
    views: [{ title: 'Your payments in our books', about: ofOwnPayment }],
    ...inBooksWithoutPerson,
  },
  ledger_postings: {
    purpose: 'Double-entry ledger',
    entity: LedgerPostingEntity,
    views: [
      {
        title: 'Amounts in our books',
        about: `r.transaction_id IN (SELECT id FROM ledger_transactions WHERE payment_id IN ${ownPayments})`,
      },
    ],
    ...inBooksWithoutPerson,
  },
  reconciliation_runs: {
    purpose: 'Comparison of the ledger with the provider’s books',
    erasure: 'Nothing about a person',
    retention: asBooks,
  },
  unmatched_transactions: {
    purpose: 'Money at the provider that no payment has, with the address of its payer',
    entity: UnmatchedTransactionEntity,
    views: [{ title: 'Your payments at the provider without an order', about: 'r.payer_email = me.address' }],
    ...inBooks,
    erasure: 'Kept without the person; the address is deleted',
  },
  refunds: {
    purpose: 'Money that is given back',
    entity: RefundEntity,
    views: [{ title: 'Refunds to you', about: ofOwnPayment }],
    ...inBooks,
    erasure: 'Kept without the person; the reason is deleted',
  },
  refund_accounts: {
    purpose: 'Bank details for a refund that the provider could not send back; the export has them decrypted',
    entity: RefundAccountEntity,
    views: [
      {
        title: 'Bank details for refunds',
        about: `r.refund_id IN (SELECT id FROM refunds WHERE payment_id IN ${ownPayments})`,
      },
    ],
    retention: 'Until the payment provider has them',
  },
  disputes: {
    purpose: 'Disputes that a payer’s bank opened',
    entity: DisputeEntity,
    views: [{ title: 'Disputes about your payments', about: ofOwnPayment }],
    ...inBooks,
    erasure: 'Kept without the person; the message is deleted',
  },
  dispute_evidence: {
    purpose: 'Evidence as it was sent to a payer’s bank, with the first name of the learner',
    entity: DisputeEvidenceEntity,
    views: [
      {
        title: 'Evidence that we sent to your bank',
        about: `r.dispute_id IN (SELECT id FROM disputes WHERE payment_id IN ${ownPayments})`,
      },
    ],
    alsoErased: `r.dispute_id IN (SELECT d.id FROM disputes d JOIN payments p ON p.id = d.payment_id
      WHERE p.request_id IN ${ownRequests})`,
    erasure: 'Deleted with the payer or the learner',
    retention: 'As long as the accounts of both',
  },
  webhook_inbox: {
    purpose: 'Messages of the payment provider without the payer, so that none is lost',
    entity: WebhookEventEntity,
    views: [
      {
        title: 'What the payment provider reported of your payments',
        about: 'r.reference IN (SELECT reference FROM payments WHERE payer_id = me.id)',
      },
    ],
    remains: true,
    erasure: 'Kept without its contents',
    retention: '90 days',
  },
  provider_incidents: {
    purpose: 'Refunds, disputes and rejected transfers that the provider reported',
    entity: ProviderIncidentEntity,
    views: [{ title: 'Incidents that the payment provider reported', about: ofOwnPayment }],
    ...inBooks,
    erasure: 'Kept without the person; the detail is deleted',
  },
  price_choices: {
    purpose: 'A payer’s choice when the course became dearer, or too little was paid',
    entity: PriceChoiceEntity,
    views: [
      {
        title: 'Your choices after a change of price',
        about: `r.purchase_id IN (SELECT id FROM purchases WHERE payment_id IN ${ownPayments})`,
      },
    ],
    ...inBooksWithoutPerson,
  },
} satisfies Inventory;
