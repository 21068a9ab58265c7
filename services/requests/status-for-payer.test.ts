import { expect, it } from 'vitest';
import { requestStatuses } from '#contracts/request-status.ts';
import { statusForPayer } from './status-for-payer.ts';

const told = (payment: Parameters<typeof statusForPayer>[1]) =>
  requestStatuses.map((status) => statusForPayer(status, payment)).join(' ');

it('tells everything to the sponsor whose payment was taken', () => {
  expect(told('approved')).toBe(requestStatuses.join(' '));
});

it.each([undefined, 'pending', 'refund_due', 'needs_review', 'failed'] as const)(
  'tells nobody with a payment that is %s what became of a funded course',
  (payment) => expect(told(payment)).toBe('pending reserved paid paid paid withdrawn paid'),
);

it('tells that the money went back to whoever got it back, and not what came later', () => {
  expect(told('reversed')).toBe('pending reserved paid paid paid withdrawn refunded');
});
