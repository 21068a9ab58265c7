import * as z from 'zod/mini';
import { dataResponse, endpoint } from './endpoint.ts';
import { IdSchema } from './fields.ts';
import { purchaseStatuses } from './purchase-status.ts';
import { requestStatuses } from './request-status.ts';

const moment = z.nullable(z.iso.datetime());

/** Steps between payment and enrolment, as learner and payer see them. */
export const PurchaseStepsSchema = z.object({
  status: z.enum(purchaseStatuses),
  boughtAt: moment,
  handedOverAt: moment,
  redeemedAt: moment,
  /** Until when the learner can redeem the course; null without an end. */
  redeemBy: moment,
  /** Until when the payer can answer a question about a higher price; null unless one waits. */
  payerAskedUntil: moment,
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

const params = z.object({ id: IdSchema });

export const revealCode = endpoint({
  method: 'POST',
  path: '/course/request/:id/code',
  summary: 'The enrolment code of the caller’s paid course; shown once',
  auth: ['learner'],
  limit: 'changes',
  params,
  response: dataResponse(z.object({ code: z.string(), link: z.string(), redeemBy: moment })),
});

export const redeemCourse = endpoint({
  method: 'POST',
  path: '/course/request/:id/redeemed',
  summary: 'Confirm that the caller has redeemed the course and is enrolled',
  auth: ['learner'],
  limit: 'changes',
  params,
  response: dataResponse(z.object({ _id: IdSchema, status: z.enum(requestStatuses) })),
});
