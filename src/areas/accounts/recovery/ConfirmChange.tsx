import { readEmailChange } from '#contracts/accounts/profile-changes.ts';
import { keepLinkToken } from '../../../browser/link-token.ts';
import { paths, signInPath } from '../../../browser/paths.ts';
import { $token } from '../../../browser/session.ts';
import { signOut } from '../../../browser/sign-out.ts';
import { Button } from '../../../ui/Button.tsx';
import { LinkCard, useMailLink } from '../../../ui/LinkCard.tsx';
import { storeSignInNote } from '../sign-in-note.ts';
import { MailLink } from './MailLink.tsx';
import { recoveryCopy } from './recovery.copy.ts';

const copy = recoveryCopy.confirmChange;

/**
 * Confirms a new address for a person who is signed in to its account. Another visitor sees whose account it is, masked, and signs
 * in to it first.
 */
export function ConfirmChange() {
  const link = useMailLink(readEmailChange);
  if (link.query.data?.data.isOwn) return <MailLink kind="confirmChange" />;
  return (
    <LinkCard link={link} copy={copy}>
      {({ account, newEmail }) => (
        <>
          <p>{copy.whose(account, newEmail)}</p>
          {$token.get() && <p>{copy.otherSession}</p>}
          <p className="soft">{copy.notYours}</p>
          <Button isWide text={copy.signIn} onPress={() => goToSignIn(account)} />
        </>
      )}
    </LinkCard>
  );
}

/** Leaves for the sign-in page, which leads back here. */
function goToSignIn(account: string): void {
  keepLinkToken();
  storeSignInNote({ kind: 'good', text: copy.signInNote(account) });
  const path = signInPath(paths.confirmEmailChange);
  // oxlint-disable-next-line typescript/no-floating-promises -- signing out here does not depend on the response
  if ($token.get()) void signOut(path);
  else location.assign(path);
}
