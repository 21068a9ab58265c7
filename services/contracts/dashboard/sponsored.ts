import * as z from 'zod/mini';
import { listOf, nullableObject } from '../endpoint.ts';
import { IdSchema, moment } from '../fields.ts';
import { restReceivers } from '../payments/money-rules.ts';
import { paymentOutcomes, refundStatuses } from '../payments/payment-status.ts';
import { PurchaseStepsSchema } from '../purchases/purchases.ts';
import { deliveryNames, ListedRequestSchema } from '../requests/request-views.ts';
import { ThankYouSchema } from '../thanks/thanks.ts';

/** The question to a payer whose course became far dearer before it was bought, or who paid too little; amounts in major units. */
export const PriceChoiceSchema = z.object({
  _id: IdSchema,
  /** The price that was paid for the course, and its price now. */
  given: z.number(),
  price: z.number(),
  difference: z.number(),
  /** Less than the price was paid; otherwise the course became dearer. */
  isShortPayment: z.boolean(),
  /** The service fee on the difference, and the total that is charged for it. */
  fee: z.number(),
  amount: z.number(),
  /** A note of the operator; may be empty. */
  message: z.string(),
  /** Without an answer until then the money goes back. */
  until: z.iso.datetime(),
});

/**
 * A request in its sponsor's view; amounts in major units. The beneficiary's e-mail is `learner.userId.email`,
 * present only once the sponsor has chosen a meeting. `account` is left out: decisions section 6 forbids it to sponsors.
 */
export const SponsoredRequestSchema = z.extend(ListedRequestSchema, {
  delivery: z.enum(deliveryNames),
  isAnonymous: z.boolean(),
  enrolledAt: moment,
  completedAt: moment,
  /** How far the purchase of the course is; null unless this payment was approved, and until its job has queued the purchase. */
  purchase: z.nullable(PurchaseStepsSchema),
  /** Waits for this sponsor's answer; null unless the price has risen, or too little was paid. */
  priceChoice: z.nullable(PriceChoiceSchema),
  /** Who gets the rest if the course costs less, and what became of it; null unless this payment was approved. */
  rest: nullableObject({
    to: z.enum(restReceivers),
    /** Until the course is bought; not where the completion fund pays for the next order. */
    canChange: z.boolean(),
    /** The smallest rest that can be given back. */
    minimum: z.number(),
    /** By how much the course cost less than was paid; null until it is bought. */
    amount: z.nullable(z.number()),
    /** What of it goes back, one for each payment of the course. */
    refunds: listOf({
      status: z.enum(refundStatuses),
      amount: z.number(),
      accountUrl: z.nullable(z.string()),
    }),
  }),
  hasProof: z.boolean(),
  /** Whether operators check a proof that came before the course was bought. */
  isProofFiled: z.boolean(),
  canAddProof: z.boolean(),
  /** Why operators rejected the sponsor’s last proof; null without one, and once another one is in or the course is bought. */
  proofRejection: z.nullable(z.string()),
  /** Id of the learner's certificate; null until it exists and is shared. */
  certificateId: z.nullable(IdSchema),
  /** The words of the learner to this sponsor. */
  thankYous: z.array(ThankYouSchema),
  payment: z.object({
    reference: z.string(),
    outcome: z.enum([...paymentOutcomes, 'refund_due']),
    price: z.number(),
    fee: z.number(),
    /** The charged total: price plus service fee. */
    amount: z.number(),
    currency: z.string(),
    paidAt: moment,
    /** Time of the refund or chargeback. */
    returnedAt: moment,
    /** When an open case about its refund is expected to end; null without one, or when too few cases tell. */
    refundExpectedAt: moment,
    /** The latest refund of it; null while there is none. */
    refund: nullableObject({
      status: z.enum(refundStatuses),
      amount: z.number(),
      /** Page on which the payer enters bank details; null unless they are needed. */
      accountUrl: z.nullable(z.string()),
      /** Why it is made, in words for the payer. */
      reason: z.string(),
    }),
    /** Differences that were paid later, because the course became dearer. */
    added: listOf({ reference: z.string(), amount: z.number(), receiptNumber: z.string() }),
    /** Number of the receipt; null while there is none. */
    receiptNumber: z.nullable(z.string()),
  }),
});
export type SponsoredRequest = z.output<typeof SponsoredRequestSchema>;

const counts = {
  /** Courses paid for, without refunded ones but those that the payer bought elsewhere. */
  funded: z.int(),
  /** Those of them that are completed. */
  completed: z.int(),
};

/** Courses of one currency and the sum paid for them, in major units; never added across currencies. */
const funding = { ...counts, currency: z.string(), paid: z.number() };

/** Totals over all payments of a sponsor. */
export const ImpactSchema = z.object({
  ...counts,
  currencies: z.array(z.object(funding)),
  /** By month of payment (UTC, `2026-11`), oldest first; without months that have no payment. */
  months: listOf({ ...funding, month: z.string() }),
});
export type Impact = z.output<typeof ImpactSchema>;
