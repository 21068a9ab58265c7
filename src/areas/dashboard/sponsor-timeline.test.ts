import { expect, it } from 'vitest';
import { sponsorTimelineOf } from './sponsor-timeline.ts';

const paidAt = '2026-01-04T10:00:00Z';
const enrolledAt = '2026-01-05T10:00:00Z';
const completedAt = '2026-01-06T10:00:00Z';
const returnedAt = '2026-01-07T10:00:00Z';
const paid = {
  status: 'paid' as const,
  enrolledAt: null,
  completedAt: null,
  purchase: null,
  isProofFiled: false,
  proofRejection: null,
  payment: { outcome: 'success' as const, refund: null, paidAt, returnedAt: null },
};

const read = (request: Parameters<typeof sponsorTimelineOf>[0]) =>
  sponsorTimelineOf(request).map(
    ({ name, state, at }) => `${name} ${state}${at ? ` ${at.slice(0, 10)}` : ''}`,
  );

it('goes from paid through enrolled to completed', () => {
  expect(read(paid)).toEqual([
    'Paid done 2026-01-04',
    'Bought now',
    'Handed over later',
    'Enrolled later',
    'Completed later',
  ]);
  expect(read({ ...paid, status: 'enrolled', enrolledAt })).toEqual([
    'Paid done 2026-01-04',
    'Enrolled done 2026-01-05',
    'Completed now',
  ]);
  expect(read({ ...paid, status: 'completed', enrolledAt, completedAt })).toEqual([
    'Paid done 2026-01-04',
    'Enrolled done 2026-01-05',
    'Completed done 2026-01-06',
  ]);
});

it('shows the purchase between payment and enrolment', () => {
  const boughtAt = '2026-01-05T08:00:00Z';
  const purchase = {
    status: 'bought',
    boughtAt,
    handedOverAt: null,
    redeemedAt: null,
    redeemBy: null,
    expectedAt: null,
    payerAskedUntil: null,
    isRefunding: false,
    isDisputed: false,
  } as const;
  expect(read({ ...paid, purchase })).toEqual([
    'Paid done 2026-01-04',
    'Bought done 2026-01-05',
    'Handed over now',
    'Enrolled later',
    'Completed later',
  ]);
  expect(
    read({ ...paid, purchase: { ...purchase, status: 'claimed', boughtAt: null, isRefunding: true } }),
  ).toEqual(['Paid done 2026-01-04', 'Being refunded now']);
});

it('hides the progress of the course for a payment that was not approved', () => {
  const others = { ...paid, status: 'completed' as const };
  expect(
    read({ ...others, payment: { outcome: 'refund_due', refund: null, paidAt, returnedAt: null } }),
  ).toEqual(['Paid done 2026-01-04', 'Being refunded now']);
  expect(
    read({ ...others, payment: { outcome: 'needs_review', refund: null, paidAt, returnedAt: null } }),
  ).toEqual(['Paid done 2026-01-04', 'A person is checking now']);
  expect(read({ ...others, payment: { outcome: 'reversed', refund: null, paidAt, returnedAt } })).toEqual([
    'Paid done 2026-01-04',
    'Refunded left 2026-01-07',
  ]);
});

it('shows a pending payment as the next step', () => {
  expect(
    read({
      ...paid,
      status: 'reserved',
      payment: { outcome: 'pending', refund: null, paidAt: null, returnedAt: null },
    }),
  ).toEqual(['Payment being checked now', 'Enrolled later', 'Completed later']);
});
