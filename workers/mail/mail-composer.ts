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
 * Writes one kind of mail about the row with this id; `revision` says which state of it the mail was promised for.
 * Undefined when there is nothing to say any more.
 */
export type ComposeMail = (
  id: string,
  means: { manager: EntityManager; config: Config; revision: number },
) => Promise<ComposedMail | undefined>;
