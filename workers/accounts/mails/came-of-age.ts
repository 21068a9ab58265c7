import { AccountLinkEntity } from '#services/accounts/addresses/account-link.entity.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

const footerOf = ({ brand }: Pick<Config, 'brand'>) =>
  `Mails about your account are always sent. Questions: ${brand.email.support}`;

/** Composes the notification that the restrictions of an account under 18 have ended. */
export const composeCameOfAge: ComposeMail = async (id, { manager, config }) => {
  const user = await manager.findOneBy(UserEntity, { id });
  if (!user || user.isMinor || user.erasureRequestedAt) return undefined;
  return {
    to: user.email,
    subject: `You are 18: your account at ${config.brand.name} is yours alone`,
    content: {
      title: 'You are 18',
      preheader: 'Your account needs no guardian any more.',
      blocks: [
        `${firstName(user.fullName)}, by the date of birth that you entered you are 18 now. Your account needs no guardian any more, and the restrictions of accounts under 18 have ended.`,
        'Sponsors can arrange meetings with you, and requests show a social media link if you add one. You can add your last name and a picture in your profile. Sponsors see them; leave them as they are if you prefer that.',
      ],
      action: { label: 'Open my profile', url: `${config.publicUrl}/dashboard/profile` },
      footer: footerOf(config),
    },
  };
};

/** Composes the notification to a guardian; it contains nothing that the learner typed. */
export const composeGuardianReleased: ComposeMail = async (id, { manager, config }) => {
  const link = await manager.findOneBy(AccountLinkEntity, { id, purpose: 'guardian-consent' });
  if (!link) return undefined;
  return {
    to: link.address,
    subject: `Your consent at ${config.brand.name} has ended`,
    content: {
      title: 'Your consent has ended',
      preheader: 'The person you agreed for is 18 now.',
      blocks: [
        `You agreed to the account of a young person at ${config.brand.name}. By the date of birth that they entered they are 18 now and decide for themselves.`,
        'Your consent has ended, and your address is no longer part of the account. There is nothing to do.',
      ],
      footer: `This is the last mail about it. Questions: ${config.brand.email.support}`,
    },
  };
};
