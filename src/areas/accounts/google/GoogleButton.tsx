import { type ReactNode, useEffect, useRef, useState } from 'react';
import { googleRedirect, signInWithGoogle } from '#contracts/accounts/google.ts';
import { limits } from '#contracts/limits.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { paths, safeNext } from '../../../browser/paths.ts';
import { startSession } from '../../../browser/session.ts';
import { toastError } from '../../../browser/toast.ts';
import { Spinner } from '../../../ui/Button.tsx';
import { Problem } from '../../../ui/Notice.tsx';
import { googleCopy as copy } from './google.copy.ts';
import styles from './google.module.css';
import {
  type GooglePopup,
  type GoogleSettings,
  isMessageFor,
  openGoogleChannel,
  openGooglePopup,
  type PopupMessage,
} from './google-oauth.ts';
import { startGoogleAttempt, storeRegistration } from './google-storage.ts';

interface GoogleButtonProps {
  settings: GoogleSettings | null | undefined;
  /** Where the password form stands, relative to the button; absent when there is none. */
  other?: 'above' | 'below' | false;
  /** What is done with the Google credential. */
  use: GoogleUse;
  /** Shown below the button. */
  children?: ReactNode;
}

/** A sign-in, or the use of a credential for something else, which needs the popup because a redirect signs in. */
type GoogleUse = { isKept: boolean } | { onToken: (token: string) => Promise<void> };

/**
 * The 'Continue with Google' button; hidden without Google sign-in, with its space reserved while the
 * settings load.
 */
export function GoogleButton({ settings, other, use, children }: GoogleButtonProps) {
  const { start, isBusy, problem } = useGoogleSignIn(settings, use);
  if (settings === null) return null;
  const divider = <p className={styles.or}>{other === 'below' ? copy.orFillIn : copy.or}</p>;
  return (
    <div className={`stack ${styles.google}`} data-waiting={settings === undefined || undefined}>
      {other === 'above' && divider}
      <button
        type="button"
        className={styles.button}
        aria-disabled={isBusy || undefined}
        disabled={settings === undefined}
        onClick={() => !isBusy && start()}
      >
        {isBusy ? <Spinner /> : <GoogleMark />}
        <span>{isBusy ? copy.busy : copy.button}</span>
      </button>
      <Problem text={problem} />
      {children && <div>{children}</div>}
      {other === 'below' && divider}
    </div>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" strokeWidth="3.6">
      <path stroke="#ea4335" d="M14.95 5.05A7 7 0 0 0 3.94 6.5" />
      <path stroke="#fbbc05" d="M3.94 6.5a7 7 0 0 0 0 7" />
      <path stroke="#34a853" d="M3.94 13.5a7 7 0 0 0 11.01 1.45" />
      <path stroke="#4285f4" d="M14.95 14.95A7 7 0 0 0 17 10h-6.6" />
    </svg>
  );
}

const smallScreen = '(max-width: 47.99875em)';
const pollIntervalMs = 500;

async function signIn(token: string, keepSignedIn: boolean): Promise<void> {
  const body = { token, keepSignedIn };
  const { data } = await call(signInWithGoogle, { body }, { timeoutMs: limits.signInTimeoutMs });
  if (!('googleId' in data)) return startSession(data, keepSignedIn);
  storeRegistration(data, { next: safeNext(location.search, location.origin), isKept: keepSignedIn });
  location.assign(paths.completeProfile);
}

/** Calls Google in a popup; a sign-in goes by redirect when popups are blocked or the screen is small. */
function useGoogleSignIn(settings: GoogleSettings | null | undefined, use: GoogleUse) {
  const onToken = 'onToken' in use ? use.onToken : undefined;
  const isKept = 'onToken' in use || use.isKept;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const popup = useRef<GooglePopup>(undefined);

  const fail = (message: string) => {
    setBusy(false);
    setProblem(message);
    toastError(message);
  };

  const finish = (token: string) => {
    const used = onToken ? onToken(token) : signIn(token, isKept);
    used.catch((error) => fail(messageOf(error, copy.failed)));
  };

  const onMessage = useRef((_: PopupMessage) => {});
  onMessage.current = (message) => {
    const current = popup.current;
    if (!current || message.state !== current.state) return;
    popup.current = undefined;
    setBusy(true);
    if (isMessageFor(current, message)) finish(message.idToken);
    else fail(copy.tryAgain);
  };

  useEffect(() => {
    const channel = openGoogleChannel();
    channel.onmessage = ({ data }) => onMessage.current(data as PopupMessage);
    // Re-enable the button when the popup was closed; a message already in flight is still handled.
    const timer = setInterval(() => popup.current?.window.closed && setBusy(false), pollIntervalMs);
    return () => {
      channel.close();
      clearInterval(timer);
    };
  }, []);

  const start = () => {
    if (!settings) return;
    setProblem(undefined);
    const isRedirected = !onToken && matchMedia(smallScreen).matches;
    popup.current = isRedirected ? undefined : openGooglePopup(settings);
    setBusy(true);
    if (popup.current) return;
    if (onToken) return fail(copy.blocked);
    const next = safeNext(location.search, location.origin);
    startGoogleAttempt(next, isKept);
    const query = { next, ...(!isKept && { keepSignedIn: 'false' }) };
    location.assign(`${googleRedirect.startPath}?${new URLSearchParams(query)}`);
  };

  return { start, isBusy, problem };
}
