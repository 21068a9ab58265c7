import * as z from 'zod/mini';
import { endpoint, MessageSchema } from '../endpoint.ts';
import { EmailSchema, optionalText } from '../fields.ts';

/** Features with a waitlist: everything that links to the page "We are still building for you!". */
export const waitlistInterests = [
  'dap',
  'digiaccess',
  'mobile-app',
  'learner-communities',
  'mentors',
  'accountability-groups',
  'psychometric-test',
  'pricing',
  'blog',
  'other',
] as const;
/** One of {@link waitlistInterests}. */
export type WaitlistInterest = (typeof waitlistInterests)[number];

// Forms submit empty fields as empty strings.
const OptionalEmailSchema = z.optional(
  z.pipe(
    z.transform((email: string | undefined) =>
      typeof email === 'string' && email.trim() === '' ? undefined : email,
    ),
    z.optional(EmailSchema),
  ),
);

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/waitlist',
  summary: 'Vote for what to build next, optionally with an address to notify',
  auth: 'public',
  statuses: [201],
  limit: 'waitlist',
  body: z.object({
    email: OptionalEmailSchema,
    wish: z.enum(waitlistInterests, 'Please choose what you are waiting for.'),
    note: optionalText(),
  }),
  response: MessageSchema,
});
