import { expect, it } from 'vitest';
import { auditActionNames } from '../cases/audit-actions.ts';
import { approvalKinds, caseKinds, caseStatuses } from '../cases/cases.ts';
import { courseAccess } from '../catalogue/catalogue.ts';
import { roles } from '../endpoint.ts';
import { meetingStatuses } from '../meetings/meeting-status.ts';
import { paymentStatuses } from '../payments/payment-status.ts';
import { purchaseStatuses } from '../purchases/purchase-status.ts';
import { requestStatuses } from '../requests/request-status.ts';
import { deliveryNames } from '../requests/request-views.ts';
import { correctableFields } from './desk-catalogue.ts';
import * as words from './desk-words.ts';
import { auditKindNames, auditKinds, caseOutcomeName, providerWord } from './desk-words.ts';
import { operatorLevels, operatorMails } from './operators.ts';

it('names each status and kind in words, and no two of them alike', () => {
  const named: [values: readonly string[], names: Readonly<Record<string, string>>][] = [
    [paymentStatuses, words.paymentStatusNames],
    [requestStatuses, words.requestStatusNames],
    [caseKinds, words.caseKindNames],
    [caseStatuses, words.caseStatusNames],
    [purchaseStatuses, words.purchaseStatusNames],
    [meetingStatuses, words.meetingStatusNames],
    [roles, words.roleNames],
    [deliveryNames, words.deliveryWords],
    [approvalKinds, words.approvalKindNames],
    [courseAccess, words.courseAccessNames],
    [operatorLevels, words.operatorLevelNames],
    [operatorMails, words.operatorMailNames],
    [Object.keys(auditActionNames), auditActionNames],
  ];
  for (const [values, names] of named) {
    for (const value of values) expect(names[value]).toMatch(/^[A-Z][a-z, -]+$/);
    expect(new Set(Object.values(names)).size).toBe(values.length);
  }
});

it('names each field that operators correct', () => {
  expect(correctableFields.map(words.correctableFieldName)).toEqual(['Title', 'Link', 'Access', 'Price']);
});

it('names outcomes of cases and words of the provider, and leaves those of operators', () => {
  expect(['not_ours', 'duplicate', 'Answered by phone'].map(caseOutcomeName)).toEqual([
    'Not ours',
    'Duplicate of another case',
    'Answered by phone',
  ]);
  expect(['success', 'reversal pending', 'chargeback', 'CO-1_<b>'].map(providerWord)).toEqual([
    'Successful',
    'Reversal pending',
    'Chargeback',
    'CO-1_<b>',
  ]);
});

it('has each action in one kind, by its beginning', () => {
  const prefixes: string[] = auditKindNames.flatMap((kind) => auditKinds[kind].prefixes);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const action of Object.keys(auditActionNames)) expect(prefixes).toContain(action.split('.')[0]);
});
