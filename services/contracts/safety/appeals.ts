import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';

/** The decision: the own request by its id, or the own suspension by the token of the mail. */
const target = {
  request: z.optional(z.string().check(z.maxLength(200))),
  token: z.optional(z.string().check(z.maxLength(1_000))),
};

/** A decision that its learner or the suspended person can appeal. */
export const AppealedSchema = z.object({
  about: z.enum(['request', 'account']),
  courseTitle: z.nullable(z.string()),
  reason: z.string(),
  /** The appeal so far; null when none was made. */
  appeal: z.nullable(z.enum(['open', 'granted', 'denied'])),
  answer: z.nullable(z.string()),
  /** When an open appeal is expected to be answered; null when too few cases tell. */
  expectedAt: z.nullable(z.iso.datetime()),
});
export type Appealed = z.output<typeof AppealedSchema>;

export const readAppeal = endpoint('GET', '/appeal', 'optional', {
  summary: 'A decision that can be appealed, and what became of the appeal',
  limit: 'browse',
  query: z.object(target),
  response: dataResponse(AppealedSchema),
});

export const submitAppeal = endpoint('POST', '/appeal', 'optional', {
  summary: 'Appeal once against the rejection of a request or against a suspension',
  idempotency: 'once',
  limit: 'links',
  statuses: [201],
  body: z.object({ ...target, text: requiredText('Please tell us why the decision is wrong.', 1_000) }),
});
