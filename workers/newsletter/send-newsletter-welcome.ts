import type * as z from 'zod';
import type { sendNewsletterWelcome as job } from '#services/newsletter/newsletter.jobs.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handler } from '../runtime/handler.ts';

/** Enqueues the welcome mail of a confirmed subscriber. */
export const sendNewsletterWelcome: Handler<z.output<typeof job.payload>> = async (
  { subscriberId, revision },
  { complete },
) => {
  await complete((manager) =>
    enqueue(manager, deliverMail, { mail: 'newsletter-welcome', id: subscriberId, revision }),
  );
};
