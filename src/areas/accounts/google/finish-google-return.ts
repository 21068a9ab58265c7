import { paths, safePage, signInAgainPath } from '../../../browser/paths.ts';
import { startSession } from '../../../browser/session.ts';
import { storeSignInNote } from '../sign-in-note.ts';
import { googleCopy as copy } from './google.copy.ts';
import { openGoogleChannel, readGoogleReturn } from './google-oauth.ts';
import { consumeGoogleAttempt, storeRegistration } from './google-storage.ts';

const closeDelayMs = 100;

/**
 * Finishes the popup and the redirect flow of Google sign-in, and removes the secrets from the address bar. A
 * popup sends its message to the opening page and closes (`onDone` when the browser keeps it open); the
 * redirect flow goes on to the requested page.
 */
export function finishGoogleReturn(onDone: () => void): void {
  const outcome = readGoogleReturn(location.hash);
  history.replaceState(null, '', location.pathname);
  if (outcome.kind === 'popup') {
    openGoogleChannel().postMessage({ state: outcome.state, idToken: outcome.idToken });
    setTimeout(() => {
      window.close();
      onDone();
    }, closeDelayMs);
    return;
  }
  const attempt = consumeGoogleAttempt();
  if (attempt && outcome.kind === 'session') {
    startSession(outcome.session, attempt.isKept);
    location.replace(safePage(outcome.next ?? attempt.next, location.origin));
  } else if (attempt && outcome.kind === 'newcomer') {
    storeRegistration(outcome.newcomer, attempt);
    location.replace(paths.completeProfile);
  } else {
    // Without an attempt of this tab the message comes from a crafted link; do not show it.
    const reason = attempt && outcome.kind === 'failed' ? outcome.message : undefined;
    storeSignInNote({ kind: 'warn', text: reason ?? copy.tryAgain });
    location.replace(attempt ? signInAgainPath(safePage(attempt.next, location.origin)) : paths.auth);
  }
}
