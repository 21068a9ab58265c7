import * as z from 'zod/mini';
import { endpoint, objectResponse } from '../endpoint.ts';
import { IdSchema, idParams, moment } from '../fields.ts';
import { requestStatuses } from '../requests/request-status.ts';
import { purchaseStatuses } from './purchase-status.ts';

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
  /** Whether the course will not be bought, or all of its payment is being given back. */
  isRefunding: z.boolean(),
  /** Whether a bank has asked about the payment and has not decided yet. */
  isDisputed: z.boolean(),
});
export type PurchaseSteps = z.output<typeof PurchaseStepsSchema>;

/** The same for the learner, who is shown an enrolment code once. */
export const OwnPurchaseSchema = z.extend(PurchaseStepsSchema, {
  /** Whether an enrolment code is there and was not shown yet. */
  hasCode: z.boolean(),
  codeSeenAt: moment,
  /** When the learner said that the course did not arrive; null unless operators look into it. */
  notReceivedAt: moment,
});
export type OwnPurchase = z.output<typeof OwnPurchaseSchema>;

export const revealCode = endpoint('POST', '/course/request/:id/code', ['learner'], {
  summary: 'The enrolment code of the caller’s paid course; shown once',
  limit: 'changes',
  params: idParams,
  response: objectResponse({ code: z.string(), link: z.string(), redeemBy: moment }),
});

export const redeemCourse = endpoint('POST', '/course/request/:id/redeemed', ['learner'], {
  summary: 'Confirm that the caller has redeemed the course and is enrolled',
  limit: 'changes',
  params: idParams,
  response: objectResponse({ _id: IdSchema, status: z.enum(requestStatuses) }),
});
