import { EntitySchema } from 'typeorm';
import { type RefundStatus, refundOrigins, refundStatuses } from '#contracts/payments/payment-status.ts';
import {
  amountMinor,
  createdAt,
  currencyForm,
  id,
  moment,
  oneOf,
  optionalText,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/** One refund of a payment, whole or partial. A refund of ours is stored before the provider is called. */
export interface Refund {
  id: string;
  paymentId: string;
  origin: (typeof refundOrigins)[number];
  status: RefundStatus;
  /** In minor units of the currency. */
  amountMinor: number;
  currency: string;
  reason: string;
  requestedById: string | null;
  approvedById: string | null;
  /** Null while a refund of ours waits for approval; the provider is called only afterwards. */
  approvedAt: Date | null;
  /** Set in a transaction of its own before the one call that starts the refund; never cleared. */
  calledAt: Date | null;
  /** The provider's id; null until it is known. */
  providerId: string | null;
  /** When the read began whose result is stored; an older result is ignored. */
  readAt: Date | null;
  /** How often the payer was asked for bank details. */
  attentions: number;
  failureReason: string | null;
  processedAt: Date | null;
  createdAt: Date;
}

export const RefundEntity = new EntitySchema<Refund>({
  name: 'Refund',
  tableName: 'refunds',
  columns: {
    id,
    paymentId: reference('Payment'),
    origin: text,
    status: { ...text, default: 'pending' },
    amountMinor,
    currency: text,
    reason: text,
    requestedById: reference('User', { nullable: true }),
    approvedById: reference('User', { nullable: true }),
    approvedAt: moment,
    calledAt: moment,
    providerId: optionalText,
    readAt: moment,
    attentions: { type: 'integer', default: 0 },
    failureReason: optionalText,
    processedAt: moment,
    createdAt,
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
    { name: 'refunds_currency_form', expression: currencyForm },
    { name: 'refunds_amount_positive', expression: 'amount_minor > 0' },
    { name: 'refunds_status_known', expression: oneOf('status', refundStatuses) },
    { name: 'refunds_origin_known', expression: oneOf('origin', refundOrigins) },
    { name: 'refunds_called_when_approved', expression: 'called_at IS NULL OR approved_at IS NOT NULL' },
    {
      name: 'refunds_processed_at',
      expression: `(status = 'processed') = (processed_at IS NOT NULL)`,
    },
  ],
});
