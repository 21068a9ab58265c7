import { expect, it } from 'vitest';
import { requestStatuses } from '#contracts/requests/request-status.ts';
import { statusForPayer } from './status-for-payer.ts';

const told = (payment: Parameters<typeof statusForPayer>[1]) =>
  requestStatuses.map((status) => statusForPayer(status, payment)).join(' ');

it('returns every status to the sponsor whose payment was approved', () => {
  expect(told('approved')).toBe(requestStatuses.join(' '));
});

it.each([undefined, 'pending', 'refund_due', 'needs_review', 'failed'] as const)(
  'hides later statuses from a sponsor whose payment is %s',
  (payment) => expect(told(payment)).toBe('pending reserved paid paid paid withdrawn paid'),
);

it('returns the refund, but no later status, to the refunded sponsor', () => {
  expect(told('reversed')).toBe('pending reserved paid paid paid withdrawn refunded');
});
