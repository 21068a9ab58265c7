import { EntitySchema } from 'typeorm';
import {
  amountMinor,
  createdAt,
  id,
  moment,
  oneOf,
  reference,
  text,
} from '#services/platform/database/columns.ts';

/**
 * Statuses of a question to a payer: `paid` the difference, `refund` asked for the money back, `expired` without an
 * answer, `withdrawn` because the purchase ended or operators no longer need the answer.
 */
export const priceChoiceStatuses = ['waiting', 'paid', 'refund', 'expired', 'withdrawn'] as const;

/** The question to a payer whose course now costs far more than was paid; at most one waits for each purchase. */
export interface PriceChoice {
  id: string;
  purchaseId: string;
  status: (typeof priceChoiceStatuses)[number];
  /** What the course costs now, and what is missing, in minor units of the payment's currency. */
  priceMinor: number;
  differenceMinor: number;
  /** The operator's words to the payer; empty without any. */
  message: string;
  askedById: string;
  /** Without an answer until then the money goes back. */
  dueAt: Date;
  remindedAt: Date | null;
  answeredAt: Date | null;
  createdAt: Date;
}

export const PriceChoiceEntity = new EntitySchema<PriceChoice>({
  name: 'PriceChoice',
  tableName: 'price_choices',
  columns: {
    id,
    purchaseId: reference('Purchase'),
    status: { ...text, default: 'waiting' },
    priceMinor: amountMinor,
    differenceMinor: amountMinor,
    message: text,
    askedById: reference('User'),
    dueAt: { type: 'timestamptz' },
    remindedAt: moment,
    answeredAt: moment,
    createdAt,
  },
  indices: [
    {
      name: 'price_choices_one_waiting',
      columns: ['purchaseId'],
      unique: true,
      where: `status = 'waiting'`,
    },
    { name: 'price_choices_purchase', columns: ['purchaseId'] },
    { name: 'price_choices_asked_by', columns: ['askedById'] },
  ],
  checks: [
    { name: 'price_choices_status_known', expression: oneOf('status', priceChoiceStatuses) },
    { name: 'price_choices_amounts', expression: 'difference_minor > 0 AND price_minor > difference_minor' },
    { name: 'price_choices_answered', expression: `(status = 'waiting') = (answered_at IS NULL)` },
  ],
});
