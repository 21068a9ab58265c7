import { useEffect } from 'react';
import { safeDeskNext } from '#src/browser/desk-paths.ts';
import { hasSession } from './desk-session.ts';
import { SignInForm } from './SignInForm.tsx';

/** The sign-in of operators, which redirects to the page that they came for. */
export function DeskSignIn() {
  // A link of a mail opens this page also for an operator who is signed in: the session's cookie is not sent with it.
  useEffect(() => {
    if (new URLSearchParams(location.search).get('from') !== 'mail') return;
    // oxlint-disable-next-line typescript/no-floating-promises -- `hasSession` returns true when it does not know
    void hasSession().then((isSignedIn) => {
      if (isSignedIn) location.replace(safeDeskNext(location.search, location.origin));
    });
  }, []);

  return (
    <SignInForm
      className="card"
      onSignedIn={() => location.replace(safeDeskNext(location.search, location.origin))}
    />
  );
}
