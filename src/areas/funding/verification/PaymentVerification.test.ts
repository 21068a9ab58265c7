import { expect, it } from 'vitest';
import { ApiError, CallTimeoutError } from '../../../browser/api.ts';
import type { PaymentState } from '../payment/use-payment-status.ts';
import { paymentMessage } from './PaymentVerification.tsx';

const paid: PaymentState = {
  status: 'success',
  amount: 70.06,
  currency: 'USD',
  requestId: 'r',
  isDifference: false,
  isRefundDue: false,
};

it('returns no message while the payment is pending or unknown', () => {
  expect(paymentMessage('pay-1', undefined, undefined, false)).toBeUndefined();
  expect(paymentMessage('pay-1', { ...paid, status: 'pending' }, undefined, false)).toBeUndefined();
});

it('has a distinct message for each outcome', () => {
  const refused = new ApiError(404, { message: 'We know of no such payment.' });
  const all = [
    paymentMessage('', undefined, undefined, false),
    paymentMessage('pay-1', paid, undefined, false),
    paymentMessage('pay-1', { ...paid, status: 'failed' }, undefined, false),
    paymentMessage('pay-1', { ...paid, status: 'abandoned' }, undefined, false),
    paymentMessage('pay-1', { ...paid, status: 'reversed' }, undefined, false),
    paymentMessage('pay-1', { ...paid, status: 'needs_review' }, undefined, false),
    paymentMessage('pay-1', { ...paid, status: 'needs_review', isRefundDue: true }, undefined, false),
    paymentMessage('pay-1', undefined, refused, false),
    paymentMessage('pay-1', undefined, new CallTimeoutError(), false),
  ];
  expect(new Set(all.map((message) => message?.title)).size).toBe(all.length);
  expect(new Set(all.map((message) => message?.text)).size).toBe(all.length);
});

it('offers to pay again after a declined or cancelled payment', () => {
  expect(paymentMessage('pay-1', { ...paid, status: 'failed' }, undefined, false)?.canPay).toBe(true);
  const left = paymentMessage('pay-1', { ...paid, status: 'pending' }, undefined, true);
  expect(left).toMatchObject({ title: 'The payment was not finished', canPay: true });
  expect(paymentMessage('pay-1', paid, undefined, true)?.title).toBe('Successful Payment!');
});

it('offers a retry only for temporary errors', () => {
  const away = new ApiError(503, { message: 'Please try again in a moment.' });
  expect(paymentMessage('pay-1', undefined, away, false)).toMatchObject({
    text: expect.stringContaining('Please try again in a moment.'),
    canRetry: true,
  });
  const invalid = new ApiError(422, { message: 'This is not a payment reference.' });
  expect(paymentMessage('%%', undefined, invalid, false)?.canRetry).toBeUndefined();
});
