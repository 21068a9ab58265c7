import * as z from 'zod/mini';
import { endpoint, MessageSchema } from './endpoint.ts';
import { EmailSchema, optionalText } from './fields.ts';

/** What can be reported. A learner is named by a request of theirs, a sponsor by a meeting, a course by its slug. */
export const reportSubjects = ['request', 'learner', 'sponsor', 'course'] as const;
/** A subject from {@link reportSubjects}. */
export type ReportSubject = (typeof reportSubjects)[number];

/** Reasons of a report, with the label in the form. */
export const reportReasons = {
  fraud: 'It looks like fraud or a scam',
  danger: 'Somebody may be in danger, or is a child',
  impersonation: 'Somebody pretends to be another person',
  offensive: 'It is offensive, hateful or sexual',
  wrong: 'The course, its price or its link is wrong',
  other: 'Something else',
} as const;
/** A reason from {@link reportReasons}. */
export type ReportReason = keyof typeof reportReasons;

/** Reasons that are decided within hours and can pause payments at once. */
export const graveReasons: readonly ReportReason[] = ['fraud', 'danger'];

const reasonNames = Object.keys(reportReasons) as ReportReason[];

// Forms submit empty fields as empty strings.
const OptionalEmailSchema = z.optional(
  z.pipe(
    z.transform((email: unknown) => (typeof email === 'string' && !email.trim() ? undefined : email)),
    z.optional(EmailSchema),
  ),
);

export const submitReport = endpoint({
  method: 'POST',
  path: '/report',
  summary: 'Report a request, a person or a course to the operators',
  auth: 'optional',
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
    email: OptionalEmailSchema,
  }),
  response: MessageSchema,
});
