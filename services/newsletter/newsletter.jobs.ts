import * as z from 'zod';
import { mailRetries } from '#services/platform/email/mail.jobs.ts';
import { defineJob } from '#services/platform/queue/define-job.ts';

// `revision` makes the natural key of each confirmation request of a subscriber unique.
const payload = z.object({ subscriberId: z.uuid(), revision: z.int().default(0) });
const key = ({ subscriberId, revision }: z.output<typeof payload>) => `${subscriberId}:${revision}`;

const toSubscriber = { queue: 'newsletter', payload, ...mailRetries, key } as const;

/** Sends the double opt-in mail to a new subscriber. */
export const sendNewsletterConfirmation = defineJob({ name: 'newsletter.ask', ...toSubscriber });

/** Sends the welcome mail to a confirmed subscriber. */
export const sendNewsletterWelcome = defineJob({ name: 'newsletter.welcome', ...toSubscriber });
