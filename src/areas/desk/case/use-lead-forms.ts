import { assignCase, type CaseDetails, type CaseSummary, releaseCase } from '#contracts/desk/desk.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import { callDesk } from '../call-desk.ts';
import { useDeskQuery } from '../use-desk-query.tsx';
import { type OfferedForm, reasonField } from './ActionForm.tsx';
import { caseCopy as copy } from './case.copy.ts';

/** Returns the forms by which a lead assigns a case and releases that of another operator; none for other operators. */
export function useLeadForms(item: CaseDetails | CaseSummary): OfferedForm[] {
  const me = useDeskQuery(getOperator, {}).data?.data;
  const operators = useDeskQuery(listOperators, {}, { isOff: !me?.isLead }).data?.data ?? [];
  const { id, owner } = item;
  if (!me?.isLead || item.status === 'closed') return [];
  const choices = operators
    .filter((operator) => !operator.endedAt && !operator.absentUntil && operator.id !== owner?.id)
    .map((operator) => ({ value: operator.id, label: operator.fullName }));
  const assign: OfferedForm = {
    name: 'case.assign',
    action: {
      label: copy.assign,
      hint: copy.assignHint,
      fields: [{ name: 'to', label: copy.assignTo, type: 'choice', isRequired: true, choices }, reasonField],
    },
    onSubmit: ({ to = '', reason = '' }) => callDesk(assignCase, { params: { id }, body: { to, reason } }),
  };
  // The button in the head of the page releases an own case.
  if (!owner || owner.id === me.id) return [assign];
  const release: OfferedForm = {
    name: 'case.release',
    action: { label: copy.release(owner.name), hint: copy.releaseHint, fields: [reasonField] },
    onSubmit: ({ reason = '' }) => callDesk(releaseCase, { params: { id }, body: { reason } }),
  };
  return [assign, release];
}
