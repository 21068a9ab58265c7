import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { readPaystackWebhook } from './webhook.ts';

const secretKey = 'sk_test_webhooks';
function read(event: string, data: object) {
  const raw = Buffer.from(JSON.stringify({ event, data }));
  return readPaystackWebhook(raw, createHmac('sha512', secretKey).update(raw).digest('hex'), secretKey);
}

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
  expect(read('charge.dispute.create', data)).toEqual({
    kind: 'dispute',
    name: 'charge.dispute.create',
    id: '2867',
    reference: 'pay-1',
    naturalKey: 'charge.dispute.create:pay-1:2867',
    stored: {
      event: 'charge.dispute.create',
      data: {
        id: 2867,
        refund_amount: 50_000,
        currency: 'NGN',
        status: 'awaiting-merchant-feedback',
        dueAt: '2026-11-24T19:00:00.000Z',
        category: 'chargeback',
        transaction: { reference: 'pay-1' },
      },
    },
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
  const event = read('refund.processed', { amount, status: 'processed', dueAt: null });
  expect(event).toMatchObject({ kind: 'refund', amountMinor, dueAt: null, id: null });
});

it('reads a rejected transfer, and knows no kind of other events', () => {
  const data = { message_type: 'expired', message: 'Too late', amount: '900', currency: 'NGN' };
  expect(read('bank.transfer.rejected', data)).toMatchObject({
    kind: 'rejected_transfer',
    amountMinor: 900,
    detail: 'expired; Too late',
  });
  for (const event of ['transfer.success', 'refunded', 'xrefund.processed', 'charge.successful']) {
    expect(read(event, {}).kind, event).toBe('other');
  }
});

it('reads a payment, and stores no field of another type than it expects', () => {
  expect(read('charge.success', { id: 7, reference: 'pay-2' })).toMatchObject({ kind: 'paid', id: '7' });
  const data = { id: true, reference: 7, transaction: { reference: 8 }, amount: 900 };
  expect(read('charge.success', data)).toMatchObject({
    id: null,
    reference: null,
    stored: { event: 'charge.success', data: { amount: 900 } },
  });
});
