import { kindsWithDecision, waitingParties } from '#contracts/cases.ts';
import {
  type CaseDetails,
  closeCase,
  noteCase,
  reopenCase,
  runCaseAction,
  waitForCase,
} from '#contracts/desk.ts';
import { getOperator } from '#contracts/operators.ts';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../operations.copy.ts';
import { useDeskQuery } from '../use-desk-query.ts';
import { ActionForm } from './ActionForm.tsx';
import styles from './case.module.css';
import { OrderReceipt } from './OrderReceipt.tsx';
import { PlatformLogin } from './PlatformLogin.tsx';

const copy = deskCopy.case;
const why = { name: 'reason', label: copy.why, type: 'text', isRequired: true } as const;
const parties = waitingParties.map((value) => ({ value, label: deskCopy.parties[value] }));
const always = { isFinal: false, obstacle: null };

/** What the operator can do with a case: the actions of its kind, then those of every case. */
export function CaseActions({ found }: { found: CaseDetails }) {
  const params = { id: found.id };
  const isClosed = found.status === 'closed';
  return (
    <section className={styles.actions} aria-labelledby="case-actions">
      <h2 id="case-actions">{copy.actions}</h2>
      {!isClosed && !found.isMine && <p className="soft">{copy.claimFirst}</p>}
      {!isClosed && found.isMine && <OwnActions found={found} />}
      {!isClosed && (
        <ActionForm
          action={{
            ...always,
            label: copy.note,
            hint: copy.noteHint,
            fields: [{ name: 'note', label: copy.noteLabel, type: 'text', isRequired: true }],
          }}
          onSubmit={({ note = '' }) => callDesk(noteCase, { params, body: { note } })}
        />
      )}
      {isClosed && (
        <ActionForm
          action={{ ...always, label: copy.reopen, hint: copy.reopenHint, fields: [why] }}
          onSubmit={({ reason = '' }) => callDesk(reopenCase, { params, body: { reason } })}
        />
      )}
    </section>
  );
}

function OwnActions({ found }: { found: CaseDetails }) {
  const params = { id: found.id };
  const me = useDeskQuery(getOperator, {});
  return (
    <>
      {me.data && <p className="small soft">{copy.eyes(me.data.data.hasFourEyes)}</p>}
      {found.request?.hasPlatformLogin && <PlatformLogin caseId={found.id} />}
      {found.purchase?.orderNumber && (
        <OrderReceipt caseId={found.id} isThere={found.purchase.receiptAt !== null} />
      )}
      {found.actions.map((action) => (
        <ActionForm
          key={action.name}
          action={action}
          onSubmit={(values) => callDesk(runCaseAction, { params, body: { action: action.name, values } })}
        />
      ))}
      <ActionForm
        action={{
          ...always,
          label: copy.wait,
          hint: copy.waitHint,
          fields: [
            { name: 'on', label: copy.waitOn, type: 'choice', isRequired: true, choices: parties },
            { name: 'until', label: copy.waitUntil, type: 'date', isRequired: true },
            why,
          ],
        }}
        onSubmit={({ on, until = '', reason = '' }) =>
          callDesk(waitForCase, {
            params,
            body: { on: on as (typeof waitingParties)[number], until: isoTime(until), reason },
          })
        }
      />
      {!kindsWithDecision.includes(found.kind) && (
        <ActionForm
          action={{
            ...always,
            label: copy.close,
            hint: copy.closeHint,
            fields: [{ name: 'outcome', label: copy.outcome, type: 'line', isRequired: true }, why],
          }}
          onSubmit={({ outcome = '', reason = '' }) =>
            callDesk(closeCase, { params, body: { outcome, reason } })
          }
        />
      )}
    </>
  );
}

// The field has no time zone; it means the operator's own.
function isoTime(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
