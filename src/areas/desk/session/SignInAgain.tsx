import { useEffect, useSyncExternalStore } from 'react';
import { Modal } from '#src/ui/dialogs/Modal.tsx';
import { deskCopy } from '../desk.copy.ts';
import { refreshDesk } from '../use-desk-query.tsx';
import { $isSignedOut, resumeSession } from './desk-session.ts';
import { SignInForm } from './SignInForm.tsx';

const copy = deskCopy.signIn;

/** Covers the page when its session has ended, until the operator has signed in again, here or in another tab. */
export function SignInAgain() {
  const isSignedOut = useSyncExternalStore($isSignedOut.listen, $isSignedOut.get);

  useEffect(() => {
    if (!isSignedOut) return;
    const resume = () => {
      if (!document.hidden) resumeSession().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', resume);
    window.addEventListener('focus', resume);
    return () => {
      document.removeEventListener('visibilitychange', resume);
      window.removeEventListener('focus', resume);
      // oxlint-disable-next-line typescript/no-floating-promises -- React Query keeps the errors
      void refreshDesk();
    };
  }, [isSignedOut]);

  if (!isSignedOut) return null;
  return (
    <Modal title={copy.againTitle} isCover>
      <p>{copy.again}</p>
      <SignInForm onSignedIn={resumeSession} />
    </Modal>
  );
}
