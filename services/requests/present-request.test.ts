import { expect, it } from 'vitest';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { statusForPayer } from './present-request.ts';

const told = (payment: PaymentStatus | undefined, isSponsor = false) =>
  requestStatuses.map((status) => statusForPayer(status, { payment, isSponsor })).join(' ');

it.each(['approved', 'reversed'] as const)(
  'returns every status to the sponsor, whose payment is %s',
  (payment) => {
    expect(told(payment, true)).toBe(requestStatuses.join(' '));
  },
);

it.each([undefined, 'pending', 'refund_due', 'needs_review', 'failed'] as const)(
  'hides later statuses from a sponsor whose payment is %s',
  (payment) => expect(told(payment)).toBe('pending reserved paid paid paid withdrawn paid'),
);

it('returns the refund, but no later status, to the refunded sponsor', () => {
  expect(told('reversed')).toBe('pending reserved paid paid paid withdrawn refunded');
});
