import type * as z from 'zod';
import type { sendNewsletterWelcome as job } from '#services/newsletter/newsletter.jobs.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handler } from '../runtime/handler.ts';
import { composeNewsletterWelcome } from './mails/welcome.ts';

/** Sends the welcome mail to a confirmed subscriber. */
export const sendNewsletterWelcome: Handler<z.output<typeof job.payload>> = async (
  { subscriberId, revision },
  context,
) => {
  await sendMail(
    composeNewsletterWelcome,
    { mail: 'newsletter-welcome', id: subscriberId, revision },
    context,
  );
};
