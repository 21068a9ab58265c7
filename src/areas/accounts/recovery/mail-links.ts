import { confirmEmailChange, undoEmailChange } from '#contracts/profile.ts';
import { verifyEmail } from '#contracts/recovery.ts';
import { paths, signInPath } from '../../../browser/paths.ts';
import { recoveryCopy } from './recovery.copy.ts';

/** The links in our mails that do one thing when they are opened. */
export const mailLinks = {
  verify: { contract: verifyEmail, copy: recoveryCopy.verify },
  confirmChange: { contract: confirmEmailChange, copy: recoveryCopy.confirmChange },
  undoChange: { contract: undoEmailChange, copy: recoveryCopy.undoChange },
} as const;

/** Name of a link from {@link mailLinks}. */
export type MailLinkKind = keyof typeof mailLinks;

/** Where to go from here. */
export interface NavigationLink {
  href: string;
  text: string;
}

const texts = recoveryCopy.link;

/** The way on after success. An undone change has ended every session. */
export function nextLink(kind: MailLinkKind, isSignedIn: boolean): NavigationLink {
  if (kind === 'undoChange' || !isSignedIn) return { href: paths.auth, text: texts.signIn };
  return { href: paths.dashboard, text: texts.dashboard };
}

/** The way on when the link is of no more use. */
export function retryLink(kind: MailLinkKind, isSignedIn: boolean): NavigationLink {
  if (kind === 'undoChange') return { href: paths.forgotPassword, text: texts.newPassword };
  const text = kind === 'verify' ? texts.signInForLink : texts.changeAgain;
  return isSignedIn
    ? { href: paths.profile, text: texts.profile }
    : { href: signInPath(paths.profile), text };
}
