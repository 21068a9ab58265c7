import { useState } from 'react';
import { confirmEmailChange, undoEmailChange } from '#contracts/accounts/profile-changes.ts';
import { verifyEmail } from '#contracts/accounts/recovery.ts';
import { reportNotReceivedByLink } from '#contracts/purchases/not-received.ts';
import { confirmPriceByLink } from '#contracts/requests/prices.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { listedRequestPath, paths, signInPath } from '../../../browser/paths.ts';
import { $token, endSession } from '../../../browser/session.ts';
import { siteStorage, storageKeys } from '../../../browser/storage.ts';
import { Button, LinkButton, Spinner } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ResendVerification } from '../../../ui/ResendVerification.tsx';
import { useLinkToken } from '../../../ui/use-link-token.ts';
import styles from '../accounts.module.css';
import { storeSignInNote } from '../sign-in-note.ts';
import { recoveryCopy } from './recovery.copy.ts';

/** The mail links that perform one action. */
const mailLinks = {
  verify: { contract: verifyEmail, copy: recoveryCopy.verify },
  confirmChange: { contract: confirmEmailChange, copy: recoveryCopy.confirmChange },
  confirmPrice: { contract: confirmPriceByLink, copy: recoveryCopy.confirmPrice },
  notReceived: { contract: reportNotReceivedByLink, copy: recoveryCopy.notReceived },
  undoChange: { contract: undoEmailChange, copy: recoveryCopy.undoChange },
} as const;

/** A key of {@link mailLinks}. */
export type MailLinkKind = keyof typeof mailLinks;

const texts = recoveryCopy.link;

/**
 * Returns the next page after success: for a confirmed address, the request that did not open before. Undoing an address change has
 * ended every session.
 * @internal Exported for its test.
 */
export function nextLink(kind: MailLinkKind, isSignedIn: boolean, unopenedRequest: string | null = null) {
  if (kind === 'verify' && unopenedRequest) {
    const href = listedRequestPath(unopenedRequest);
    return { href: isSignedIn ? href : signInPath(href), text: texts.request };
  }
  if (kind === 'undoChange' || !isSignedIn) return { href: paths.auth, text: texts.signIn };
  return { href: paths.dashboard, text: texts.dashboard };
}

/**
 * Returns the next page when the link is invalid.
 * @internal Exported for its test.
 */
export function retryLink(kind: MailLinkKind, isSignedIn: boolean) {
  if (kind === 'undoChange') return { href: paths.forgotPassword, text: texts.newPassword };
  if (kind === 'confirmPrice' || kind === 'notReceived')
    return isSignedIn
      ? { href: paths.dashboard, text: texts.dashboard }
      : { href: signInPath(paths.dashboard), text: texts.signIn };
  const text = kind === 'verify' ? texts.signInForLink : texts.changeAgain;
  return isSignedIn
    ? { href: paths.profile, text: texts.profile }
    : { href: signInPath(paths.profile), text };
}

type State =
  | { is: 'asking' | 'working' }
  | { is: 'done'; message: string }
  /** The link is invalid, used or expired. */
  | { is: 'spent'; message: string }
  /** A temporary error; the user can retry. */
  | { is: 'failed'; message: string };

/**
 * Performs the action of a mail link when its button is pressed. Opening the page does nothing, because mail
 * scanners open every link, some with scripts.
 */
export function MailLink({ kind }: { kind: MailLinkKind }) {
  const { contract, copy } = mailLinks[kind];
  const token = useLinkToken();
  const [acted, setState] = useState<State>({ is: 'asking' });
  const state: State = token === '' ? { is: 'spent', message: copy.expired } : acted;

  const act = async () => {
    if (!token) return;
    setState({ is: 'working' });
    try {
      const { message } = await call(contract, { body: { token } });
      if (kind === 'undoChange' && $token.get()) {
        storeSignInNote({ kind: 'good', text: message });
        return endSession(paths.auth);
      }
      setState({ is: 'done', message });
    } catch (error) {
      const isRetryable = !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
      if (isRetryable) setState({ is: 'failed', message: messageOf(error, copy.failed) });
      else setState({ is: 'spent', message: messageOf(error, copy.expired) });
    }
  };

  return (
    <div className="card stack" aria-busy={state.is === 'working'}>
      <div role="status" className={`stack ${styles.status}`}>
        {state.is === 'working' && (
          <p className="row">
            <Spinner /> {copy.working}
          </p>
        )}
        {state.is === 'done' && (
          <>
            <h2>{copy.doneHeading}</h2>
            <p>{state.message}</p>
            {'next' in copy && <p>{copy.next}</p>}
          </>
        )}
        {(state.is === 'spent' || state.is === 'failed') && <Notice kind="warn" text={state.message} />}
      </div>
      {state.is === 'asking' && (
        <>
          <p>{copy.ask}</p>
          <Button isWide text={copy.act} onPress={act} />
        </>
      )}
      {state.is === 'failed' && (
        <div className="row row-fill">
          <Button text={texts.tryAgain} onPress={act} />
        </div>
      )}
      {state.is === 'done' && (
        <NextLink {...nextLink(kind, Boolean($token.get()), siteStorage.read(storageKeys.unopenedRequest))} />
      )}
      {state.is === 'spent' && kind === 'verify' && $token.get() && <ResendVerification />}
      {state.is === 'spent' && !(kind === 'verify' && $token.get()) && (
        <NextLink {...retryLink(kind, Boolean($token.get()))} />
      )}
    </div>
  );
}

function NextLink(link: { href: string; text: string }) {
  return (
    <div className="row row-fill">
      <LinkButton {...link} />
    </div>
  );
}
