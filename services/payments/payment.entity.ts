import { EntitySchema } from 'typeorm';
import { type Currency, currencies } from '#contracts/money.ts';
import { type PaymentStatus, paymentStatuses } from '#contracts/payments/payment-status.ts';
import {
  amountMinor,
  createdAt,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** One transaction at the provider. */
export interface Payment {
  id: string;
  /** The provider's transaction reference; belongs to one request and one payer. */
  reference: string;
  /** The provider's number of the transaction; null until the provider has said it. */
  transactionId: string | null;
  requestId: string;
  sponsorshipId: string;
  payerId: string;
  /** The question about a higher price that it answers; null for the payment of a course. */
  priceChoiceId: string | null;
  priceMinor: number;
  /** The service fee. */
  feeMinor: number;
  /** The charged total: price plus service fee. */
  amountMinor: number;
  currency: Currency;
  /** The request's {@link HelpRequest.terms} that the payer agreed to. */
  terms: number;
  status: PaymentStatus;
  authorizationUrl: string | null;
  accessCode: string | null;
  /** When the provider created the payment page; null until then. */
  openedAt: Date | null;
  /** What the provider captured, which may differ from `amountMinor`. */
  capturedMinor: number | null;
  capturedCurrency: string | null;
  reviewReason: string | null;
  /** Number of the payer's receipt, assigned when the payment is approved; never changes. */
  receiptNumber: number | null;
  lastCheckedAt: Date | null;
  settledAt: Date | null;
  createdAt: Date;
}

export const PaymentEntity = new EntitySchema<Payment>({
  name: 'Payment',
  tableName: 'payments',
  columns: {
    id,
    reference: text,
    transactionId: optionalText,
    requestId: reference('HelpRequest'),
    sponsorshipId: reference('Sponsorship'),
    payerId: reference('User'),
    priceChoiceId: reference('PriceChoice', { nullable: true }),
    priceMinor: amountMinor,
    feeMinor: amountMinor,
    amountMinor,
    currency: text,
    terms: { type: 'integer', default: 0 },
    status: { ...text, default: 'initiating' },
    authorizationUrl: optionalText,
    accessCode: optionalText,
    openedAt: moment,
    capturedMinor: { ...amountMinor, nullable: true },
    capturedCurrency: optionalText,
    reviewReason: optionalText,
    receiptNumber: { ...amountMinor, nullable: true },
    lastCheckedAt: moment,
    settledAt: moment,
    createdAt,
  },
  indices: [
    { name: 'payments_reference_unique', columns: ['reference'], unique: true },
    {
      name: 'payments_one_approved_per_request',
      columns: ['requestId'],
      unique: true,
      where: `status = 'approved'`,
    },
    {
      name: 'payments_one_open_per_payer',
      columns: ['requestId', 'payerId'],
      unique: true,
      where: `status IN ('initiating', 'pending')`,
    },
    { name: 'payments_request', columns: ['requestId'] },
    { name: 'payments_receipt_number', columns: ['receiptNumber'], unique: true },
    { name: 'payments_payer', columns: ['payerId', 'createdAt'] },
    { name: 'payments_price_choice', columns: ['priceChoiceId'], where: 'price_choice_id IS NOT NULL' },
    { name: 'payments_created', columns: ['createdAt', 'id'] },
    { name: 'payments_sponsorship', columns: ['sponsorshipId'] },
  ],
  checks: [
    {
      name: 'payments_amounts',
      expression: 'price_minor > 0 AND fee_minor >= 0 AND amount_minor = price_minor + fee_minor',
    },
    { name: 'payments_captured_positive', expression: 'captured_minor > 0' },
    {
      name: 'payments_receipt_numbered',
      expression: `status NOT IN ('approved', 'added') OR receipt_number IS NOT NULL`,
    },
    { name: 'payments_currency_known', expression: oneOf('currency', currencies) },
    { name: 'payments_status_known', expression: oneOf('status', paymentStatuses) },
  ],
});
