import type { EntityManager } from 'typeorm';
import type { CaseKey } from '#services/cases/open-case.ts';
import type { Config } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';
import type { MailContent } from '#services/platform/email/layout.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';
import type { Mail } from '#services/platform/email/mailer.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/** A mail ready to be rendered and sent. */
export type ComposedMail = Pick<Mail, 'to' | 'subject' | 'icalEvent' | 'headers' | 'replyTo'> & MailContent;

/**
 * Composes one kind of mail about the row with this id; `revision` is the state of the row for which it was enqueued.
 * Returns undefined when the mail is obsolete.
 */
export type ComposeMail = (
  id: string,
  context: { manager: EntityManager; config: Config; revision: number; operatorId?: string | undefined },
) => Promise<ComposedMail | undefined>;
/**
 * Returns the composer of a mail about what `find` returns for the id of its row; the mail is obsolete where that is undefined.
 */
export function mailAbout<About extends object>(
  find: (manager: EntityManager, id: string) => Promise<About | undefined>,
  compose: (
    about: About,
    context: Parameters<ComposeMail>[1],
  ) => ComposedMail | undefined | Promise<ComposedMail | undefined>,
): ComposeMail {
  return async (id, context) => {
    const about = await find(context.manager, id);
    return about && compose(about, context);
  };
}

/** Composers of an area's mails, by name. */
export type Mails = Partial<Record<MailName, ComposeMail>>;

/** Returns the facts that name the course of a request. */
export const courseFacts = ({ courseTitle, platform }: Pick<HelpRequest, 'courseTitle' | 'platform'>) =>
  [
    ['Course', courseTitle],
    ['Platform', platform],
  ] as const;

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a day: `4 May 2031`. */
export const formatDay = (day: Date | undefined): string => dayFormat.format(day);

/** Formats a time to the minute, in UTC: `2031-05-04 12:00 UTC`. */
export const formatMinute = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Returns where a mail to operators goes and why: to the operator for whom it was enqueued, unless they left meanwhile, or else to
 * OPERATORS_EMAIL.
 */
export async function operatorsAddress({
  manager,
  config,
  operatorId,
}: Parameters<ComposeMail>[1]): Promise<{ to: string; footer: string } | undefined> {
  if (!operatorId)
    return {
      to: config.operatorsEmail,
      footer: 'You get this mail because this address is OPERATORS_EMAIL of this installation.',
    };
  const operator = await row<{ email: string }>(
    manager,
    'SELECT u.email FROM operators o JOIN users u ON u.id = o.user_id WHERE o.user_id = $1 AND o.ended_at IS NULL',
    [operatorId],
  );
  const footer = 'You get this mail as an operator. Choose your mails on the page “Operators” of the desk.';
  return operator && { to: operator.email, footer };
}

/**
 * Returns the button of an operators' mail: the open case of this kind about one of these subjects, or else the inbox. It
 * leads to the sign-in, because browsers do not send the cookie of the desk with a link from outside.
 */
export async function caseLink(
  manager: EntityManager,
  kind: CaseKey['kind'],
  subjectIds: readonly (string | null)[],
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<{ label: string; url: string }> {
  const open = await row<{ id: string }>(
    manager,
    `SELECT id FROM cases WHERE kind = $1 AND subject_id = ANY ($2) AND status <> 'closed' LIMIT 1`,
    [kind, subjectIds.filter(Boolean)],
  );
  const next = open ? `/ops/case?id=${open.id}` : '/ops';
  const query = new URLSearchParams({ next, from: 'mail' });
  return { label: open ? 'Open the case' : 'Open the desk', url: `${publicUrl}/ops/sign-in?${query}` };
}
