import { z } from 'zod';
import { transactionStatuses } from './transaction.ts';
import { disputeStages, refundStages } from './webhook-event.ts';

/** Body of `PATCH /payments/control/transactions/{reference}`. */
export const TransactionChangeSchema = z.strictObject({
  status: z.exactOptional(z.enum(transactionStatuses)),
  amountMinor: z.exactOptional(z.number().int().min(0)),
  currency: z.exactOptional(z.string().regex(/^[A-Z]{3}$/)),
});

/** Body of `POST /payments/control/transactions/{reference}/refund`. */
export const RefundSchema = z.strictObject({
  stage: z.enum(refundStages).default('processed'),
  amountMinor: z.number().int().positive().optional(),
});

/** Body of `POST /payments/control/transactions/{reference}/rejected-transfer`. */
export const RejectedTransferSchema = z.strictObject({ amountMinor: z.number().int().positive().optional() });

/** Body of `POST /payments/control/transactions/{reference}/dispute`. */
export const DisputeSchema = z.strictObject({
  stage: z.enum(disputeStages).default('create'),
  resolution: z.enum(['merchant-accepted', 'declined']).optional(),
});

/** Body of `POST /payments/control/webhooks/{reference}`. */
export const SendWebhooksSchema = z.strictObject({
  event: z.string().min(1).max(100).default('charge.success'),
  copies: z.number().int().min(1).max(1000).default(1),
  forged: z.boolean().default(false),
  /** `data` to send instead of the ledger's. */
  data: z.json().optional(),
});
