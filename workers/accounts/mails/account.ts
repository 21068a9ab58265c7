import type { EntityManager } from 'typeorm';
import { maskAddress } from '#services/accounts/addresses/account-address.ts';
import { firstName } from '#services/accounts/names.ts';
import {
  type AccountLink,
  AccountLinkEntity,
  GoogleIdentityEntity,
} from '#services/accounts/sign-in.entity.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { accountLinks, type LinkPurpose } from '#services/platform/tokens/links.ts';
import type { ComposedMail, ComposeMail, Mails } from '../../mail/mail-composer.ts';

const notYou = 'If this was not you, you can leave this mail alone: nothing happens without the link.';
/** Footer of mails about an account. */
export const footerOf = ({ brand }: Pick<Config, 'brand'>) =>
  `Mails about your account are always sent. Questions: ${brand.email.support}`;

export const accountMails = {
  'verify-email': linkMail('verify-email', ({ brand }) => ({
    subject: 'Please confirm your email address',
    title: `Welcome to ${brand.name}`,
    preheader: 'One press, and your account is complete.',
    blocks: [
      'Please confirm that this address is yours. Private invitations wait for it, and sponsors can be found by it.',
      `The link works for 7 days. ${notYou}`,
    ],
    label: 'Confirm my address',
  })),

  'reset-password': linkMail('reset-password', () => ({
    subject: 'Choose a new password',
    title: 'A new password',
    preheader: 'The link works for 30 minutes, once.',
    blocks: [
      'Somebody, most likely you, asked for a new password for this account.',
      `The link works once and for 30 minutes; afterwards every device is signed out. ${notYou}`,
    ],
    label: 'Choose a new password',
  })),

  'confirm-new-email': linkMail('change-email', ({ address, account, brand }) => ({
    subject: 'Please confirm your new email address',
    title: 'Is this your new address?',
    preheader: `${address} becomes the address of your account.`,
    blocks: [
      `Please confirm that ${address} shall be the address of your ${brand.name} account, which has the address ${account} now. You need to be signed in to that account.`,
      'If the account is not yours, leave this mail alone: nothing happens without the link.',
      'The link works for 24 hours.',
    ],
    label: 'Confirm the new address',
  })),

  /** Composes the mail to the old address, with the link that stops or undoes the change. */
  'email-is-changing': linkMail('undo-email-change', ({ reader, brand }) => ({
    subject: 'The email address of your account is changing',
    title: `Did you ask for this${reader && `, ${reader}`}?`,
    preheader: 'You can stop it for 7 days.',
    blocks: [
      `Somebody who knows your password asked to change the address of your ${brand.name} account.`,
      'If it was you, there is nothing to do. If not, press the button: the change is stopped or undone, everybody is signed out, and you choose a new password. This works for 7 days.',
    ],
    label: 'This was not me',
  })),

  /** Composes the notification to an address that an account no longer has, with the link that undoes the change while there is one. */
  'email-changed-from': async (id, { manager, config }) => {
    const { link, user } = await findLinkAndUser(manager, { id });
    if (!link || !user || link.address === user.email) return undefined;
    const isUndoable = link.purpose === 'undo-email-change' && !link.usedAt;
    const changed = `A ${config.brand.name} account that had the address ${link.address} now has the address ${maskAddress(user.email)}.`;
    return {
      to: link.address,
      subject: 'The email address of your account has changed',
      title: 'Your address has changed',
      preheader: changed,
      blocks: [
        changed,
        isUndoable
          ? 'If it was you, there is nothing to do. If not, press the button: this address comes back, everybody is signed out, and you choose a new password. This works for 7 days from the request.'
          : `If you did not expect this, please write to ${config.brand.email.support}.`,
      ],
      ...(isUndoable && {
        action: {
          label: 'This was not me',
          url: await accountLinks['undo-email-change'].url({ jti: id }, config),
        },
      }),
      footer: footerOf(config),
    };
  },

  /** Composes the notification to the address that an account has since a change, or since a change was undone. */
  'email-changed-to': async (id, { manager, config }) => {
    const { link, user } = await findLinkAndUser(manager, { id });
    if (!link || link.address !== user?.email) return undefined;
    return {
      to: link.address,
      subject: 'This is the email address of your account now',
      title: 'Your address has changed',
      preheader: `${link.address} is the address of your account now.`,
      blocks: [
        `${link.address} is the address of your ${config.brand.name} account from now on. Please sign in with it.`,
        'The address that the account had before got a mail about the change as well.',
      ],
      action: { label: 'Go to my profile', url: `${config.publicUrl}/profile` },
      footer: footerOf(config),
    };
  },

  /** Composes the notification that an account was linked to the Google account with its address. */
  'google-linked': async (userId, { manager, config }) => {
    const identity = await manager.findOneBy(GoogleIdentityEntity, { userId });
    if (!identity) return undefined;
    return {
      to: identity.email,
      subject: 'You sign in with Google from now on',
      title: 'Your account is linked to Google',
      preheader: 'Every other device is signed out, and the password is removed.',
      blocks: [
        `There was a ${config.brand.name} account with the address ${identity.email} already when you signed in with Google for the first time. It is yours now.`,
        'Another person might have created it with your address. So every other device is signed out, the password no longer works, links in earlier mails are invalid, and invitations that had not been sent are withdrawn.',
        'Please look through your requests, meetings and profile, and withdraw or change what is not from you.',
        'You can go on signing in with Google. If you want a password as well, choose a new one with the button.',
      ],
      action: { label: 'Choose a new password', url: `${config.publicUrl}/forgot-password` },
      footer: footerOf(config),
    };
  },

  'password-changed': async (id, { manager, config }) => {
    const user = await manager.findOneBy(UserEntity, { id });
    if (!user) return undefined;
    return {
      to: user.email,
      subject: 'Your password was changed',
      title: 'Your password was changed',
      preheader: 'Every other device is signed out.',
      blocks: [
        `${firstName(user.fullName)}, the password of your account was just changed, and every other device is signed out.`,
        'If this was not you, please choose a new password at once.',
      ],
      action: { label: 'Choose a new password', url: `${config.publicUrl}/forgot-password` },
      footer: footerOf(config),
    };
  },

  /** Composes the notification that the restrictions of an account under 18 have ended. */
  'came-of-age': async (id, { manager, config }) => {
    const user = await manager.findOneBy(UserEntity, { id });
    if (!user || user.isMinor || user.erasureRequestedAt) return undefined;
    return {
      to: user.email,
      subject: `You are 18: your account at ${config.brand.name} is yours alone`,
      title: 'You are 18',
      preheader: 'Your account needs no guardian any more.',
      blocks: [
        `${firstName(user.fullName)}, by the date of birth that you entered you are 18 now. Your account needs no guardian any more, and the restrictions of accounts under 18 have ended.`,
        'Sponsors can arrange meetings with you, and requests show a social media link if you add one. You can add your last name and a picture in your profile. Sponsors see them; leave them as they are if you prefer that.',
      ],
      action: { label: 'Open my profile', url: `${config.publicUrl}/dashboard/profile` },
      footer: footerOf(config),
    };
  },
} satisfies Mails;

/** `account` is the present address of the account, masked; `reader` is empty where the name may not be used. */
function linkMail(
  purpose: LinkPurpose,
  write: (
    about: Record<'address' | 'reader' | 'account', string> & Pick<Config, 'brand'>,
  ) => Pick<ComposedMail, 'subject' | 'title' | 'preheader' | 'blocks'> & { label: string },
): ComposeMail {
  return async (id, { manager, config }) => {
    const { link, user } = await findLinkAndUser(manager, { id, purpose });
    if (!link || link.usedAt || !user) return undefined;
    // The name was typed by the person who entered the address, who need not own it.
    const reader = user.emailVerifiedAt && user.email === link.address ? firstName(user.fullName) : '';
    const { address } = link;
    const { label, ...content } = write({
      address,
      reader,
      account: maskAddress(user.email),
      brand: config.brand,
    });
    return {
      to: address,
      ...content,
      action: { label, url: await accountLinks[purpose].url({ jti: id }, config) },
      footer: footerOf(config),
    };
  };
}

/** Returns a link, and the person whose account it is for. */
export async function findLinkAndUser(
  manager: EntityManager,
  where: Partial<Pick<AccountLink, 'id' | 'purpose'>>,
) {
  const link = await manager.findOneBy(AccountLinkEntity, where);
  return { link, user: link && (await manager.findOneBy(UserEntity, { id: link.userId })) };
}
