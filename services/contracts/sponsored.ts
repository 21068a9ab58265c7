import * as z from 'zod/mini';
import { IdSchema } from './fields.ts';
import { ListedRequestSchema } from './listing.ts';
import { paymentOutcomes } from './payments.ts';
import { deliveries } from './requests.ts';

const moment = z.nullable(z.iso.datetime());

/**
 * A request as its sponsor sees it; amounts in major units. The beneficiary's e-mail is `learner.userId.email`,
 * present only once the sponsor has chosen a meeting. `account` is left out: decisions section 6 forbids it to sponsors.
 */
export const SponsoredRequestSchema = z.extend(ListedRequestSchema, {
  delivery: z.enum(Object.keys(deliveries) as (keyof typeof deliveries)[]),
  isAnonymous: z.boolean(),
  enrolledAt: moment,
  completedAt: moment,
  /** Whether there is a proof of the enrolment to look at. */
  hasProof: z.boolean(),
  /** Id to view the learner's certificate by; null until there is one and the learner shows it. */
  certificateId: z.nullable(IdSchema),
  payment: z.object({
    reference: z.string(),
    outcome: z.enum([...paymentOutcomes, 'refund_due']),
    price: z.number(),
    /** The service fee. */
    fee: z.number(),
    /** What was charged: price and service fee. */
    amount: z.number(),
    currency: z.string(),
    paidAt: moment,
    /** When the provider gave the money back. */
    returnedAt: moment,
    /** Number of the receipt; null while there is none. */
    receiptNumber: z.nullable(z.string()),
  }),
});
/** See {@link SponsoredRequestSchema}. */
export type SponsoredRequest = z.output<typeof SponsoredRequestSchema>;

const counts = {
  /** Courses paid for, without those whose money came back. */
  funded: z.int(),
  /** Those of them that are finished by now. */
  completed: z.int(),
};

/** Courses of one currency and what was paid for them, in major units; never added across currencies. */
const funding = { ...counts, currency: z.string(), paid: z.number() };

/** What a sponsor's payments have done, counted over all of them. */
export const ImpactSchema = z.object({
  ...counts,
  currencies: z.array(z.object(funding)),
  /** By month of payment (UTC, `2026-11`), oldest first; months without a payment are left out. */
  months: z.array(z.object({ ...funding, month: z.string() })),
});
/** See {@link ImpactSchema}. */
export type Impact = z.output<typeof ImpactSchema>;
