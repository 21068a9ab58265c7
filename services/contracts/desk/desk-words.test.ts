import { expect, it } from 'vitest';
import { actionName, auditKindNames, auditKinds } from './desk-words.ts';

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
