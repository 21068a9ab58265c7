import { requestReading } from '#services/requests/invitation-text.ts';
import { RecipientEntity } from '#services/requests/request.entity.ts';
import { composers } from './composers.ts';
import { sendMail } from './mail/send-mail.ts';
import type { AllHandlers } from './runtime/handler.ts';

/** Sends one mail that has no queue of its own. */
export const deliverMail: AllHandlers['mail.deliver'] = async (payload, context) => {
  const isSent = await sendMail(composers, payload, context);
  await context.complete(async (manager) => {
    if (payload.mail === 'invitation' && isSent) {
      await manager.update(RecipientEntity, payload.id, { invitedAt: () => 'now()' });
      await requestReading(manager, payload.id);
    }
  });
};
