import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '../../ui/Notice.tsx';
import { accountsCopy as copy } from './accounts.copy.ts';
import styles from './auth.module.css';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';

const tabs = [
  { id: 'sign-in', text: copy.signInTab },
  { id: 'sign-up', text: copy.signUpTab },
] as const;

type Tab = (typeof tabs)[number]['id'];

/** Sign in and Sign up. Both forms stay in the page, so that changing the tab loses nothing typed. */
export function AuthTabs() {
  const [tab, setTab] = useState<Tab>('sign-in');
  const [reason, setReason] = useState<string>();
  const [email, setEmail] = useState('');
  const tabList = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const openFromHash = () => {
      const asked = tabs.find((entry) => `#${entry.id}` === location.hash);
      if (asked) setTab(asked.id);
    };
    const query = new URLSearchParams(location.search);
    if (query.get('reason') === 'expired') setReason(copy.expired);
    else if (query.has('next')) setReason(copy.pleaseSignIn);
    openFromHash();
    addEventListener('hashchange', openFromHash);
    return () => removeEventListener('hashchange', openFromHash);
  }, []);

  const move = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return;
    event.preventDefault();
    const other = tab === 'sign-in' ? 'sign-up' : 'sign-in';
    const next = event.key === 'Home' ? 'sign-in' : event.key === 'End' ? 'sign-up' : other;
    setTab(next);
    tabList.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  return (
    <div className="stack">
      {reason && (
        <Notice>
          <p>{reason}</p>
        </Notice>
      )}
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
        <div
          role="tabpanel"
          id="panel-sign-in"
          aria-labelledby="tab-sign-in"
          hidden={tab !== 'sign-in'}
          className={styles.panel}
        >
          <SignIn knownEmail={email} />
        </div>
        <div
          role="tabpanel"
          id="panel-sign-up"
          aria-labelledby="tab-sign-up"
          hidden={tab !== 'sign-up'}
          className={styles.panel}
        >
          <SignUp
            onDone={(newEmail) => {
              setEmail(newEmail);
              setTab('sign-in');
              tabList.current?.querySelector<HTMLElement>('#tab-sign-in')?.focus();
            }}
          />
        </div>
      </div>
    </div>
  );
}
