import { useState } from 'react';
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
} from '#contracts/desk/operators.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { Badge } from '#src/ui/Badge.tsx';

import { callDesk } from './call-desk.ts';
import { ActionForm } from './case/ActionForm.tsx';
import { DeskQueryState } from './DeskQueryState.tsx';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';
import { OneTimeSecrets } from './OneTimeSecrets.tsx';
import { RelativeTime } from './RelativeTime.tsx';
import { useDeskQuery } from './use-desk-query.ts';

const copy = deskCopy.operators;
const always = { isFinal: false, obstacle: null };
const why = { name: 'reason', label: copy.reason, type: 'text', isRequired: true } as const;
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
  return (
    <>
      {secrets && <OneTimeSecrets secrets={secrets} onDone={() => setSecrets(undefined)} />}
      <ul className={`bare ${styles.log}`} aria-label={copy.list}>
        {data.map((operator) => (
          <OperatorLine key={operator.id} operator={operator} isLead={isLead} />
        ))}
      </ul>
      <ActionForm
        action={{ ...always, label: copy.codes, hint: copy.codesHint, fields: [line('code')] }}
        onSubmit={async ({ code = '' }) => {
          const replaced = await callDesk(replaceRecoveryCodes, { body: { code } });
          setSecrets(replaced.data);
          return replaced;
        }}
      />
      {isLead && (
        <ActionForm
          action={{
            ...always,
            label: copy.add,
            hint: copy.addHint,
            fields: [
              line('fullName'),
              line('email'),
              { name: 'level', label: copy.level, type: 'choice', isRequired: true, choices: levels },
            ],
          }}
          onSubmit={async ({ email = '', fullName = '', level }) => {
            const added = await callDesk(addOperator, {
              body: { email, fullName, level: level as OperatorLevel },
            });
            setSecrets(added.data);
            return added;
          }}
        />
      )}
    </>
  );
}

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
          {operator.isLead ? copy.isLead : copy.isOperator}
        </Badge>
        {operator.endedAt && <Badge kind="warn">{copy.ended}</Badge>}
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
          <ActionForm
            action={{ ...always, label: copy.endSessions, hint: copy.endSessionsHint, fields: [why] }}
            onSubmit={({ reason = '' }) => callDesk(endOperatorSessions, { params, body: { reason } })}
          />
          {isLead && !operator.isMe && (
            <ActionForm
              action={{ ...always, isFinal: true, label: copy.end, hint: copy.endHint, fields: [why] }}
              onSubmit={({ reason = '' }) => callDesk(endOperator, { params, body: { reason } })}
            />
          )}
        </div>
      )}
    </li>
  );
}
