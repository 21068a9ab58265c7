import { refundOrigins, refundStatuses } from '#contracts/payments/payment-status.ts';
import * as column from '#services/platform/database/columns.ts';
import { defineEntity, type RowOf } from '#services/platform/database/define-entity.ts';

/** One refund of a payment, whole or partial. A refund of ours is stored before the provider is called. */
export type Refund = RowOf<typeof RefundEntity>;

export const RefundEntity = defineEntity({
  name: 'Refund',
  tableName: 'refunds',
  columns: {
    id: column.id,
    paymentId: column.reference('Payment'),
    origin: column.oneOf(refundOrigins),
    /** It gives back the rest of a course that cost less than was paid, which no service fee is part of. */
    isRest: column.flag,
    /** The attempt of the purchase whose order had that rest; null for other refunds. */
    restAttempt: column.internal(column.optional(column.integer)),
    status: column.oneOf(refundStatuses, { default: 'pending' }),
    /** In minor units of the currency. */
    amountMinor: column.amountMinor,
    currency: column.currencyCode,
    reason: column.emptied(column.text),
    /** Whether an operator wrote the reason knowing that the payer reads it; false for internal notes. */
    isReasonForPayer: column.internal(column.flag),
    requestedById: column.ofOthers(column.reference('User', { nullable: true })),
    approvedById: column.ofOthers(column.reference('User', { nullable: true })),
    /** Null while a refund of ours waits for approval; the provider is called only afterwards. */
    approvedAt: column.moment,
    /** Set in a transaction of its own before the one call that starts the refund; never cleared. */
    calledAt: column.moment,
    /** The provider's id; null until it is known. */
    providerId: column.kept(column.optionalText),
    /** When the read began whose result is stored; an older result is ignored. */
    readAt: column.moment,
    /** How often the payer was asked for bank details. */
    attentions: column.counter,
    failureReason: column.emptied(column.optionalText),
    processedAt: column.moment,
    createdAt: column.createdAt,
  },
  indices: [
    { name: 'refunds_payment', columns: ['paymentId', 'createdAt'] },
    { name: 'refunds_provider_id', columns: ['providerId'], unique: true },
    {
      name: 'refunds_one_open_per_payment',
      columns: ['paymentId'],
      unique: true,
      where: `origin <> 'provider' AND status IN ('pending', 'processing', 'needs_attention')`,
    },
    {
      name: 'refunds_open',
      columns: ['readAt'],
      where: `status IN ('pending', 'processing', 'needs_attention')`,
    },
    { name: 'refunds_requested_by', columns: ['requestedById'], where: 'requested_by_id IS NOT NULL' },
    { name: 'refunds_approved_by', columns: ['approvedById'], where: 'approved_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'refunds_amount_positive', expression: 'amount_minor > 0' },
    { name: 'refunds_called_when_approved', expression: 'called_at IS NULL OR approved_at IS NOT NULL' },
    {
      name: 'refunds_processed_at',
      expression: `(status = 'processed') = (processed_at IS NOT NULL)`,
    },
  ],
});

/**
 * The encrypted bank details of a payer, in a table of their own so that no query of refunds returns them. Deleted when
 * the provider has taken them.
 */
export const RefundAccountEntity = defineEntity({
  name: 'RefundAccount',
  tableName: 'refund_accounts',
  columns: {
    refundId: column.reference('Refund', { onDelete: 'CASCADE', primary: true }),
    ...column.encrypted,
    createdAt: column.createdAt,
  },
});
