import { useEffect, useRef, useState } from 'react';
import { revealLogin } from '#contracts/desk/desk.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Button } from '#src/ui/Button.tsx';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { useFocusOnLeave } from '../use-focus-on-leave.ts';
import { ActionForm } from './ActionForm.tsx';
import styles from './case.module.css';

const copy = deskCopy.case;

/** Shows the platform login of a request for a minute, after a reason was given; it is stored nowhere else. */
export function PlatformLogin({ caseId }: { caseId: string }) {
  const [login, setLogin] = useState<ResponseBody<typeof revealLogin>['data']>();
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (!login) return;
    const endMs = Date.now() + login.secondsShown * 1000;
    const timer = setInterval(() => {
      const left = Math.ceil((endMs - Date.now()) / 1000);
      setSecondsLeft(left);
      if (left <= 0) setLogin(undefined);
    }, 250);
    return () => clearInterval(timer);
  }, [login]);

  const reveal = async ({ reason = '' }: Readonly<Record<string, string>>) => {
    const { message, data } = await callDesk(revealLogin, { params: { id: caseId }, body: { reason } });
    setSecondsLeft(data.secondsShown);
    setLogin(data);
    return { message };
  };

  if (!login)
    return (
      <ActionForm
        action={{
          label: copy.reveal,
          hint: copy.revealHint,
          isFinal: true,
          obstacle: null,
          fields: [{ name: 'reason', label: copy.why, type: 'text', isRequired: true }],
        }}
        onSubmit={reveal}
      />
    );
  return <RevealedLogin login={login} secondsLeft={secondsLeft} onHide={() => setLogin(undefined)} />;
}

interface RevealedLoginProps {
  login: ResponseBody<typeof revealLogin>['data'];
  secondsLeft: number;
  onHide: () => void;
}

function RevealedLogin({ login, secondsLeft, onHide }: RevealedLoginProps) {
  const root = useRef<HTMLDivElement>(null);
  useFocusOnLeave(root, 'case-actions');
  return (
    <div ref={root} className="notice notice-warn">
      <dl className={styles.facts}>
        <div>
          <dt>{copy.loginEmail}</dt>
          <dd translate="no">{login.email ?? '–'}</dd>
        </div>
        <div>
          <dt>{copy.loginPassword}</dt>
          <dd>
            <code translate="no">{login.password}</code>
          </dd>
        </div>
      </dl>
      <p className="small">{copy.revealed(secondsLeft)}</p>
      <Button kind="quiet" isSmall onPress={onHide}>
        {copy.hide}
      </Button>
    </div>
  );
}
