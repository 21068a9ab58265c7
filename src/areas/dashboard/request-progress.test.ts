import { expect, it } from 'vitest';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { awaitsLearner, shortened } from './request-progress.ts';

const endsAt = '2026-01-03T10:30:00Z';
const nowMs = Date.parse(endsAt) - 1;
const withMeeting = (status: OwnRequest['meetings'][number]['status']) => {
  const meeting = { status, endsAt: status === 'awaiting_time' ? null : endsAt };
  return {
    status: 'pending' as const,
    purchase: null,
    review: null,
    meetings: [meeting as OwnRequest['meetings'][number]],
  };
};
const withPurchase = (status: NonNullable<OwnRequest['purchase']>['status']) => ({
  status: 'paid' as const,
  meetings: [],
  review: null,
  purchase: { status } as NonNullable<OwnRequest['purchase']>,
});

it('waits for the answer to a meeting that is still to come', () => {
  expect(awaitsLearner(withMeeting('proposed'), nowMs)).toBe(true);
  expect(awaitsLearner(withMeeting('proposed'), nowMs + 1)).toBe(false);
  expect(awaitsLearner(withMeeting('awaiting_time'), nowMs)).toBe(true);
  for (const status of ['counter_proposed', 'accepted', 'declined', 'cancelled'] as const)
    expect(awaitsLearner(withMeeting(status), nowMs)).toBe(false);
});

it('waits for the learner once the course is handed over, and until the enrolment is confirmed', () => {
  expect(awaitsLearner(withPurchase('bought'), nowMs)).toBe(false);
  expect(awaitsLearner(withPurchase('handed_over'), nowMs)).toBe(true);
  expect(awaitsLearner({ ...withPurchase('handed_over'), status: 'enrolled' }, nowMs)).toBe(false);
});

it('cuts a description at 50 characters', () => {
  expect(shortened('x'.repeat(50))).toBe('x'.repeat(50));
  expect(shortened('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
});
