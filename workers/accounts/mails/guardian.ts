import { firstName, nameForGuardian } from '#services/accounts/names.ts';
import { AccountLinkEntity } from '#services/accounts/sign-in.entity.ts';
import { accountLinks } from '#services/platform/tokens/links.ts';
import { findGuardedRequests } from '#services/requests/guarded-requests.ts';
import type { Mails } from '../../mail/mail-composer.ts';
import { findLinkAndUser, footerOf } from './account.ts';

const purpose = 'guardian-consent';

export const guardianMails = {
  /**
   * Composes the mail by which a guardian decides. Of what the learner typed it contains the first name and the courses, without
   * contact data, because the address is the learner's to choose.
   */
  'guardian-consent': async (id, { manager, config }) => {
    const { link, user } = await findLinkAndUser(manager, { id, purpose });
    if (!link || link.usedAt || !user) return undefined;
    const { brand } = config;
    const name = nameForGuardian(user.fullName);
    const requests = await findGuardedRequests(manager, user.id);
    return {
      to: link.address,
      subject: `${name} needs your consent at ${brand.name}`,
      title: `${name} needs your consent`,
      preheader: `An account at ${brand.name} gives your address as that of a parent or guardian.`,
      blocks: [
        `${name} is under 18, signed up at ${brand.name} to ask sponsors to pay for an online course, and gave your address as that of a parent or guardian.`,
        ...(requests.length > 0
          ? [`${name} asks for:`, { list: requests.map(({ course }) => course ?? 'An online course') }]
          : []),
        'If you agree, sponsors who are signed in, or only those whom the request invites, see the first name, the country, the course with its price, and the reason.',
        'Never shown are last name, picture, social media, e-mail address and phone number. There are no meetings, and people who are not signed in see nothing.',
        'Nothing is shown until you agree. If you do not agree, you can say so on the same page: requests are withdrawn, and we tell the learner kindly. Without your consent the account is deleted after 30 days.',
      ],
      action: { label: 'Read and decide', url: await accountLinks[purpose].url({ jti: id }, config) },
      footer: footerOf(config),
    };
  },

  /** Composes the notification to a learner that the guardian did not agree; obsolete once they did, or another one is named. */
  'guardian-refused': async (id, { manager, config }) => {
    const { link, user } = await findLinkAndUser(manager, { id, purpose });
    if (!link || !user?.guardianRefusedAt || user.guardianEmail !== link.address) return undefined;
    return {
      to: user.email,
      subject: 'Your guardian did not agree for now',
      title: `Not for now, ${firstName(user.fullName)}`,
      preheader: 'What you can do next.',
      blocks: [
        'Your parent or guardian told us that they do not agree for now. So we have withdrawn what you asked for; no sponsor has seen it.',
        'This says nothing against you or your wish to learn. Talk about it with them: they can still agree by the link in their mail, and then you ask again. You can also name another parent or guardian in your profile.',
      ],
      action: { label: 'Open my profile', url: `${config.publicUrl}/profile` },
      footer: footerOf(config),
    };
  },

  /** Composes the notification to a guardian; it contains nothing that the learner typed. */
  'guardian-released': async (id, { manager, config }) => {
    const link = await manager.findOneBy(AccountLinkEntity, { id, purpose });
    if (!link) return undefined;
    return {
      to: link.address,
      subject: `Your consent at ${config.brand.name} has ended`,
      title: 'Your consent has ended',
      preheader: 'The person you agreed for is 18 now.',
      blocks: [
        `You agreed to the account of a young person at ${config.brand.name}. By the date of birth that they entered they are 18 now and decide for themselves.`,
        'Your consent has ended, and your address is no longer part of the account. There is nothing to do.',
      ],
      footer: `This is the last mail about it. Questions: ${config.brand.email.support}`,
    };
  },
} satisfies Mails;
