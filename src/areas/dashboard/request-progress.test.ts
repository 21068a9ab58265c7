import { expect, it } from 'vitest';
import { badgeOf, nextStepOf, shortened } from './request-progress.ts';

it('shows Paid after the payment, and Payment Pending before', () => {
  expect(
    (['pending', 'reserved', 'paid', 'enrolled', 'completed'] as const).map((s) => badgeOf(s).text),
  ).toEqual(['Payment Pending', 'Payment Pending', 'Paid', 'Paid', 'Paid']);
});

it('shows a refund that is under way until the course is enrolled', () => {
  expect([badgeOf('paid', true), badgeOf('enrolled', true)].map(({ text }) => text)).toEqual([
    'Being refunded',
    'Paid',
  ]);
});

it('has no next step for a withdrawn request', () => {
  expect(nextStepOf('withdrawn')).toBeUndefined();
  expect(nextStepOf('pending')).toBe(1);
  expect(nextStepOf('completed')).toBe(4);
});

it('cuts a description at 50 characters', () => {
  expect(shortened('x'.repeat(50))).toBe('x'.repeat(50));
  expect(shortened('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
});
