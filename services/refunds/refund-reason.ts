import type { Refund } from './refund.entity.ts';

const reasons: Record<Exclude<Refund['origin'], 'operator'>, string> = {
  settlement: 'The request was funded, changed or withdrawn before your payment arrived.',
  payer: 'The course became more expensive before we could buy it, and the difference was not paid.',
  provider: 'Our staff started it at the payment provider.',
  proof: 'You bought the course yourself, so we do not buy it again.',
};

const rest = 'The course cost less than you paid, and you chose to get the rest back.';

/** Returns why a refund is made, for its payer; an operator's own words, which may be erased. */
export function refundReason({
  origin,
  reason,
  isRest,
}: Pick<Refund, 'origin' | 'reason' | 'isRest'>): string {
  if (isRest) return rest;
  return origin === 'operator' ? reason.trim() : reasons[origin];
}
