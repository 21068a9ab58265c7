import { decideMailDelivery } from '#services/accounts/preferences/mail-topics.ts';
import { renderMail } from '#services/platform/email/layout.ts';
import type { MailName } from '#services/platform/email/mail.jobs.ts';
import { erasedMailDomain } from '#services/platform/email/mail-address.ts';
import { mailDelay } from '#services/platform/email/mailer.ts';
import type { JobContext } from '../runtime/handler.ts';
import type { ComposeMail } from './mail-composer.ts';

/**
 * Composes the one mail of a job from the current rows and sends it, unless it is obsolete or its recipient has opted
 * out of its topic. Returns whether it was sent, now or by an earlier delivery. The Message-ID contains the outbox id: if the
 * process crashes between the server's acceptance and closing the row, mail programs recognize the second copy.
 */
export async function sendMail<Name extends MailName>(
  composers: Record<Name, ComposeMail>,
  {
    mail,
    id,
    revision = 0,
    operatorId,
  }: { mail: Name; id: string; revision?: number; operatorId?: string | undefined },
  { id: jobId, dueAt, deps: { config, db, mailer }, isSent, ensureHeld, markSent }: JobContext,
): Promise<boolean> {
  if (isSent) return true;
  const { manager } = db;
  const composed = await composers[mail](id, { manager, config, revision, operatorId });
  if (!composed || composed.to.endsWith(erasedMailDomain)) return false;
  const choice = await decideMailDelivery(mail, composed.to, { manager, config });
  if (choice === 'unwanted') return false;
  const { to, subject, icalEvent, headers, replyTo, ...content } = composed;
  const optOut = choice === 'always' ? undefined : choice;
  const rendered = renderMail(
    { ...content, ...(optOut && { unsubscribeUrl: optOut.unsubscribeUrl }) },
    config,
  );
  await ensureHeld();
  await mailer.send({
    ...{ to, subject, id: jobId, ...rendered },
    ...(icalEvent && { icalEvent }),
    ...(replyTo && { replyTo }),
    headers: { ...headers, ...optOut?.headers },
  });
  markSent();
  if (dueAt) mailDelay.observe(Math.max(0, Date.now() - dueAt.getTime()) / 1000);
  return true;
}
