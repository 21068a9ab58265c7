import type * as z from 'zod';
import { brand } from '#contracts/brand.ts';
import { decideMailDelivery } from '#services/accounts/preferences/decide-mail-delivery.ts';
import { renderMail } from '#services/platform/email/layout.ts';
import type { deliverMail as deliverMailJob } from '#services/platform/email/mail.jobs.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import type { Handler } from '../runtime/handler.ts';
import { composers } from './composers.ts';

/**
 * Composes one mail from the current rows and sends it, unless its recipient has opted out of its topic. The Message-ID is
 * the outbox id: if the process crashes between the server's acceptance and closing the row, mail programs recognize the
 * second copy as the same mail.
 */
export const deliverMail: Handler<z.output<typeof deliverMailJob.payload>> = async (
  { mail, id, revision },
  context,
) => {
  const { config, db, mailer } = context.deps;
  const composed = await composers[mail](id, { manager: db.manager, config, revision });
  const choice = composed && (await decideMailDelivery(mail, composed.to, { manager: db.manager, config }));
  const isSent = composed !== undefined && choice !== 'unwanted';
  if (composed && choice && choice !== 'unwanted') {
    const { content, headers, ...envelope } = composed;
    const optOut = choice === 'always' ? undefined : choice;
    await mailer.send({
      ...envelope,
      headers: { ...headers, ...optOut?.headers },
      ...renderMail({ ...content, ...(optOut && { unsubscribeUrl: optOut.unsubscribeUrl }) }),
      messageId: `${context.id}@${brand.storagePrefix}.mail`,
    });
  }
  await context.complete(async (manager) => {
    if (mail === 'invitation' && isSent) {
      await manager.update(RecipientEntity, id, { invitedAt: () => 'now()' });
    }
  });
};
