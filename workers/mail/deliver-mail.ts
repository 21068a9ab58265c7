import type * as z from 'zod';
import { brand } from '#contracts/brand.ts';
import { decideMailDelivery } from '#services/accounts/preferences/decide-mail-delivery.ts';
import { renderMail } from '#services/platform/email/layout.ts';
import type { deliverMail as deliverMailJob } from '#services/platform/email/mail.jobs.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import type { Handler } from '../runtime/handler.ts';
import { composers } from './composers.ts';

/**
 * Writes one mail from the rows as they are now, and sends it unless its reader has switched its topic off. Its Message-ID is the outbox id: should the
 * process die between the server's yes and the closing of the row, the second copy is known as the same mail.
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
    const wayOut = choice === 'always' ? undefined : choice;
    await mailer.send({
      ...envelope,
      headers: { ...headers, ...wayOut?.headers },
      ...renderMail({ ...content, ...(wayOut && { unsubscribeUrl: wayOut.unsubscribeUrl }) }),
      messageId: `${context.id}@${brand.storagePrefix}.mail`,
    });
  }
  await context.complete(async (manager) => {
    if (mail === 'invitation' && isSent) {
      await manager.update(RecipientEntity, id, { invitedAt: () => 'now()' });
    }
  });
};
