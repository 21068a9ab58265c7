import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema, idParams, requiredText } from '../fields.ts';
import { limits } from '../limits.ts';

/** The statuses of a request at which its learner can thank the sponsor, in their order; once at each. */
export const thankYouStages = ['paid', 'enrolled', 'completed'] as const;
export type ThankYouStage = (typeof thankYouStages)[number];

/** `held`: an operator reads it first. `declined`: an operator did not pass it on. `removed`: after a report of the sponsor. */
export const thankYouStatuses = ['held', 'delivered', 'declined', 'removed'] as const;

export const ThankYouFormSchema = z.object({
  stage: z.enum(thankYouStages, 'Please write to your sponsor on your dashboard.'),
  text: requiredText('Please write a few words.', limits.thankYouChars),
});

/** What becomes of a learner's thank-you at the present stage of the request; `open` while nothing is written. */
export const OwnThankYouSchema = z.object({
  stage: z.enum(thankYouStages),
  /** Of declined words the learner can write others. */
  state: z.enum(['open', 'held', 'delivered', 'declined']),
  /** When it is expected to be read; null unless it is held, or when too few cases tell. */
  expectedAt: z.nullable(z.iso.datetime()),
  /** The words that were not passed on, and why; null unless declined. */
  text: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type OwnThankYou = z.output<typeof OwnThankYouSchema>;

/** A thank-you as the sponsor reads it. */
export const ThankYouSchema = z.object({
  _id: IdSchema,
  stage: z.enum(thankYouStages),
  text: z.string(),
  deliveredAt: z.iso.datetime(),
});
export type ThankYou = z.output<typeof ThankYouSchema>;

export const sendThankYou = endpoint('POST', '/course/request/:id/thank-you', ['learner'], {
  summary: 'Thank the sponsor who paid, once at each stage; an operator may have to read it first',
  idempotency: 'repeatable',
  limit: 'changes',
  statuses: [201],
  params: idParams,
  body: ThankYouFormSchema,
});
