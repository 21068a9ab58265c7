import { useEffect, useRef, useState } from 'react';
import { googleRedirect, signInWithGoogle } from '#contracts/accounts/google.ts';
import { limits } from '#contracts/limits.ts';
import { call, messageOf } from '../../../browser/api.ts';
import { paths, safeNext } from '../../../browser/paths.ts';
import { startSession } from '../../../browser/session.ts';
import { toastError } from '../../../browser/toast.ts';
import { googleCopy as copy } from './google.copy.ts';
import { startGoogleAttempt } from './google-attempt.ts';
import {
  type GooglePopup,
  type GoogleSettings,
  isMessageFor,
  openGoogleChannel,
  openGooglePopup,
  type PopupMessage,
} from './google-popup.ts';
import { storeRegistration } from './pending-registration.ts';

const smallScreen = '(max-width: 47.99875em)';
const pollIntervalMs = 500;

/** Starts Google sign-in in a popup, or by redirect when popups are blocked or the screen is small. */
export function useGoogleSignIn(settings: GoogleSettings | null | undefined) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const popup = useRef<GooglePopup>(undefined);

  const fail = (message: string) => {
    setBusy(false);
    setProblem(message);
    toastError(message);
  };

  const finish = (token: string) => {
    call(signInWithGoogle, { body: { token } }, { timeoutMs: limits.signInTimeoutMs })
      .then(({ data }) => {
        if (!('googleId' in data)) return startSession(data);
        storeRegistration(data);
        location.assign(paths.completeProfile);
      })
      .catch((error) => fail(messageOf(error, copy.failed)));
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
    popup.current = matchMedia(smallScreen).matches ? undefined : openGooglePopup(settings);
    setBusy(true);
    if (popup.current) return;
    const next = safeNext(location.search, location.origin);
    startGoogleAttempt(next);
    location.assign(`${googleRedirect.startPath}?${new URLSearchParams({ next })}`);
  };

  return { start, isBusy, problem };
}
