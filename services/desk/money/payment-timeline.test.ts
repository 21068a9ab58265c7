import { expect, it } from 'vitest';
import { buildTimeline } from './payment-timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute));
const payment = {
  createdAt: at(0),
  openedAt: at(1),
  settledAt: at(2),
  payer: { id: 'p', name: 'David' },
  receiptNumber: 14,
};
const none = { refunds: [], disputes: [], purchase: undefined, transactions: [], webhooks: [], acts: [] };
const purchase = {
  status: 'queued' as const,
  ...{ attempt: 2, orderNumber: null, spentMinor: null, failureReason: null },
  ...{ boughtAt: null, handedOverAt: null, codeSeenAt: null, redeemedAt: null, createdAt: at(3) },
};
const texts = (timeline: ReturnType<typeof buildTimeline>) =>
  timeline.map(({ what, detail }) => (detail ? `${what}: ${detail}` : what));

it('says what a payment was when it settled, whatever it is now', () => {
  expect(texts(buildTimeline(payment, none))).toEqual([
    'Payment started: David',
    'Payment page opened',
    'Settled: Approved, receipt CL-000014',
  ]);
  const review = { at: at(2), action: 'payment.needs_review', detail: 'Paid ₦1 instead of ₦2.' };
  expect(texts(buildTimeline({ ...payment, receiptNumber: null }, { ...none, acts: [review] }))).toEqual([
    'Payment started: David',
    'Payment page opened',
    'Settled',
    'Payment needs a review: Paid ₦1 instead of ₦2.',
  ]);
});

it('remembers the order of a purchase that was started over', () => {
  const acts = [
    { at: at(4), action: 'purchase.bought', detail: 'Ada · Order 77' },
    { at: at(5), action: 'purchase.queued', detail: 'Ada · Sold out' },
  ];
  const timeline = texts(buildTimeline(payment, { ...none, purchase, acts }));
  expect(timeline.slice(3)).toEqual([
    'Course to be bought',
    'Course bought: Ada · Order 77',
    'Course to be bought again: Ada · Sold out',
  ]);
});

it('shows the times of a purchase that the audit log does not have, and none twice', () => {
  const bought = { ...purchase, status: 'bought', orderNumber: '77', boughtAt: at(4) } as const;
  const last = (acts: { at: Date; action: string; detail: string }[]) =>
    texts(buildTimeline(payment, { ...none, purchase: bought, acts })).slice(4);
  expect(last([])).toEqual(['Course bought: Order 77']);
  expect(last([{ at: at(4), action: 'purchase.bought', detail: 'Ada · Order 77' }])).toEqual([
    'Course bought: Ada · Order 77',
  ]);
});

it('says in words what the provider reported', () => {
  const webhooks = ['charge.success', 'refund.processed', 'charge.unknown'].map((event, index) => ({
    ...{ id: String(index), event, payload: '{}', at: at(5 + index) },
  }));
  expect(texts(buildTimeline(payment, { ...none, webhooks })).slice(3)).toEqual([
    'Reported by the provider: A payment succeeded',
    'Reported by the provider: A refund was paid out',
    'Reported by the provider: The provider reports something about a payment',
  ]);
});
