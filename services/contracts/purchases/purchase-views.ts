import * as z from 'zod/mini';
import { purchaseStatuses } from './purchase-status.ts';

const moment = z.nullable(z.iso.datetime());

/** Steps between payment and enrolment, as learner and payer see them. */
export const PurchaseStepsSchema = z.object({
  status: z.enum(purchaseStatuses),
  /** When the course is expected to be bought; null when it is bought, or when too few cases tell. */
  expectedAt: moment,
  boughtAt: moment,
  handedOverAt: moment,
  redeemedAt: moment,
  /** Until when the learner can redeem the course; null without an end. */
  redeemBy: moment,
  /** Until when the payer can answer a question about a higher price; null unless one waits. */
  payerAskedUntil: moment,
  /** Whether the course will not be bought, or a refund of its payment is under way. */
  isRefunding: z.boolean(),
});
/** See {@link PurchaseStepsSchema}. */
export type PurchaseSteps = z.output<typeof PurchaseStepsSchema>;

/** The same for the learner, who is shown an enrolment code once. */
export const OwnPurchaseSchema = z.extend(PurchaseStepsSchema, {
  /** Whether an enrolment code is there and was not shown yet. */
  hasCode: z.boolean(),
  codeSeenAt: moment,
});
/** See {@link OwnPurchaseSchema}. */
export type OwnPurchase = z.output<typeof OwnPurchaseSchema>;
