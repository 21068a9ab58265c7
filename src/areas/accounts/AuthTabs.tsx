import { type KeyboardEvent, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { safeNext } from '../../browser/paths.ts';
import { $token } from '../../browser/session.ts';
import { useSettings } from '../../browser/settings.ts';
import { canStore } from '../../browser/storage.ts';
import { toastError } from '../../browser/toast.ts';
import { Notice } from '../../ui/Notice.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import styles from './accounts.module.css';
import { GoogleButton } from './google/GoogleButton.tsx';
import { KeepSignedIn } from './KeepSignedIn.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { consumeSignInNote, type SignInNote } from './sign-in-note.ts';

const tabs = [
  { id: 'sign-in', text: copy.signInTab },
  { id: 'sign-up', text: copy.signUpTab },
] as const;

type Tab = (typeof tabs)[number]['id'];

/** The sign-in and sign-up tabs. Both forms stay mounted, so that switching tabs keeps the input. */
export function AuthTabs() {
  const [tab, setTab] = useState<Tab>('sign-in');
  const [isMounted, setMounted] = useState(false);
  const [note, setNote] = useState<SignInNote>();
  const [email, setEmail] = useState('');
  const [signUps, setSignUps] = useState(0);
  const [isKept, setKept] = useState(true);
  const settings = useSettings();
  // Hide the button on failure: password sign-in still works.
  const offered = settings.error ? null : settings.data?.google;
  // Not in the first render, which is the one of the build, although the settings may have arrived.
  const google = isMounted ? offered : undefined;
  const tabList = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const openFromHash = () => {
      const requested = tabInAddress();
      if (requested) setTab(requested);
    };
    openFromHash();
    addEventListener('hashchange', openFromHash);
    return () => removeEventListener('hashchange', openFromHash);
  }, []);

  useEffect(() => {
    startTransition(() => setMounted(true));
    const blocked: SignInNote = { kind: 'warn', text: copy.storageBlocked };
    const initialNote = canStore() ? (consumeSignInNote() ?? redirectReason()) : blocked;
    setNote(initialNote);
    if (initialNote?.kind === 'warn') toastError(initialNote.text);
    if (initialNote?.email) setEmail(initialNote.email);
  }, []);

  // Redirect once a session exists, whether it was started here or in another tab.
  useEffect(
    () =>
      $token.subscribe((token) => {
        if (token) location.replace(safeNext(location.search, location.origin));
      }),
    [],
  );

  const move = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const other = tab === 'sign-in' ? 'sign-up' : 'sign-in';
    const next = event.key === 'Home' ? 'sign-in' : event.key === 'End' ? 'sign-up' : other;
    setTab(next);
    tabList.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  const signedUp = (newEmail: string) => {
    setEmail(newEmail);
    setNote({ kind: 'good', text: copy.signedUp });
    setSignUps((count) => count + 1);
    setTab('sign-in');
  };

  // Focus after the render that shows the empty sign-in form: a hidden field cannot be focused.
  useEffect(() => {
    if (signUps > 0) document.getElementById('sign-in-password')?.focus();
  }, [signUps]);

  const keep = <KeepSignedIn isKept={isKept} onChange={setKept} />;
  const panel = (name: Tab) => ({
    role: 'tabpanel',
    id: `panel-${name}`,
    'aria-labelledby': `tab-${name}`,
    hidden: tab !== name,
    className: `stack ${styles.panel}`,
  });
  return (
    <div className="stack" id="sign-up">
      <div role="status" className={styles.status}>
        {note && <Notice kind={note.kind === 'warn' ? 'warn' : undefined} text={note.text} />}
      </div>
      <div className="card">
        <div className="tabs" role="tablist" aria-label={copy.tabsLabel} ref={tabList}>
          {tabs.map((entry) => (
            <button
              key={entry.id}
              type="button"
              role="tab"
              id={`tab-${entry.id}`}
              aria-controls={`panel-${entry.id}`}
              aria-selected={tab === entry.id}
              tabIndex={tab === entry.id ? 0 : -1}
              onClick={() => setTab(entry.id)}
              onKeyDown={move}
            >
              {entry.text}
            </button>
          ))}
        </div>
        <div {...panel('sign-in')}>
          <SignIn key={signUps} initialEmail={email} isKept={isKept} keep={keep} />
          <GoogleButton settings={google} other="above" use={{ isKept }} />
        </div>
        <div {...panel('sign-up')}>
          <GoogleButton settings={google} other="below" use={{ isKept }}>
            {keep}
          </GoogleButton>
          <SignUp key={signUps} onDone={signedUp} />
        </div>
      </div>
    </div>
  );
}

function tabInAddress(): Tab | undefined {
  return tabs.find((entry) => `#${entry.id}` === location.hash)?.id;
}

/** Returns the note for visitors whom another page redirected here, from the query string. */
function redirectReason(): SignInNote | undefined {
  const query = new URLSearchParams(location.search);
  if (query.get('reason') === 'expired') return { kind: 'good', text: copy.expired };
  if (!query.has('next')) return undefined;
  return { kind: 'good', text: tabInAddress() === 'sign-up' ? copy.pleaseSignUp : copy.pleaseSignIn };
}
