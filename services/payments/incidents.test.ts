import { expect, it } from 'vitest';
import { readIncident } from './incidents.ts';

it('reads a dispute with its amount, deadline and reasons', () => {
  const data = {
    id: 2867,
    refund_amount: 500_00,
    currency: 'NGN',
    status: 'awaiting-merchant-feedback',
    dueAt: '2026-11-24T19:00:00.000Z',
    category: 'chargeback',
    resolution: null,
    transaction: { reference: 'pay-1', amount: 2_001_800 },
  };
  expect(readIncident('charge.dispute.create', data)).toEqual({
    kind: 'dispute',
    event: 'charge.dispute.create',
    providerId: '2867',
    status: 'awaiting-merchant-feedback',
    amountMinor: 50_000,
    currency: 'NGN',
    dueAt: new Date('2026-11-24T19:00:00.000Z'),
    detail: 'chargeback',
  });
});

it.each([
  ['text', '500', 500],
  ['text with decimals of zero', '500.00', 500],
  ['a number', 500, 500],
  ['nothing', undefined, null],
  ['a fraction', '5.5', null],
  ['a list', [5], null],
  ['a negative number', -5, null],
  ['more than a number holds', 1e300, null],
])('reads the amount of a refund from %s', (_, amount, amountMinor) => {
  const read = readIncident('refund.processed', { amount, status: 'processed', dueAt: null });
  expect(read).toMatchObject({ kind: 'refund', amountMinor, dueAt: null, providerId: null });
});

it('reads a rejected transfer, and ignores other events', () => {
  const data = { message_type: 'expired', message: 'Too late', amount: '900', currency: 'NGN' };
  expect(readIncident('bank.transfer.rejected', data)).toMatchObject({
    kind: 'rejected_transfer',
    amountMinor: 900,
    detail: 'expired; Too late',
  });
  for (const event of ['charge.success', 'transfer.success', 'refunded', 'xrefund.processed']) {
    expect(readIncident(event, {})).toBeUndefined();
  }
});
