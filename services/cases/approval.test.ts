import { describe, expect, it } from 'vitest';
import { type ApprovalRule, describeApprovers, findApprovers, rejectUnlessApprover } from './approval.ts';

const ada = { id: 'ada', name: 'Ada', isLead: true };
const grace = { id: 'grace', name: 'Grace', isLead: true };
const olive = { id: 'olive', name: 'Olive', isLead: false };
const oscar = { id: 'oscar', name: 'Oscar', isLead: false };
const rule: ApprovalRule = {
  isFourEyes: true,
  limits: { NGN: 10_000_000 },
  operators: [ada, grace, olive, oscar],
};
const asked = (requestedById: string | null, amountMinor: number, currency = 'NGN') => ({
  requestedById,
  amountMinor,
  currency,
});

describe('an amount', () => {
  it.each([
    ['up to the limit', 10_000_000, 'NGN', ['ada', 'grace', 'oscar']],
    ['above the limit', 10_000_001, 'NGN', ['ada', 'grace']],
    ['in a currency without a limit', 1, 'USD', ['ada', 'grace']],
  ])('%s is approved by those operators who did not ask for it', (_, amountMinor, currency, ids) => {
    const { approvers } = findApprovers(rule, asked('olive', amountMinor, currency));
    expect(approvers.map(({ id }) => id)).toEqual(ids);
  });

  it('above the limit that a lead asked for is approved by another lead', () => {
    const amount = asked('ada', 10_000_001);
    expect(describeApprovers(rule, amount)).toBe('It is more than ₦100,000, so a lead approves it: Grace.');
    expect(() => rejectUnlessApprover(rule, amount, 'olive')).toThrow(/so a lead approves it: Grace\.$/);
    expect(() => rejectUnlessApprover(rule, amount, 'grace')).not.toThrow();
  });

  it('above the limit that the only lead asked for is approved by another operator', () => {
    const alone = { ...rule, operators: [ada, olive, oscar] };
    const amount = asked('ada', 10_000_001);
    expect(describeApprovers(alone, amount)).toBe(
      'It is more than ₦100,000, and there is no lead but the one who asked, so another operator approves it: Olive, Oscar.',
    );
    expect(() => rejectUnlessApprover(alone, amount, 'olive')).not.toThrow();
  });

  it('that the rules asked for needs a lead above the limit', () => {
    expect(() => rejectUnlessApprover(rule, asked(null, 10_000_001), 'olive')).toThrow(/Ada, Grace/);
    expect(() => rejectUnlessApprover(rule, asked(null, 10_000_000), 'olive')).not.toThrow();
  });

  it('is not approved by the operator who asked for it', () => {
    const amount = asked('grace', 1);
    expect(() => rejectUnlessApprover(rule, amount, 'grace')).toThrow(
      /^You asked for this already\. Another/,
    );
    expect(() => rejectUnlessApprover(rule, amount, 'grace', 'You asked.')).toThrow(/^You asked\. Another/);
  });

  it('is approved by every operator where one operator decides alone', () => {
    const amount = asked('olive', 10_000_001);
    expect(() => rejectUnlessApprover({ ...rule, isFourEyes: false }, amount, 'olive')).not.toThrow();
  });
});

it('says that no other operator can approve, and names five at most', () => {
  expect(describeApprovers({ ...rule, operators: [ada] }, asked('ada', 1))).toMatch(/^No other operator/);
  const operators = Array.from({ length: 7 }, (_, n) => ({ id: `${n}`, name: `N${n}`, isLead: false }));
  expect(describeApprovers({ ...rule, operators }, asked('0', 1))).toBe(
    'Another operator approves it: N1, N2, N3, N4, N5 and 1 more.',
  );
  expect(describeApprovers(rule, asked('olive', 1, 'USD'))).toBe(
    'There is no limit for USD, so a lead approves it: Ada, Grace.',
  );
});
