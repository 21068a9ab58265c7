import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import type { MailContent } from '#services/platform/email/layout.ts';
import type { Mail } from '#services/platform/email/mailer.ts';

/** A mail ready to be rendered and sent. */
export interface ComposedMail extends Pick<Mail, 'icalEvent' | 'headers' | 'replyTo'> {
  to: string;
  subject: string;
  content: MailContent;
}

/**
 * Composes one kind of mail about the row with this id; `revision` is the state of the row for which it was enqueued.
 * Returns undefined when the mail is obsolete.
 */
export type ComposeMail = (
  id: string,
  context: { manager: EntityManager; config: Config; revision: number },
) => Promise<ComposedMail | undefined>;
