import {
  assignCase,
  type CaseDetails,
  type CaseSummary,
  releaseCase,
  waitForCase,
} from '#contracts/desk/desk.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { callDesk } from '../call-desk.ts';
import { useDeskQuery } from '../use-desk-query.tsx';
import { type OfferedForm, reasonField } from './ActionForm.tsx';
import { caseCopy as copy } from './case.copy.ts';

/**
 * Returns the forms that change the owner of a case: a lead assigns it and releases that of another operator; another operator hands
 * over an own one.
 */
export function useOwnerForms(item: CaseDetails | CaseSummary): OfferedForm[] {
  const me = useDeskQuery(getOperator, {}).data?.data;
  const { id, owner } = item;
  const isOwn = owner !== null && owner.id === me?.id;
  const isOffered = me !== undefined && item.status !== 'closed' && (me.isLead || isOwn);
  const operators = useDeskQuery(listOperators, {}, { isOff: !isOffered }).data?.data ?? [];
  if (!isOffered) return [];
  const choices = operators
    .filter((operator) => !operator.endedAt && !operator.absentUntil && operator.id !== owner?.id)
    .filter((operator) => !item.excluded.includes(operator.id))
    .map((operator) => ({ value: operator.id, label: operator.fullName }));
  const toField = { name: 'to', label: copy.assignTo, type: 'choice', isRequired: true, choices } as const;
  if (!me.isLead) {
    const to = { ...toField, choices: [{ value: anyOperator, label: copy.anyOperator }, ...choices] };
    return [
      {
        name: 'case.hand-over',
        action: { label: copy.handOver, hint: copy.handOverHint, fields: [to, reasonField] },
        onSubmit: ({ to: chosen = '', reason = '' }) =>
          callDesk(waitForCase, {
            params: { id },
            body: { on: 'operator', reason, ...(chosen !== anyOperator && { to: chosen }) },
          }),
      },
    ];
  }
  const assign: OfferedForm = {
    name: 'case.assign',
    action: { label: copy.assign, hint: copy.assignHint, fields: [toField, reasonField] },
    onSubmit: ({ to = '', reason = '' }) => callDesk(assignCase, { params: { id }, body: { to, reason } }),
  };
  // The button in the head of the page releases an own case.
  if (!owner || isOwn) return [assign];
  const release: OfferedForm = {
    name: 'case.release',
    action: { label: copy.release(owner.name), hint: copy.releaseHint, fields: [reasonField] },
    onSubmit: ({ reason = '' }) => callDesk(releaseCase, { params: { id }, body: { reason } }),
  };
  return [assign, release];
}

const anyOperator = 'any';
