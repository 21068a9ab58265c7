import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { signMailLink } from './mail-link-token.ts';
import { findMailRecipient } from './mail-recipient.ts';
import { isTopicOn } from './switch-topic.ts';
import { topicOfMail } from './topic-of-mail.ts';

/** How a recipient unsubscribes: the URL of the page, and the headers for the mail client's button. */
export interface UnsubscribeLinks {
  unsubscribeUrl: string;
  /** RFC 8058. */
  headers: Record<string, string>;
}

/**
 * Decides whether a mail is sent. Returns `unwanted` when its recipient has switched its topic off, `always`
 * for a mail without a topic, otherwise the unsubscribe links.
 */
export async function decideMailDelivery(
  mail: MailName,
  to: string,
  { manager, config }: { manager: EntityManager; config: Pick<Config, 'publicUrl' | 'token'> },
): Promise<UnsubscribeLinks | 'always' | 'unwanted'> {
  const topic = topicOfMail[mail];
  if (topic === 'always') return 'always';
  const recipient = await findMailRecipient(manager, to);
  if (!(await isTopicOn(manager, recipient, topic))) return 'unwanted';
  const token = await signMailLink({ recipient, topic }, config);
  return {
    unsubscribeUrl: `${config.publicUrl}/mail-topic?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${config.publicUrl}/api/mail/one-click?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
