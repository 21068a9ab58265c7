import type * as z from 'zod';
import type { deliverMail as deliverMailJob } from '#services/platform/email/mail.jobs.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import { composers } from './composers.ts';
import { sendMail } from './mail/send-mail.ts';
import type { Handler } from './runtime/handler.ts';

/** Sends one mail that has no queue of its own. */
export const deliverMail: Handler<z.output<typeof deliverMailJob.payload>> = async (payload, context) => {
  const isSent = await sendMail(composers[payload.mail], payload, context);
  await context.complete(async (manager) => {
    if (payload.mail === 'invitation' && isSent) {
      await manager.update(RecipientEntity, payload.id, { invitedAt: () => 'now()' });
    }
  });
};
