import { EntitySchema } from 'typeorm';
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

/** Statuses of a dispute (decisions section 10). */
export const disputeStatuses = ['awaiting_merchant', 'awaiting_bank', 'resolved'] as const;
/** How a dispute ended: `accepted` by us, or `lost` after a fight or for want of an answer. */
export const disputeOutcomes = ['won', 'lost', 'accepted'] as const;
/** What operators decided to answer. */
export const disputeAnswers = ['accept', 'fight'] as const;

/** One dispute (chargeback) of a payment. */
export interface Dispute {
  id: string;
  paymentId: string;
  providerId: string;
  status: (typeof disputeStatuses)[number];
  /** Null until it is resolved. */
  outcome: (typeof disputeOutcomes)[number] | null;
  /** What is disputed, in minor units of the currency; once it is lost or accepted, what was taken. */
  amountMinor: number;
  currency: string;
  category: string | null;
  /** When the provider accepts it for us unless it is answered. */
  dueAt: Date;
  openedAt: Date;
  /** When operators were reminded at half time. */
  remindedAt: Date | null;
  answer: (typeof disputeAnswers)[number] | null;
  answeredById: string | null;
  answeredAt: Date | null;
  /** Our message to the bank. */
  message: string | null;
  /** When the read began whose result is stored; an older result is ignored. */
  readAt: Date | null;
  resolvedAt: Date | null;
  createdAt: Date;
}

export const DisputeEntity = new EntitySchema<Dispute>({
  name: 'Dispute',
  tableName: 'disputes',
  columns: {
    id,
    paymentId: reference('Payment'),
    providerId: text,
    status: text,
    outcome: optionalText,
    amountMinor,
    currency: text,
    category: optionalText,
    dueAt: { type: 'timestamptz' },
    openedAt: { type: 'timestamptz' },
    remindedAt: moment,
    answer: optionalText,
    answeredById: reference('User', { nullable: true }),
    answeredAt: moment,
    message: optionalText,
    readAt: moment,
    resolvedAt: moment,
    createdAt,
  },
  indices: [
    { name: 'disputes_provider_id', columns: ['providerId'], unique: true },
    { name: 'disputes_payment', columns: ['paymentId', 'openedAt'] },
    { name: 'disputes_open', columns: ['dueAt'], where: `status <> 'resolved'` },
    { name: 'disputes_answered_by', columns: ['answeredById'], where: 'answered_by_id IS NOT NULL' },
  ],
  checks: [
    { name: 'disputes_currency_form', expression: currencyForm },
    { name: 'disputes_amount_positive', expression: 'amount_minor > 0' },
    { name: 'disputes_status_known', expression: oneOf('status', disputeStatuses) },
    { name: 'disputes_outcome_known', expression: oneOf('outcome', disputeOutcomes) },
    { name: 'disputes_answer_known', expression: oneOf('answer', disputeAnswers) },
    {
      name: 'disputes_resolved_with_outcome',
      expression: `(status = 'resolved') = (outcome IS NOT NULL) AND (outcome IS NULL) = (resolved_at IS NULL)`,
    },
  ],
});
