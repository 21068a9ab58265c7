import { isTooYoung, minimumAge } from '#contracts/accounts/guardians.ts';
import { firstName } from '#services/accounts/names.ts';
import { type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Mails } from '../../mail/mail-composer.ts';

export const erasureMails = {
  /** Composes the notification that an account has ended and its data is being deleted. */
  'account-erased': async (id, { manager, config }) => {
    const user = await manager.findOneBy(UserEntity, { id });
    if (!user?.erasureRequestedAt) return undefined;
    return {
      to: user.email,
      subject: `Your ${config.brand.name} account is deleted`,
      title: 'Your account is deleted',
      preheader: 'Your data is being erased.',
      blocks: [
        `${firstName(user.fullName)}, your account has ended, and your data is being erased, ${reasonOf(user)}. You are signed out everywhere; open requests are withdrawn and meetings are cancelled.`,
        'Bookkeeping law obliges us to keep amounts and dates of payments. They stay without your name and address.',
        `If this was not you, write to ${config.brand.email.support} at once. We cannot restore what is erased.`,
      ],
      footer: 'This is the last mail about this account.',
    };
  },
} satisfies Mails;

function reasonOf(user: User): string {
  if (isTooYoung(user))
    return `because you need to be ${minimumAge} to have one. You are welcome from then on. Until then a parent or guardian can sign up`;
  if (user.isMinor && !user.guardianAgreedAt)
    return 'because it was not confirmed by a guardian, or because you asked for it';
  return 'as you asked';
}
