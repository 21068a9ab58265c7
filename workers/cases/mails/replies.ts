import { UserEntity } from '#services/accounts/user.entity.ts';
import { CaseReplyEntity } from '#services/cases/replies-and-mentions.entity.ts';
import type { Mails } from '../../mail/mail-composer.ts';

export const replyMails = {
  /** Composes what an operator wrote to a person; obsolete when the person's account was erased. */
  'case-reply': async (id, { manager, config }) => {
    const reply = await manager.findOneBy(CaseReplyEntity, { id });
    const recipient = reply && (await manager.findOneBy(UserEntity, { id: reply.recipientId }));
    if (!reply || !recipient) return undefined;
    const { brand } = config;
    return {
      to: recipient.email,
      replyTo: brand.email.support,
      subject: reply.subject,
      title: reply.subject,
      preheader: `A message from the team of ${brand.name}.`,
      blocks: reply.text.split(/\n+/).filter((paragraph) => paragraph.trim() !== ''),
      footer: `You get this mail because our team wrote to you. Your answer reaches us at ${brand.email.support}.`,
    };
  },
} satisfies Mails;
