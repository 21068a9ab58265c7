import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalEmail, optionalText } from '../fields.ts';

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
export type WaitlistInterest = (typeof waitlistInterests)[number];

export const joinWaitlist = endpoint('POST', '/waitlist', 'public', {
  summary: 'Vote for what to build next, optionally with an address to notify',
  statuses: [201],
  limit: 'waitlist',
  body: z.object({
    email: optionalEmail,
    wish: z.enum(waitlistInterests, 'Please choose what you are waiting for.'),
    note: optionalText(),
  }),
});
