import { expect, it } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import type { ProviderRefund } from '#services/providers/payment-provider.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { matchRefunds } from './provider-refunds.ts';
import type { Refund } from './refund.entity.ts';

const calledAt = new Date('2026-01-01T12:00:00Z');
const minutesAfter = (minutes: number) => new Date(calledAt.getTime() + minutes * minuteMs);

/** A refund of ours whose answer was lost. */
const ours = (more: Partial<Refund> = {}) =>
  ({
    id: 'ours',
    amountMinor: 500,
    currency: 'NGN',
    status: 'pending',
    calledAt,
    providerId: null,
    ...more,
  }) as Refund;

const listed = (more: Partial<ProviderRefund> = {}): ProviderRefund =>
  reportedRefund('1', { amountMinor: 500, createdAt: minutesAfter(1), ...more });

/** Returns our refund of each reported one, by their ids. */
const match = (rows: readonly Refund[], refunds: readonly ProviderRefund[]) =>
  Object.fromEntries(matchRefunds(rows, refunds).map(({ row, reported }) => [reported.id, row?.id]));

it.each<[string, Partial<ProviderRefund>, string | undefined]>([
  ['equals ours', {}, 'ours'],
  ['has no date', { createdAt: null }, 'ours'],
  ['is of another clock', { createdAt: minutesAfter(-5) }, 'ours'],
  ['is older than our call', { createdAt: minutesAfter(-6) }, undefined],
  ['has another amount', { amountMinor: 499 }, undefined],
  ['has another currency', { currency: 'USD' }, undefined],
])('a reported refund that %s', (_name, more, id) => {
  expect(match([ours()], [listed(more)])).toEqual({ 1: id });
});

it.each<[string, Partial<Refund>]>([
  ['was not called', { calledAt: null }],
  ['has another id of the provider', { providerId: '2' }],
  ['failed', { status: 'failed' }],
])('a refund of ours that %s is not found by its amount', (_name, more) => {
  expect(match([ours(more)], [listed()])).toEqual({ 1: undefined });
});

it('the id of the provider counts more than amount and status', () => {
  const row = ours({ providerId: '1', status: 'processed' });
  expect(match([row], [listed({ amountMinor: 1, status: 'failed' })])).toEqual({ 1: 'ours' });
});

it('the oldest of equal reported refunds is ours, and only that one', () => {
  const refunds = [listed({ id: '2', createdAt: minutesAfter(9) }), listed()];
  expect(match([ours()], refunds)).toEqual({ 1: 'ours', 2: undefined });
});
