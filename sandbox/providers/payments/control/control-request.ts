import { z } from 'zod';
import { refundStatuses } from '../refunds/refund.ts';
import { transactionStatuses } from '../transaction.ts';
import { disputeStages } from '../webhooks/webhook-event.ts';

/** Body of `POST /payments/control/transactions`. */
export const PaidTransactionSchema = z.strictObject({
  reference: z.string().regex(/^[A-Za-z0-9.=-]{1,200}$/),
  email: z.email(),
  amountMinor: z.number().int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  paidAt: z.exactOptional(z.iso.datetime()),
});

/** Body of `PATCH /payments/control/transactions/{reference}`. */
export const TransactionChangeSchema = z.strictObject({
  status: z.exactOptional(z.enum(transactionStatuses)),
  amountMinor: z.exactOptional(z.number().int().min(0)),
  currency: z.exactOptional(z.string().regex(/^[A-Z]{3}$/)),
});

// Numbers arrive as text from the forms of the control page.
const minorUnits = z.coerce.number().int().positive().optional();

/** Body of `POST /payments/control/transactions/{reference}/refund`. */
export const RefundSchema = z.strictObject({
  stage: z.enum(refundStatuses).default('processed'),
  amountMinor: minorUnits,
});

/** Body of `POST /payments/control/refunds/{id}`. */
export const RefundMoveSchema = z.strictObject({ status: z.enum(refundStatuses) });

/** Body of `POST /payments/control/transactions/{reference}/rejected-transfer`. */
export const RejectedTransferSchema = z.strictObject({ amountMinor: minorUnits });

/** Body of `POST /payments/control/transactions/{reference}/dispute`. */
export const DisputeSchema = z.strictObject({
  stage: z.enum(disputeStages).default('create'),
  resolution: z.enum(['merchant-accepted', 'declined', 'auto-accepted']).optional(),
  amountMinor: minorUnits,
  category: z.enum(['general', 'fraud', 'chargeback']).default('chargeback'),
  dueInHours: z.coerce.number().min(0).default(24),
});

/** Body of `POST /payments/control/disputes/{id}`. */
export const DisputeOutcomeSchema = z.strictObject({ outcome: z.enum(['won', 'lost', 'remind']) });

/** Query of `GET /payments/control/webhooks`. */
export const DeliveriesSchema = z.object({
  reference: z.string().optional(),
  state: z.enum(['held', 'pending', 'done']).optional(),
});

/** Body of `POST /payments/control/webhooks/{reference}`. */
export const SendWebhooksSchema = z.strictObject({
  event: z.string().min(1).max(100).default('charge.success'),
  copies: z.number().int().min(1).max(1000).default(1),
  forged: z.boolean().default(false),
  /** `data` to send instead of the ledger's. */
  data: z.json().optional(),
});
