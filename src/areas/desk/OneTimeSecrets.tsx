import { useEffect, useRef } from 'react';
import type { OperatorSecrets } from '#contracts/desk/operators.ts';
import { Button } from '#src/ui/Button.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { useFocusOnLeave } from './use-focus-on-leave.ts';

const copy = deskCopy.operators;

/** Secrets of an operator that the server shows once. */
export function OneTimeSecrets(props: { secrets: Partial<OperatorSecrets>; onDone: () => void }) {
  const { email, password, totpSecret, qr, recoveryCodes = [] } = props.secrets;
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnLeave(root);
  // They appear above the form that was sent.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section ref={root} className="notice notice-warn" aria-labelledby="one-time-secrets">
      <h2 id="one-time-secrets" tabIndex={-1} ref={heading}>
        {copy.secretsHeading}
      </h2>
      {password && (
        <p>
          {copy.email}: <code translate="no">{email}</code>
          <br />
          {copy.password}: <code translate="no">{password}</code>
          <br />
          {copy.secret}: <code translate="no">{totpSecret}</code>
        </p>
      )}
      {qr && <QrCode modules={qr} />}
      <p>{copy.recoveryCodes}</p>
      <ul className={`bare ${styles.codes}`}>
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <Button kind="quiet" onPress={props.onDone}>
        {copy.done}
      </Button>
    </section>
  );
}

function QrCode({ modules }: { modules: boolean[][] }) {
  const size = modules.length;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={copy.qr}>
      <path d={path} fill="currentColor" />
    </svg>
  );
}
