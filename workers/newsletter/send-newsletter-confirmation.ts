import type * as z from 'zod';
import type { sendNewsletterConfirmation as job } from '#services/newsletter/newsletter.jobs.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { Handler } from '../runtime/handler.ts';

/** Enqueues the double opt-in mail of a subscriber. */
export const sendNewsletterConfirmation: Handler<z.output<typeof job.payload>> = async (
  { subscriberId, revision },
  { complete },
) => {
  await complete((manager) =>
    enqueue(manager, deliverMail, { mail: 'newsletter-confirm', id: subscriberId, revision }),
  );
};
