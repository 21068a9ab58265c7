import { expect, it } from 'vitest';
import { actionName } from './audit-actions.ts';

it.each([
  ['person.suspended', 'Person suspended'],
  ['person.suspend.requested', 'Suspension asked for'],
  ['case.claimed', 'Case: claimed'],
  ['case.approve-refund', 'Case: refund approved'],
  ['case.payments paused', 'Case: payments paused'],
  // Stored by an earlier release.
  ['case.old_act', 'Case: old act'],
  ['person.old_action', 'Person old action'],
])('%s is called “%s”', (action, name) => {
  expect(actionName(action)).toBe(name);
});
