import { describe, expect, it } from 'vitest';
import { paymentStatuses } from '#contracts/payments/payment-status.ts';
import { type RequestHold, requestHolds } from '#contracts/requests/request-holds.ts';
import { type RequestStatus, requestStatuses } from '#contracts/requests/request-status.ts';
import type { ProviderTransaction } from '#services/providers/payment-provider.ts';
import { decideSettlement, isSettled } from './decide-settlement.ts';

const payment = {
  status: 'pending',
  reference: 'pay-1',
  amountMinor: 2_001_800,
  currency: 'NGN',
  terms: 0,
} as const;
const paid: ProviderTransaction = {
  status: 'success',
  id: '1',
  reference: 'pay-1',
  amountMinor: 2_001_800,
  currency: 'NGN',
  feesMinor: null,
};
const request = (status: RequestStatus, terms = 0, holds: RequestHold[] = []) => ({ status, terms, holds });
const settled = ['approved', 'added', 'refund_due', 'needs_review', 'reversed'] as const;
const unsettled = ['initiating', 'pending', 'failed', 'abandoned'] as const;

describe('a payment that the provider calls successful', () => {
  it.each(unsettled)('is approved from %s while its request is open', (status) => {
    for (const requestStatus of ['pending', 'reserved'] as const)
      expect(decideSettlement({ ...payment, status }, request(requestStatus), paid)).toEqual({
        status: 'approved',
      });
  });

  it.each(requestStatuses.filter((status) => !['pending', 'reserved'].includes(status)))(
    'is due for a refund when its request is %s',
    (requestStatus) => {
      expect(decideSettlement(payment, request(requestStatus), paid)).toEqual({ status: 'refund_due' });
    },
  );

  it('is due for a refund when the terms of the request have changed', () => {
    for (const status of unsettled)
      expect(decideSettlement({ ...payment, status }, request('pending', 1), paid)).toEqual({
        status: 'refund_due',
      });
  });

  it('is added while the question about a higher price waits for it, and due for a refund afterwards', () => {
    const decide = (isWaiting: boolean, transaction = paid) =>
      decideSettlement(payment, request('paid', 7), transaction, { isWaiting });
    expect(decide(true)).toEqual({ status: 'added' });
    expect(decide(false)).toEqual({ status: 'refund_due' });
    expect(decide(true, { ...paid, amountMinor: 1 })?.status).toBe('needs_review');
  });

  it.each(requestHolds)('is decided by the hold of its request: %s', (hold) => {
    const { status } = decideSettlement(payment, request('reserved', 0, [hold]), paid) ?? {};
    // A paused request is still paid for; the course is not bought before the report is decided.
    expect(status).toBe(hold === 'frozen' ? 'approved' : 'refund_due');
  });

  it.each(settled)('does not change once it is %s', (status) => {
    expect(decideSettlement({ ...payment, status }, request('pending'), paid)).toBeUndefined();
  });

  it.each([
    [{ amountMinor: 2_001_799 }, 'Paid ₦20,017.99 instead of ₦20,018.'],
    [{ amountMinor: 2_001_801 }, 'Paid ₦20,018.01 instead of ₦20,018.'],
    [{ amountMinor: 20_018 }, 'Paid ₦200.18 instead of ₦20,018.'],
    [{ amountMinor: 0 }, 'Paid ₦0 instead of ₦20,018.'],
    [{ currency: 'USD' }, 'Paid in USD instead of NGN.'],
    [{ currency: 'ngn' }, 'Paid in ngn instead of NGN.'],
    [{ reference: 'pay-2' }, 'The provider answered for another reference.'],
  ])('needs review when it differs by %j', (difference, reviewReason) => {
    const decision = decideSettlement(payment, request('reserved'), { ...paid, ...difference });
    expect(decision).toEqual({ status: 'needs_review', reviewReason });
  });

  it('needs review, not an automatic refund, when it differs and the request is funded', () => {
    expect(decideSettlement(payment, request('paid'), { ...paid, amountMinor: 1 })?.status).toBe(
      'needs_review',
    );
  });
});

describe('a payment without success', () => {
  it.each(paymentStatuses)('stays %s while the provider reports no final status', (status) => {
    for (const transaction of [
      undefined,
      { ...paid, status: 'open' as const },
      { ...paid, status: 'abandoned' as const },
    ])
      expect(decideSettlement({ ...payment, status }, request('reserved'), transaction)).toBeUndefined();
  });

  it('fails when the provider reports a failure, unless it is settled', () => {
    const failed = { ...paid, status: 'failed' as const };
    for (const status of ['initiating', 'pending', 'abandoned'] as const)
      expect(decideSettlement({ ...payment, status }, request('reserved'), failed)).toEqual({
        status: 'failed',
      });
    for (const status of ['failed', ...settled] as const)
      expect(decideSettlement({ ...payment, status }, request('paid'), failed)).toBeUndefined();
  });

  it.each(['reversing', 'reversed'] as const)(
    'needs review when it is %s before it is settled, and is left to its refunds afterwards',
    (word) => {
      const transaction = { ...paid, status: word };
      for (const status of unsettled)
        expect(decideSettlement({ ...payment, status }, request('reserved'), transaction)).toEqual({
          status: 'needs_review',
          reviewReason: 'The money was given back before the payment was confirmed here.',
        });
      for (const status of settled)
        expect(decideSettlement({ ...payment, status }, request('paid'), transaction)).toBeUndefined();
    },
  );
});

it('lists the settled statuses', () => {
  expect(paymentStatuses.filter(isSettled)).toEqual(settled);
});
