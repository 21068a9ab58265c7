import type { Payment } from '#services/payments/payment.entity.ts';
import type { Refund } from './refund.entity.ts';

const reasons: Record<Refund['origin'], string> = {
  operator: 'Our staff decided to give your payment back.',
  settlement: 'The request was funded, changed or withdrawn before your payment arrived.',
  payer: 'The course became more expensive before we could buy it, and the difference was not paid.',
  provider: 'Our staff started it at the payment provider.',
  proof: 'You bought the course yourself, so we do not buy it again.',
};

const rest = 'The course cost less than you paid, and you chose to get the rest back.';
const lateDifference =
  'The question about the higher price was closed before your payment of the difference arrived.';

/** Returns why a refund of this payment is made, for its payer: an operator's own words only where they were written for the payer. */
export function refundReason(
  {
    origin,
    reason,
    isRest,
    isReasonForPayer,
  }: Pick<Refund, 'origin' | 'reason' | 'isRest' | 'isReasonForPayer'>,
  { priceChoiceId }: Pick<Payment, 'priceChoiceId'>,
): string {
  if (isRest) return rest;
  if (origin === 'settlement' && priceChoiceId) return lateDifference;
  return (isReasonForPayer && reason.trim()) || reasons[origin];
}

const learnerReasons: Partial<Record<Refund['origin'], string>> = {
  operator: 'Our staff decided to give the payment back.',
  payer: 'The course costs more than was paid for it, and the difference was not paid.',
  provider: 'Our staff decided to give the payment back.',
};

/**
 * Returns why a course is no longer paid for, for its learner; undefined where the mail says all. What an operator wrote is for the
 * payer alone.
 * @param refund the last that was paid out, without the rest of a cheaper course; null when a bank took the payment back.
 */
export function returnReason(refund: Pick<Refund, 'origin'> | null): string | undefined {
  return refund ? learnerReasons[refund.origin] : 'A bank took the payment back.';
}
