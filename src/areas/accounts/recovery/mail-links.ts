import { giveGuardianConsent } from '#contracts/accounts/guardians.ts';
import { confirmEmailChange, undoEmailChange } from '#contracts/accounts/profile.ts';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import { confirmPriceByLink } from '#contracts/requests/prices.ts';
import { paths, signInPath } from '../../../browser/paths.ts';
import { recoveryCopy } from './recovery.copy.ts';

/** The mail links that perform one action. */
export const mailLinks = {
  verify: { contract: verifyEmail, copy: recoveryCopy.verify },
  confirmChange: { contract: confirmEmailChange, copy: recoveryCopy.confirmChange },
  confirmPrice: { contract: confirmPriceByLink, copy: recoveryCopy.confirmPrice },
  guardian: { contract: giveGuardianConsent, copy: recoveryCopy.guardian },
  undoChange: { contract: undoEmailChange, copy: recoveryCopy.undoChange },
} as const;

/** A key of {@link mailLinks}. */
export type MailLinkKind = keyof typeof mailLinks;

/** A link to the next page. */
export interface NavigationLink {
  href: string;
  text: string;
}

const texts = recoveryCopy.link;

/** Returns the next page after success. Undoing an address change has ended every session. */
export function nextLink(kind: MailLinkKind, isSignedIn: boolean): NavigationLink {
  if (kind === 'guardian') return { href: paths.home, text: texts.home };
  if (kind === 'undoChange' || !isSignedIn) return { href: paths.auth, text: texts.signIn };
  return { href: paths.dashboard, text: texts.dashboard };
}

/** Returns the next page when the link is invalid. */
export function retryLink(kind: MailLinkKind, isSignedIn: boolean): NavigationLink {
  if (kind === 'guardian') return { href: paths.home, text: texts.home };
  if (kind === 'undoChange') return { href: paths.forgotPassword, text: texts.newPassword };
  if (kind === 'confirmPrice')
    return isSignedIn
      ? { href: paths.dashboard, text: texts.dashboard }
      : { href: signInPath(paths.dashboard), text: texts.signIn };
  const text = kind === 'verify' ? texts.signInForLink : texts.changeAgain;
  return isSignedIn
    ? { href: paths.profile, text: texts.profile }
    : { href: signInPath(paths.profile), text };
}
