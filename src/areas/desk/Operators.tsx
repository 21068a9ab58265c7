import { useEffect, useRef, useState } from 'react';
import {
  addOperator,
  endOperator,
  endOperatorSessions,
  getOperator,
  listOperators,
  type OperatorLevel,
  type OperatorSecrets,
  operatorLevels,
  replaceRecoveryCodes,
  setAbsence,
} from '#contracts/desk/operators.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Button } from '#src/ui/Button.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { dayText } from '#src/ui/format.ts';
import { useFocusOnLeave } from '#src/ui/use-focus-on-leave.tsx';
import { callDesk } from './call-desk.ts';
import { ActionForm, ReasonForm, reasonField } from './case/ActionForm.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { OperatorMails } from './OperatorMails.tsx';
import { RelativeTime } from './PageParts.tsx';
import { DeskQueryState, useDeskQuery } from './use-desk-query.tsx';

const copy = deskCopy.operators;
const line = (name: 'email' | 'fullName' | 'code') =>
  ({ name, label: copy[name], type: 'line', isRequired: true }) as const;
const levels = operatorLevels.map((value) => ({ value, label: copy.levels[value] }));

type Operator = ResponseBody<typeof listOperators>['data'][number];

/** The operators; a lead adds them and ends their access. Secrets are shown once and kept nowhere. */
export function Operators() {
  const operators = useDeskQuery(listOperators, {});
  const me = useDeskQuery(getOperator, {});
  const [secrets, setSecrets] = useState<Partial<OperatorSecrets>>();
  const isLead = me.data?.data.isLead ?? false;
  const data = operators.data?.data;
  if (!data) return <DeskQueryState query={operators} />;
  const showSecrets = async (called: Promise<{ message: string; data: Partial<OperatorSecrets> }>) => {
    const response = await called;
    setSecrets(response.data);
    return response;
  };
  return (
    <>
      {secrets && <OneTimeSecrets secrets={secrets} onDone={() => setSecrets(undefined)} />}
      <ul className={`bare ${styles.log}`} aria-label={copy.title}>
        {data.map((operator) => (
          <OperatorLine key={operator.id} operator={operator} isLead={isLead} />
        ))}
      </ul>
      <ActionForm
        action={{ label: copy.codes, hint: copy.codesHint, fields: [line('code')] }}
        onSubmit={({ code = '' }) => showSecrets(callDesk(replaceRecoveryCodes, { body: { code } }))}
      />
      {isLead && (
        <ActionForm
          action={{
            label: copy.add,
            hint: copy.addHint,
            fields: [
              line('fullName'),
              line('email'),
              { name: 'level', label: copy.level, type: 'choice', isRequired: true, choices: levels },
            ],
          }}
          onSubmit={({ email = '', fullName = '', level }) =>
            showSecrets(callDesk(addOperator, { body: { email, fullName, level: level as OperatorLevel } }))
          }
        />
      )}
    </>
  );
}

const absence = {
  ...copy.absence,
  fields: [{ name: 'until', label: copy.absence.until, type: 'day', isRequired: true } as const, reasonField],
};

const markAsAbsent = (id: string, { until = '', reason = '' }: Readonly<Record<string, string>>) =>
  callDesk(setAbsence, { params: { id }, body: { until, reason } });

function OperatorLine({ operator, isLead }: { operator: Operator; isLead: boolean }) {
  const params = { id: operator.id };
  const hasAccess = !operator.endedAt;
  return (
    <li className={styles.entry}>
      <p>
        <strong translate="no">{operator.fullName}</strong>{' '}
        {operator.isMe && <span className="soft">({copy.you})</span>}
        <br />
        <span className="small soft" translate="no">
          {operator.email}
        </span>
      </p>
      <p className="row small">
        <Badge {...(operator.isLead && { kind: 'good' as const })}>
          {copy.levels[operator.isLead ? 'lead' : 'operator']}
        </Badge>
        {operator.endedAt && <Badge kind="warn">{copy.ended}</Badge>}
        {operator.absentUntil && (
          <Badge kind="wait">{copy.absentUntil(dayText(operator.absentUntil, 'UTC'))}</Badge>
        )}
        <span>{copy.sessions(operator.sessions)}</span>
        {operator.lastSeenAt && (
          <span className="soft">
            {copy.lastSeen} <RelativeTime time={operator.lastSeenAt} />
          </span>
        )}
        {hasAccess && <span className="soft">{copy.codesLeft(operator.recoveryCodesLeft)}</span>}
      </p>
      {hasAccess && (isLead || operator.isMe) && (
        <div className="stack stack-tight">
          {operator.isMe && <OperatorMails mails={operator.mails} />}
          <ReasonForm
            {...copy.endSessions}
            onSubmit={(reason) => callDesk(endOperatorSessions, { params, body: { reason } })}
          />
          {operator.absentUntil ? (
            <ReasonForm
              key="back"
              {...copy.back}
              onSubmit={(reason) => callDesk(setAbsence, { params, body: { until: null, reason } })}
            />
          ) : (
            <ActionForm
              key="absence"
              action={absence}
              onSubmit={(values) => markAsAbsent(operator.id, values)}
            />
          )}
          {isLead && !operator.isMe && (
            <ReasonForm
              {...copy.end}
              isFinal
              onSubmit={(reason) => callDesk(endOperator, { params, body: { reason } })}
            />
          )}
        </div>
      )}
    </li>
  );
}

/** Secrets of an operator that the server shows once. */
function OneTimeSecrets(props: { secrets: Partial<OperatorSecrets>; onDone: () => void }) {
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
      <Button kind="quiet" text={copy.done} onPress={props.onDone} />
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
