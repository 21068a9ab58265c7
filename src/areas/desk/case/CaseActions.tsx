import { useState } from 'react';
import { kindsWithDecision, waitingParties } from '#contracts/cases/cases.ts';
import {
  type CaseDetails,
  closeCase,
  noteCase,
  releaseCase,
  reopenCase,
  runCaseAction,
  waitForCase,
} from '#contracts/desk/desk.ts';
import { uploadProof } from '#contracts/desk/desk-proofs.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { uploadOrderReceipt } from '#contracts/purchases/order-receipts.ts';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { useDeskQuery } from '../use-desk-query.ts';
import { ActionForm, type ActionFormProps } from './ActionForm.tsx';
import { CaseUpload } from './CaseUpload.tsx';
import styles from './case.module.css';
import { orderReceiptCopy, proofUploadCopy } from './case-upload.copy.ts';
import { OpenRequests } from './OpenRequests.tsx';
import { PlatformLogin } from './PlatformLogin.tsx';

const copy = deskCopy.case;
const why = { name: 'reason', label: copy.why, type: 'text', isRequired: true } as const;
const parties = waitingParties.map((value) => ({ value, label: deskCopy.parties[value] }));
const always = { isFinal: false, obstacle: null };

/** A form of the page; `name` is unique on it. */
interface OfferedForm extends Pick<ActionFormProps, 'action' | 'onSubmit'> {
  name: string;
}

/**
 * What the operator can do with a case: the actions of its kind, then those of every case. A form that is open when its
 * action ceases to be possible stays until it is closed, so that nothing typed is lost.
 */
export function CaseActions({ found }: { found: CaseDetails }) {
  const [open, setOpen] = useState<readonly OfferedForm[]>([]);
  const isClosed = found.status === 'closed';
  const isOwn = !isClosed && found.isMine;
  const me = useDeskQuery(getOperator, {});
  const canRelease = Boolean(me.data?.data.isLead && found.owner && !found.isMine);
  const offered = isClosed
    ? [reopen(found)]
    : [...(isOwn ? ownForms(found) : []), ...(canRelease ? [release(found)] : []), note(found)];
  const gone = open
    .filter(({ name }) => !offered.some((one) => one.name === name))
    .map((one) => ({ ...one, action: { ...one.action, obstacle: copy.gone } }));
  const toggle = (form: OfferedForm, isOpen: boolean) =>
    setOpen((now) => [...now.filter(({ name }) => name !== form.name), ...(isOpen ? [form] : [])]);
  return (
    <section className={styles.actions} aria-labelledby="case-actions">
      <h2 id="case-actions">{copy.actions}</h2>
      {!isClosed && !found.isMine && <p className="soft">{copy.claimFirst}</p>}
      {isOwn && <OwnCase found={found} />}
      {/* First, because React then moves the others: a moved field would lose the focus. */}
      {[...gone, ...offered].map((form) => (
        <ActionForm
          key={form.name}
          action={form.action}
          onSubmit={form.onSubmit}
          onToggle={(isOpen) => toggle(form, isOpen)}
        />
      ))}
      {isOwn && found.request && <OpenRequests caseId={found.id} requestId={found.request.id} />}
    </section>
  );
}

function OwnCase({ found }: { found: CaseDetails }) {
  const me = useDeskQuery(getOperator, {});
  return (
    <>
      {me.data && <p className="small soft">{copy.eyes(me.data.data.hasFourEyes)}</p>}
      {found.request?.hasPlatformLogin && <PlatformLogin caseId={found.id} />}
      {found.purchase?.orderNumber && (
        <CaseUpload
          caseId={found.id}
          label={found.purchase.receiptAt ? orderReceiptCopy.replace : orderReceiptCopy.add}
          copy={orderReceiptCopy}
          contract={uploadOrderReceipt}
        />
      )}
      {found.purchase?.canAddProof && (
        <CaseUpload
          caseId={found.id}
          label={proofUploadCopy.add}
          copy={proofUploadCopy}
          contract={uploadProof}
        />
      )}
    </>
  );
}

function ownForms(found: CaseDetails): OfferedForm[] {
  const params = { id: found.id };
  const ofKind = found.actions.map((action) => ({
    name: action.name,
    action,
    onSubmit: (values: Readonly<Record<string, string>>) =>
      callDesk(runCaseAction, { params, body: { action: action.name, values } }),
  }));
  return [...ofKind, wait(found), ...(kindsWithDecision.includes(found.kind) ? [] : [close(found)])];
}

const wait = ({ id }: CaseDetails): OfferedForm => ({
  name: 'case.wait',
  action: {
    ...always,
    label: copy.wait,
    hint: copy.waitHint,
    fields: [
      { name: 'on', label: copy.waitOn, type: 'choice', isRequired: true, choices: parties },
      { name: 'until', label: copy.waitUntil, type: 'date', isRequired: true },
      why,
    ],
  },
  onSubmit: ({ on, until = '', reason = '' }) =>
    callDesk(waitForCase, {
      params: { id },
      body: { on: on as (typeof waitingParties)[number], until: isoTime(until), reason },
    }),
});

const close = ({ id }: CaseDetails): OfferedForm => ({
  name: 'case.close',
  action: {
    ...always,
    label: copy.close,
    hint: copy.closeHint,
    fields: [{ name: 'outcome', label: copy.outcome, type: 'line', isRequired: true }, why],
  },
  onSubmit: ({ outcome = '', reason = '' }) =>
    callDesk(closeCase, { params: { id }, body: { outcome, reason } }),
});

const note = ({ id }: CaseDetails): OfferedForm => ({
  name: 'case.note',
  action: {
    ...always,
    label: copy.note,
    hint: copy.noteHint,
    fields: [{ name: 'note', label: copy.noteLabel, type: 'text', isRequired: true }],
  },
  onSubmit: ({ note: text = '' }) => callDesk(noteCase, { params: { id }, body: { note: text } }),
});

/** For a lead; the button of {@link CaseHead} releases an own case. */
const release = ({ id, owner }: CaseDetails): OfferedForm => ({
  name: 'case.release',
  action: { ...always, label: copy.release(owner?.name ?? ''), hint: copy.releaseHint, fields: [why] },
  onSubmit: ({ reason = '' }) => callDesk(releaseCase, { params: { id }, body: { reason } }),
});

const reopen = ({ id }: CaseDetails): OfferedForm => ({
  name: 'case.reopen',
  action: { ...always, label: copy.reopen, hint: copy.reopenHint, fields: [why] },
  onSubmit: ({ reason = '' }) => callDesk(reopenCase, { params: { id }, body: { reason } }),
});

// The field has no time zone; it means the operator's own.
function isoTime(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
