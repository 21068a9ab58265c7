import * as z from 'zod/mini';
import { dataResponse, endpoint } from '../endpoint.ts';

/** Smallest number of requests whose median is shown. */
export const fewestRequests = 30;

/** Medians of the last year in days, at least 1; null with fewer than {@link fewestRequests} requests. */
const UsualTimesSchema = z.object({
  /** From a request to its payment, of those that were paid. */
  paidDays: z.nullable(z.int()),
  /** From the payment to the enrolment, of those that are enrolled. */
  enrolledDays: z.nullable(z.int()),
});
export type UsualTimes = z.output<typeof UsualTimesSchema>;

export const getUsualTimes = endpoint('GET', '/course/usual-times', 'public', {
  summary: 'How long it took until requests were paid and learners enrolled: medians of the last year',
  limit: 'browse',
  cache: { maxAgeS: 3600, staleS: 86_400 },
  response: dataResponse(UsualTimesSchema),
});
