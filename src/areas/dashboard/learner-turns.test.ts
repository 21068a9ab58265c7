import { expect, it } from 'vitest';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { ownRequest } from '#tests/support/browser/view-fixtures.ts';
import { learnerTurns } from './learner-turns.ts';

const endsAt = '2026-01-03T10:30:00Z';
const nowMs = Date.parse(endsAt) - 1;
type Meeting = OwnRequest['meetings'][number];
const withMeeting = (status: Meeting['status'], more: Partial<OwnRequest> = {}) => ({
  ...ownRequest,
  meetings: [{ status, endsAt: status === 'awaiting_time' ? null : endsAt } as Meeting],
  ...more,
});
const withPurchase = (status: NonNullable<OwnRequest['purchase']>['status'], more: object = {}) => ({
  ...ownRequest,
  status: 'paid' as const,
  purchase: {
    status,
    isRefunding: false,
    isDisputed: false,
    payerAskedUntil: null,
    ...more,
  } as OwnRequest['purchase'],
});

it('asks for the answer to a meeting that is still to come', () => {
  expect(learnerTurns(withMeeting('proposed'), nowMs)).toEqual(['meeting']);
  expect(learnerTurns(withMeeting('proposed'), nowMs + 1)).toEqual([]);
  expect(learnerTurns(withMeeting('awaiting_time'), nowMs)).toEqual(['time']);
  for (const status of ['counter_proposed', 'accepted', 'declined', 'cancelled'] as const)
    expect(learnerTurns(withMeeting(status), nowMs)).toEqual([]);
  expect(learnerTurns(withMeeting('proposed', { status: 'completed' }), nowMs)).toEqual([]);
});

it('asks for the confirmation of the enrolment once the course is handed over', () => {
  expect(learnerTurns(withPurchase('bought'), nowMs)).toEqual([]);
  expect(learnerTurns(withPurchase('handed_over'), nowMs)).toEqual(['enrolment']);
  expect(learnerTurns(withPurchase('handed_over', { isRefunding: true }), nowMs)).toEqual([]);
  expect(learnerTurns({ ...withPurchase('handed_over'), status: 'enrolled' }, nowMs)).toEqual([]);
  expect(learnerTurns(withPurchase('handed_over', { notReceivedAt: endsAt }), nowMs)).toEqual([]);
});

it('asks for the price and for the invoice of an open request', () => {
  const invoice = { reference: '', payee: '', isThere: false };
  const open = { ...ownRequest, priceConfirmBy: endsAt, invoice };
  expect(learnerTurns(open, nowMs)).toEqual(['price', 'invoice']);
  expect(learnerTurns({ ...open, status: 'withdrawn' }, nowMs)).toEqual([]);
  expect(learnerTurns({ ...open, status: 'reserved' }, nowMs)).toEqual(['invoice']);
  expect(
    learnerTurns({ ...open, priceConfirmBy: null, invoice: { ...invoice, isThere: true } }, nowMs),
  ).toEqual([]);
});

it.each(['waiting', 'guardian', 'paused', 'rejected'] as const)(
  'asks for no price while a request is held: %s',
  (state) => {
    const review = { state, reason: null, appeal: null };
    expect(learnerTurns({ ...ownRequest, priceConfirmBy: endsAt, review }, nowMs)).toEqual([]);
  },
);

it('asks for the invoice of a course until it is paid or its money goes back', () => {
  const invoice = { reference: '', payee: '', isThere: false };
  const turns = (status: Parameters<typeof withPurchase>[0], more: object = {}) =>
    learnerTurns({ ...withPurchase(status, more), invoice }, nowMs);
  expect(turns('queued')).toEqual(['invoice']);
  expect(turns('queued', { isRefunding: true })).toEqual([]);
  expect(turns('failed')).toEqual([]);
  expect(turns('bought')).toEqual([]);
});
