import { useState } from 'react';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { consumeLinkToken } from '../../../browser/link-token.ts';
import { paths } from '../../../browser/paths.ts';
import { $token, endSession } from '../../../browser/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import styles from '../auth.module.css';
import { storeSignInNote } from '../sign-in-note.ts';
import { type MailLinkKind, mailLinks, nextLink, retryLink } from './mail-links.ts';
import { ResendVerification } from './ResendVerification.tsx';
import { recoveryCopy } from './recovery.copy.ts';

type State =
  | { is: 'asking' | 'working' }
  | { is: 'done'; message: string }
  /** The link is invalid, used or expired. */
  | { is: 'spent'; message: string }
  /** A temporary error; the user can retry. */
  | { is: 'failed'; message: string };

const texts = recoveryCopy.link;

/**
 * Performs the action of a mail link when its button is pressed. Opening the page does nothing, because mail
 * scanners open every link, some with scripts.
 */
export function MailLink({ kind }: { kind: MailLinkKind }) {
  const { contract, copy } = mailLinks[kind];
  const [token] = useState(consumeLinkToken);
  const [state, setState] = useState<State>(() =>
    token ? { is: 'asking' } : { is: 'spent', message: copy.expired },
  );

  const act = async () => {
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
          </>
        )}
        {(state.is === 'spent' || state.is === 'failed') && (
          <Notice kind="warn">
            <p>{state.message}</p>
          </Notice>
        )}
      </div>
      {state.is === 'asking' && (
        <>
          <p>{copy.ask}</p>
          <Button isWide onPress={() => void act()}>
            {copy.act}
          </Button>
        </>
      )}
      {state.is === 'failed' && (
        <div className="row row-fill">
          <Button onPress={() => void act()}>{texts.tryAgain}</Button>
        </div>
      )}
      {state.is === 'done' && <LinkButton {...nextLink(kind, Boolean($token.get()))} />}
      {state.is === 'spent' && kind === 'verify' && $token.get() && <ResendVerification />}
      {state.is === 'spent' && !(kind === 'verify' && $token.get()) && (
        <LinkButton {...retryLink(kind, Boolean($token.get()))} />
      )}
    </div>
  );
}

function LinkButton(props: { href: string; text: string }) {
  return (
    <div className="row row-fill">
      <a className="button" href={props.href}>
        {props.text}
      </a>
    </div>
  );
}
