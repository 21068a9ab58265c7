import type * as z from 'zod';
import type { sendNewsletterConfirmation as job } from '#services/newsletter/newsletter.jobs.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Handler } from '../runtime/handler.ts';
import { composeNewsletterConfirm } from './mails/confirmation.ts';

/** Sends the double opt-in mail to a subscriber. */
export const sendNewsletterConfirmation: Handler<z.output<typeof job.payload>> = async (
  { subscriberId, revision },
  context,
) => {
  await sendMail(
    composeNewsletterConfirm,
    { mail: 'newsletter-confirm', id: subscriberId, revision },
    context,
  );
};
