import { keepLinkToken } from '#src/browser/link-token.ts';
import { signInPath } from '#src/browser/paths.ts';
import { $token, currentPath } from '#src/browser/session.ts';
import { signOut } from '#src/browser/sign-out.ts';
import { Button } from '#src/ui/Button.tsx';
import { refundCopy as copy } from './refund.copy.ts';

/** Leads a payer who comes from the dashboard to the sign-in and back, where the last one is too long ago for bank details. */
export function SignInFirst() {
  const signIn = async () => {
    keepLinkToken();
    const path = signInPath(currentPath());
    if ($token.get()) await signOut(path);
    else location.assign(path);
  };
  return (
    <>
      <p>{copy.signInFirst}</p>
      <Button isWide text={copy.signIn} onPress={signIn} />
    </>
  );
}
