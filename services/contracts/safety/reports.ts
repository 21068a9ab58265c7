import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalEmail, optionalText } from '../fields.ts';
import { type ReportReason, reportReasons, reportSubjects } from './report-reasons.ts';

const reasonNames = Object.keys(reportReasons) as ReportReason[];

export const submitReport = endpoint('POST', '/report', 'optional', {
  summary: 'Report a request, a person, a note, a thank-you or a course to the operators',
  idempotency: 'once',
  limit: 'reports',
  statuses: [201],
  body: z.object({
    about: z.enum(reportSubjects, 'Please open the report from the page that it is about.'),
    id: z
      .string('Please open the report from the page that it is about.')
      .check(z.minLength(1), z.maxLength(200)),
    reason: z.enum(reasonNames, 'Please choose what is wrong.'),
    details: optionalText(1_000),
    /** Where the outcome is mailed to; by default the address of the caller's account. */
    email: optionalEmail,
  }),
});
