import { expect, it } from 'vitest';
import { caseKinds, caseStatuses } from '../cases/cases.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { requestStatuses } from '../requests/request-status.ts';
import * as words from './desk-words.ts';
import { actionName, auditKindNames, auditKinds } from './desk-words.ts';

it('names each status and kind in words, and no two of them alike', () => {
  const named: [values: readonly string[], names: Readonly<Record<string, string>>][] = [
    [paymentStatuses, words.paymentStatusNames],
    [requestStatuses, words.requestStatusNames],
    [caseKinds, words.caseKindNames],
    [caseStatuses, words.caseStatusNames],
  ];
  for (const [values, names] of named) {
    for (const value of values) expect(names[value]).toMatch(/^[A-Z][a-z ]+$/);
    expect(new Set(Object.values(names)).size).toBe(values.length);
  }
});

it.each([
  ['person.suspended', 'Person suspended'],
  ['refund.approved', 'Refund approved'],
  ['case.claimed', 'Case claimed'],
  ['case.approve-refund', 'Case: approve refund'],
  ['person.suspend.requested', 'Suspension asked for'],
  ['operator.signed_in', 'Operator signed in'],
])('%s is called “%s”', (action, name) => {
  expect(actionName(action)).toBe(name);
});

it('has each beginning of an action in one kind', () => {
  const prefixes = auditKindNames.flatMap((kind) => auditKinds[kind].prefixes);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
