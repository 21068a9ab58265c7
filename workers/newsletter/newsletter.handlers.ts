import { sendMail } from '../mail/send-mail.ts';
import type { Handlers } from '../runtime/handler.ts';
import { newsletterMails } from './mails/newsletter.ts';

export const newsletterHandlers = {
  'newsletter.ask': async ({ subscriberId: id, revision }, context) => {
    await sendMail(newsletterMails, { mail: 'newsletter-confirm', id, revision }, context);
  },

  'newsletter.welcome': async ({ subscriberId: id, revision }, context) => {
    await sendMail(newsletterMails, { mail: 'newsletter-welcome', id, revision }, context);
  },
} satisfies Handlers;
