import { currencies } from '#contracts/money.ts';
import { paymentStatuses } from '#contracts/payments/payment-status.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** One transaction at the provider. */
export type Payment = RowOf<typeof PaymentEntity>;

export const PaymentEntity = defineEntity({
  name: 'Payment',
  tableName: 'payments',
  columns: {
    id: column.id,
    /** The provider's transaction reference; belongs to one request and one payer. */
    reference: column.kept(column.text),
    /** The provider's number of the transaction; null until the provider has said it. */
    transactionId: column.kept(column.optionalText),
    requestId: column.reference('HelpRequest'),
    sponsorshipId: column.reference('Sponsorship'),
    payerId: column.reference('User'),
    /** The question about a higher price that it answers; null for the payment of a course. */
    priceChoiceId: column.reference('PriceChoice', { nullable: true }),
    priceMinor: column.amountMinor,
    /** The service fee. */
    feeMinor: column.amountMinor,
    /** The charged total: price plus service fee. */
    amountMinor: column.amountMinor,
    currency: column.oneOf(currencies),
    /** The request's {@link HelpRequest.terms} that the payer agreed to. */
    terms: column.counter,
    status: column.oneOf(paymentStatuses, { default: 'initiating' }),
    authorizationUrl: column.secret(column.emptied(column.optionalText)),
    accessCode: column.secret(column.emptied(column.optionalText)),
    /** When the provider created the payment page; null until then. */
    openedAt: column.moment,
    /** The amount that the provider captured, which may differ from `amountMinor`. */
    capturedMinor: column.optional(column.amountMinor),
    capturedCurrency: column.kept(column.optionalText),
    reviewReason: column.emptied(column.optionalText),
    /** Number of the payer's receipt, assigned when the payment is approved; never changes. */
    receiptNumber: column.optional(column.amountMinor),
    lastCheckedAt: column.moment,
    settledAt: column.moment,
    createdAt: column.createdAt,
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
    { name: 'payments_transaction', columns: ['transactionId'] },
    { name: 'payments_amount', columns: ['currency', 'amountMinor', 'createdAt'] },
    {
      name: 'payments_captured_otherwise',
      columns: ['capturedCurrency', 'capturedMinor', 'createdAt'],
      where: 'captured_minor <> amount_minor OR captured_currency <> currency',
    },
    // For the beginning of a reference; its operators are those of text_pattern_ops.
    { name: 'payments_reference_start', columns: ['reference'] },
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
  ],
});

/** One report of the provider about a refund, a dispute or a rejected transfer; append-only. */
export type ProviderIncident = RowOf<typeof ProviderIncidentEntity>;

export const ProviderIncidentEntity = defineEntity({
  name: 'ProviderIncident',
  tableName: 'provider_incidents',
  columns: {
    id: column.id,
    /** The stored webhook; one row for each. */
    webhookEventId: column.internal(column.reference('WebhookEvent')),
    /** Null when the provider names no transaction, or one that is not ours. */
    paymentId: column.reference('Payment', { nullable: true }),
    kind: column.oneOf(['refund', 'dispute', 'rejected_transfer']),
    /** The provider's event name, such as `charge.dispute.create`. */
    event: column.kept(column.text),
    reference: column.kept(column.optionalText),
    /** The provider's id of the dispute or refund, where it sends one. */
    providerId: column.kept(column.optionalText),
    status: column.kept(column.optionalText),
    amountMinor: column.optional(column.amountMinor),
    currency: column.kept(column.optionalText),
    /** When a dispute is accepted automatically unless it is contested. */
    dueAt: column.moment,
    /** Category, resolution or message of the provider. */
    detail: column.emptied(column.optionalText),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'provider_incidents_once', columns: ['webhookEventId'], unique: true },
    { name: 'provider_incidents_payment', columns: ['paymentId', 'createdAt'] },
  ],
});

/** One signed webhook of the provider, without what names a person; the unique key rejects redeliveries. */
export const WebhookEventEntity = defineEntity({
  name: 'WebhookEvent',
  tableName: 'webhook_inbox',
  columns: {
    id: column.id,
    event: column.kept(column.text),
    /** Event name with the provider's id or reference, because the provider sends no event id. */
    naturalKey: column.internal(column.kept(column.text)),
    reference: column.kept(column.optionalText),
    payload: column.emptied(column.json<object>(), `'{}'`),
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'webhook_inbox_once', columns: ['naturalKey'], unique: true },
    { name: 'webhook_inbox_by_time', columns: ['createdAt'] },
    { name: 'webhook_inbox_reference', columns: ['reference'] },
  ],
});
