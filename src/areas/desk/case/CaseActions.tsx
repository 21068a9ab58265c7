import { Fragment, useState } from 'react';
import { caseActs, purchaseSteps } from '#contracts/cases/case-acts.ts';
import { kindsWithDecision, waitingParties } from '#contracts/cases/cases.ts';
import {
  type CaseDetails,
  closeCase,
  noteCase,
  reopenCase,
  runCaseAction,
  waitForCase,
} from '#contracts/desk/desk.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { ApprovalCard } from '../approvals/ApprovalCard.tsx';
import { callDesk } from '../call-desk.ts';
import { deskCopy } from '../desk.copy.ts';
import { useDeskQuery } from '../use-desk-query.tsx';
import { ActionForm, type OfferedForm, reasonField } from './ActionForm.tsx';
import { caseCopy as copy } from './case.copy.ts';
import styles from './case.module.css';
import { OpenRequests } from './OpenRequests.tsx';
import { OwnCase } from './OwnCase.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { useIsExcluded } from './use-is-excluded.ts';
import { useOwnerForms } from './use-owner-forms.ts';

// A case that another operator should have is handed over.
const parties = waitingParties
  .filter((value) => value !== 'operator')
  .map((value) => ({ value, label: deskCopy.parties[value] }));

/**
 * The operator's actions on a case: the next step, those of its kind, then those of every case. A form that is open when its
 * action ceases to be possible stays until it is closed, so that nothing typed is lost.
 */
export function CaseActions({ supportCase }: { supportCase: CaseDetails }) {
  const { id, kind, status, isMine, request, approvals } = supportCase;
  const [open, setOpen] = useState<readonly OfferedForm[]>([]);
  const isClosed = status === 'closed';
  const isOwn = !isClosed && isMine;
  const isExcluded = useIsExcluded()(supportCase);
  const ownerForms = useOwnerForms(supportCase);
  const colleagues = useColleagues();
  // A suspension is asked for once more on the page of its person.
  const canReopen = kind !== 'suspension';
  const offered = isClosed
    ? canReopen
      ? [reopen(supportCase)]
      : []
    : [...(isOwn ? ownForms(supportCase) : []), ...ownerForms, note(id, colleagues)];
  const wanted = isOwn ? nextOf(supportCase) : undefined;
  const [nextStep, setNextStep] = useState(wanted);
  // Forms would move below the fingers of the operator who types in one.
  if (nextStep !== wanted && open.length === 0) setNextStep(wanted);
  const ordered = [
    ...offered.filter(({ name }) => name === nextStep),
    ...offered.filter(({ name }) => name !== nextStep),
  ];
  const withdrawn = open
    .filter(({ name }) => !offered.some((form) => form.name === name))
    .map((form) => ({ ...form, action: { ...form.action, obstacle: copy.gone } }));
  const toggle = (form: OfferedForm, isOpen: boolean) =>
    setOpen((now) => [...now.filter(({ name }) => name !== form.name), ...(isOpen ? [form] : [])]);
  return (
    <section className={`stack stack-tight ${styles.actions}`} aria-labelledby="case-actions">
      <h2 id="case-actions">{copy.actions}</h2>
      {approvals.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      {!isClosed && !isMine && <p className="soft">{isExcluded ? copy.excluded : copy.claimFirst}</p>}
      {isOwn && <OwnCase supportCase={supportCase} />}
      {/* First, because React then moves the others: a moved field would lose the focus. All forms are in one list for that too. */}
      {[...withdrawn, ...ordered].map((form) => (
        <Fragment key={form.name}>
          {form.name === nextStep && <h3>{copy.nextStep}</h3>}
          <ActionForm
            action={form.action}
            onSubmit={form.onSubmit}
            onToggle={(isOpen) => toggle(form, isOpen)}
          />
          {form.name === nextStep && <h3>{copy.otherActs}</h3>}
        </Fragment>
      ))}
      {isOwn && <ReplyForm caseId={id} />}
      {isOwn && request && <OpenRequests caseId={id} requestId={request.id} />}
    </section>
  );
}

/** The first act of the kind that is possible now; none while an act waits for approval, whose card is above them. */
function nextOf({ kind, actions, approvals }: CaseDetails): string | undefined {
  if (approvals.length > 0) return undefined;
  return actions.find(
    ({ name, obstacle }) => obstacle === null && (kind !== 'purchase' || purchaseSteps.includes(name)),
  )?.name;
}

function ownForms({ id, kind, actions, approvals, endObstacle }: CaseDetails): OfferedForm[] {
  // What waits for approval has its forms above, for every operator.
  const others = actions.filter(({ name }) => !approvals.some(({ action }) => action === name));
  const ofKind = others.map((action) => ({
    name: action.name,
    action,
    onSubmit: (values: Readonly<Record<string, string>>) =>
      callDesk(runCaseAction, { params: { id }, body: { action: action.name, values } }),
  }));
  return [...ofKind, wait(id), ...(kindsWithDecision.includes(kind) ? [] : [close(id, endObstacle)])];
}

const wait = (id: string): OfferedForm => ({
  name: 'case.wait',
  action: {
    label: caseActs.waiting.label,
    hint: copy.waitHint,
    fields: [
      { name: 'on', label: copy.waitOn, type: 'choice', isRequired: true, choices: parties },
      { name: 'until', label: copy.waitUntil, type: 'date', isRequired: true },
      reasonField,
    ],
  },
  onSubmit: ({ on, until = '', reason = '' }) =>
    callDesk(waitForCase, {
      params: { id },
      body: { on: on as (typeof waitingParties)[number], until: isoTime(until), reason },
    }),
});

const close = (id: string, obstacle: string | null): OfferedForm => ({
  name: 'case.close',
  action: {
    label: caseActs.closed.label,
    hint: copy.closeHint,
    obstacle,
    fields: [{ name: 'outcome', label: copy.outcome, type: 'line', isRequired: true }, reasonField],
  },
  onSubmit: ({ outcome = '', reason = '' }) =>
    callDesk(closeCase, { params: { id }, body: { outcome, reason } }),
});

type Choice = Readonly<Record<'value' | 'label', string>>;

/** Returns the other operators who have access to the desk. */
function useColleagues(): Choice[] {
  const me = useDeskQuery(getOperator, {}).data?.data;
  const operators = useDeskQuery(listOperators, {}).data?.data ?? [];
  return operators
    .filter(({ id, endedAt }) => !endedAt && id !== me?.id)
    .map(({ id, fullName }) => ({ value: id, label: fullName }));
}

const note = (id: string, choices: Choice[]): OfferedForm => ({
  name: 'case.note',
  action: {
    label: caseActs.noted.label,
    hint: copy.noteHint,
    fields: [
      { name: 'note', label: copy.noteLabel, type: 'text', isRequired: true },
      {
        name: 'mention',
        label: copy.mention,
        hint: copy.mentionHint,
        type: 'choice',
        isRequired: false,
        choices,
      },
    ],
  },
  onSubmit: ({ note: text = '', mention }) =>
    callDesk(noteCase, { params: { id }, body: { note: text, ...(mention && { mention }) } }),
});

const reopen = ({ id, endObstacle: obstacle }: CaseDetails): OfferedForm => ({
  name: 'case.reopen',
  action: { label: caseActs.reopened.label, hint: copy.reopenHint, obstacle, fields: [reasonField] },
  onSubmit: ({ reason = '' }) => callDesk(reopenCase, { params: { id }, body: { reason } }),
});

// The field has no time zone; it means the operator's own.
function isoTime(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
