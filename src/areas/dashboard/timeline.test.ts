import { expect, it } from 'vitest';
import { stepNames } from '#contracts/dashboard/request-state.ts';
import { requestFacts } from '#tools/structure/draw-request-states.ts';
import { learnerReadingOf, timelineOf } from './timeline.ts';

const nothing = {
  status: 'pending' as const,
  delivery: 'gift-to-email' as const,
  createdAt: '2026-01-01T10:00:00Z',
  seenBy: 0,
  firstSeenAt: null,
  meetings: [],
  paidAt: null,
  enrolledAt: null,
  completedAt: null,
  withdrawnAt: null,
  purchase: null,
  review: null,
};
const seen = { seenBy: 2, firstSeenAt: '2026-01-02T10:00:00Z' };
const meeting = {
  _id: '1',
  status: 'accepted' as const,
  startsAt: '2026-01-03T10:00:00Z',
  endsAt: '2026-01-03T10:30:00Z',
  proposedStartsAt: null,
  roomUrl: 'https://x',
  note: null,
  sponsorName: 'Grace Hall',
  sponsorTimeZone: null,
};
const before = Date.parse('2026-01-03T10:29:59Z');
const after = Date.parse(meeting.endsAt);

const read = (request: Parameters<typeof timelineOf>[0], nowMs = after) =>
  timelineOf(request, nowMs).map(
    ({ name, state, at }) => `${name} ${state}${at ? ` ${at.slice(0, 10)}` : ''}`,
  );

it('shows views, then the payment as the next step', () => {
  expect(read(nothing)).toEqual([
    'Submitted done 2026-01-01',
    'Seen by sponsors now',
    'Meeting later',
    'Paid later',
    'Enrolled later',
    'Completed later',
  ]);
  expect(read({ ...nothing, ...seen, meetings: [meeting] })).toEqual([
    'Submitted done 2026-01-01',
    'Seen by 2 sponsors done 2026-01-02',
    'Meeting done 2026-01-03',
    'Paid now',
    'Enrolled later',
    'Completed later',
  ]);
  expect(read({ ...nothing, meetings: [meeting] }).slice(1, 3)).toEqual([
    'Meeting done 2026-01-03',
    'Paid now',
  ]);
  expect(read({ ...nothing, seenBy: 1 })[1]).toBe('Seen by 1 sponsor done');
});

it('shows the check of an operator before the sponsors, and ends where a request was rejected', () => {
  const review = { reason: null, appeal: null };
  expect(read({ ...nothing, review: { ...review, state: 'waiting' } }).slice(0, 3)).toEqual([
    'Submitted done 2026-01-01',
    'Checked by us now',
    'Seen by sponsors later',
  ]);
  expect(read({ ...nothing, ...seen, review: { ...review, state: 'rejected' } })).toEqual([
    'Submitted done 2026-01-01',
    'Seen by 2 sponsors done 2026-01-02',
    'Not shown to sponsors left',
  ]);
});

it('shows a meeting as done only once it has taken place', () => {
  const request = { ...nothing, ...seen, meetings: [meeting] };
  expect(read(request, before).slice(2, 4)).toEqual(['Meeting now 2026-01-03', 'Paid later']);
  expect(read(request, after).slice(2, 4)).toEqual(['Meeting done 2026-01-03', 'Paid now']);
  const paid = { ...request, status: 'paid' as const, paidAt: '2026-01-02T12:00:00Z' };
  expect(read(paid, before).slice(2)).toEqual([
    'Paid done 2026-01-02',
    'Bought now',
    'Handed over later',
    'Meeting later 2026-01-03',
    'Enrolled later',
    'Completed later',
  ]);
  const enrolled = { ...paid, status: 'enrolled' as const, enrolledAt: '2026-01-02T13:00:00Z' };
  expect(read(enrolled, before).slice(3)).toEqual(['Enrolled done 2026-01-02', 'Completed now']);
});

it.each(['awaiting_time', 'counter_proposed'] as const)('shows no day for a meeting that is %s', (status) => {
  const meetings = [{ ...meeting, status }];
  expect(read({ ...nothing, ...seen, meetings }, after)[2]).toBe('Meeting now');
});

it.each(['cancelled', 'declined'] as const)('does not count a meeting that was %s', (status) => {
  const meetings = [{ ...meeting, status }];
  expect(read({ ...nothing, ...seen, meetings }, after).slice(2, 4)).toEqual(['Meeting later', 'Paid now']);
});

it('leaves out a meeting that did not happen, once it is paid', () => {
  const paid = { ...nothing, ...seen, status: 'paid' as const, paidAt: '2026-01-04T10:00:00Z' };
  const way = ['Submitted done 2026-01-01', 'Seen by 2 sponsors done 2026-01-02', 'Paid done 2026-01-04'];
  const next = ['Bought now', 'Handed over later', 'Enrolled later', 'Completed later'];
  expect(read(paid)).toEqual([...way, ...next]);
  const enrolled = { ...paid, status: 'enrolled' as const, enrolledAt: '2026-01-05T10:00:00Z' };
  expect(read(enrolled)).toEqual([...way, 'Enrolled done 2026-01-05', 'Completed now']);
  const completed = { ...enrolled, status: 'completed' as const, completedAt: '2026-01-06T10:00:00Z' };
  expect(read(completed)).toEqual([...way, 'Enrolled done 2026-01-05', 'Completed done 2026-01-06']);
});

it('shows the purchase between payment and enrolment', () => {
  const steps = {
    redeemedAt: null,
    redeemBy: null,
    expectedAt: null,
    payerAskedUntil: null,
    isRefunding: false,
    isDisputed: false,
    hasCode: false,
    codeSeenAt: null,
    notReceivedAt: null,
  };
  const paid = { ...nothing, status: 'paid' as const, paidAt: '2026-01-04T10:00:00Z' };
  const queued = { ...steps, status: 'queued' as const, boughtAt: null, handedOverAt: null };
  const bought = { ...queued, status: 'bought' as const, boughtAt: '2026-01-05T10:00:00Z' };
  const handedOver = { ...bought, status: 'handed_over' as const, handedOverAt: '2026-01-06T10:00:00Z' };
  expect(read({ ...paid, purchase: queued }).slice(2)).toEqual([
    'Bought now',
    'Handed over later',
    'Enrolled later',
    'Completed later',
  ]);
  expect(read({ ...paid, purchase: bought }).slice(2, 5)).toEqual([
    'Bought done 2026-01-05',
    'Handed over now',
    'Enrolled later',
  ]);
  expect(read({ ...paid, purchase: handedOver }).slice(3, 5)).toEqual([
    'Handed over done 2026-01-06',
    'Enrolled now',
  ]);
  const refunding = { isRefunding: true };
  expect(read({ ...paid, purchase: { ...queued, ...refunding } }).slice(1)).toEqual([
    'Paid done 2026-01-04',
    'Being refunded now',
  ]);
  expect(read({ ...paid, purchase: { ...handedOver, ...refunding } }).slice(2)).toEqual([
    'Bought done 2026-01-05',
    'Handed over done 2026-01-06',
    'Being refunded now',
  ]);
  const enrolled = { ...paid, status: 'enrolled' as const, enrolledAt: '2026-01-07T10:00:00Z' };
  expect(read({ ...enrolled, purchase: { ...queued, status: 'redeemed' } }).slice(2)).toEqual([
    'Enrolled done 2026-01-07',
    'Completed now',
  ]);
});

it('ends with the withdrawal or the refund', () => {
  const withdrawn = { ...nothing, status: 'withdrawn' as const, withdrawnAt: '2026-01-07T10:00:00Z' };
  expect(read(withdrawn)).toEqual(['Submitted done 2026-01-01', 'Withdrawn left 2026-01-07']);
  const refunded = { ...nothing, status: 'refunded' as const, paidAt: '2026-01-04T10:00:00Z' };
  expect(read(refunded)).toEqual(['Submitted done 2026-01-01', 'Paid done 2026-01-04', 'Refunded left']);
});

it('has the next step of the reading, in every combination', () => {
  const at = '2026-01-04T10:00:00Z';
  for (const { status, review, purchase } of requestFacts) {
    const isPaid = ['paid', 'enrolled', 'completed', 'refunded'].includes(status);
    const isEnrolled = status === 'enrolled' || status === 'completed';
    const isHandedOver = purchase?.status === 'handed_over' || purchase?.status === 'redeemed';
    const request = {
      ...nothing,
      status,
      review: review && { ...review, reason: null, appeal: null },
      paidAt: isPaid ? at : null,
      enrolledAt: isEnrolled ? at : null,
      completedAt: status === 'completed' ? at : null,
      withdrawnAt: status === 'withdrawn' ? at : null,
      purchase: purchase && {
        ...purchase,
        boughtAt: isHandedOver || purchase.status === 'bought' ? at : null,
        handedOverAt: isHandedOver ? at : null,
        redeemedAt: null,
        redeemBy: null,
        expectedAt: null,
        hasCode: false,
        codeSeenAt: null,
        notReceivedAt: null,
      },
    };
    const marked = timelineOf(request).filter(({ state }) => state === 'now' || state === 'left');
    const expected = status === 'completed' ? [] : [stepNames[learnerReadingOf(request).step]];
    expect([request.status, purchase, marked.map(({ name }) => name)]).toEqual([status, purchase, expected]);
  }
});
