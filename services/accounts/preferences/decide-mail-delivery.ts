import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { signMailLink } from './mail-link-token.ts';
import { findMailRecipient } from './mail-recipient.ts';
import { isTopicOn } from './switch-topic.ts';
import { topicOfMail } from './topic-of-mail.ts';

/** How a recipient stops a kind of mail: the page for people, and the headers for a mail program's button. */
export interface UnsubscribeLinks {
  unsubscribeUrl: string;
  /** RFC 8058. */
  headers: Record<string, string>;
}

/**
 * The one place that decides whether a mail goes out: `unwanted` when its recipient has switched its topic off;
 * otherwise the way to do so, or `always` for a mail that nobody can do without.
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
