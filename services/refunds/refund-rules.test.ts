import { expect, it } from 'vitest';
import { refundStatuses } from '#contracts/payments/payment-status.ts';
import type { Payment } from '#services/payments/payment.entity.ts';
import type { Refund } from './refund.entity.ts';
import { canMoveRefund, isRefundOpen, refundableMinor, rejectUnlessRefundable } from './refund-rules.ts';

const payment = (more: Partial<Payment> = {}) =>
  ({ status: 'approved', capturedMinor: 1_000, ...more }) as Payment;
const refund = (status: Refund['status'], amountMinor = 400, origin: Refund['origin'] = 'operator') =>
  ({ status, amountMinor, origin }) as Refund;

it('leaves what no refund has given back or is going to', () => {
  expect(refundableMinor(payment(), [])).toBe(1_000);
  for (const status of refundStatuses)
    expect([status, refundableMinor(payment(), [refund(status)])]).toEqual([
      status,
      status === 'failed' ? 1_000 : 600,
    ]);
  expect(refundableMinor(payment(), [refund('processed', 1_001)])).toBe(0);
  expect(refundableMinor(payment({ capturedMinor: null }), [])).toBe(0);
  expect(refundableMinor(payment(), [refund('processed')], 100)).toBe(500);
  expect(refundableMinor(payment(), [refund('processed')], 601)).toBe(0);
});

it.each<[string, Payment, Refund[], string | undefined]>([
  ['an approved payment', payment(), [], undefined],
  ['a payment that came too late', payment({ status: 'refund_due' }), [], undefined],
  ['a payment whose course is being bought', payment({ status: 'added' }), [], undefined],
  ['a payment that needs review', payment({ status: 'needs_review' }), [], undefined],
  ['a payment that was partly given back', payment(), [refund('processed')], undefined],
  ['a payment whose refund failed', payment(), [refund('failed', 1_000)], undefined],
  [
    'a payment with an open refund of the dashboard',
    payment(),
    [refund('pending', 1, 'provider')],
    undefined,
  ],
  ['a reversed payment', payment({ status: 'reversed' }), [], 'This payment was already given back.'],
  ['an abandoned payment', payment({ status: 'abandoned' }), [], 'No money was taken for this payment.'],
  ['a pending refund', payment(), [refund('pending', 1)], 'A refund of this payment is already under way.'],
  ['a refund under way', payment(), [refund('processing')], 'A refund of this payment is already under way.'],
  [
    'a payment with nothing left',
    payment(),
    [refund('processed', 1_000)],
    'All of this payment was already given back, or is on its way to the payer.',
  ],
])('%s', (_name, original, refunds, message) => {
  const reject = () => rejectUnlessRefundable(original, refunds);
  if (message) expect(reject).toThrow(message);
  else expect(reject).not.toThrow();
});

it('moves an open refund on, and never one that is done', () => {
  for (const done of ['processed', 'failed'] as const) {
    expect(isRefundOpen(done)).toBe(false);
    for (const to of refundStatuses) expect([done, to, canMoveRefund(done, to)]).toEqual([done, to, false]);
  }
  for (const from of ['pending', 'processing', 'needs_attention'] as const) {
    expect(isRefundOpen(from)).toBe(true);
    expect(canMoveRefund(from, from)).toBe(false);
    expect(canMoveRefund(from, 'pending')).toBe(false);
    for (const to of ['processed', 'failed'] as const) expect(canMoveRefund(from, to)).toBe(true);
  }
});
