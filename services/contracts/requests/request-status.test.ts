import { describe, expect, it } from 'vitest';
import { canMove, isOpen, isPaid, requestStatuses } from './request-status.ts';

const allowed = [
  'pending → reserved',
  'pending → paid',
  'pending → withdrawn',
  'reserved → pending',
  'reserved → reserved',
  'reserved → paid',
  'reserved → withdrawn',
  'paid → enrolled',
  'paid → refunded',
  'enrolled → completed',
  'enrolled → refunded',
  'refunded → pending',
];

describe('the transitions of a request', () => {
  it.each(requestStatuses.flatMap((from) => requestStatuses.map((to) => [from, to] as const)))(
    '%s → %s is as decided',
    (from, to) => {
      expect(canMove(from, to)).toBe(allowed.includes(`${from} → ${to}`));
    },
  );

  it('say what is paid and what can still be sponsored', () => {
    expect(requestStatuses.filter(isPaid)).toEqual(['paid', 'enrolled', 'completed']);
    expect(requestStatuses.filter(isOpen)).toEqual(['pending', 'reserved']);
  });
});
