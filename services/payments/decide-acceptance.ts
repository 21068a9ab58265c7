import { formatMinor, minimumPriceMinor } from '#contracts/money.ts';
import { minimumRestMinor, moneyRules } from '#contracts/payments/money-rules.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Payment } from './payment.entity.ts';

/** The meaning of a payment under review for its course, in minor units of its currency. */
export interface Acceptance {
  /** Its share of the price of the course. */
  priceMinor: number;
  /** The part above the price, which goes back to the payer; 0 below the provider's smallest refund. */
  excessMinor: number;
  /** What is missing to the price of the course. */
  missingMinor: number;
}

interface ReviewedPayment {
  payment: Pick<
    Payment,
    | 'status'
    | 'priceChoiceId'
    | 'priceMinor'
    | 'amountMinor'
    | 'currency'
    | 'capturedMinor'
    | 'capturedCurrency'
  > &
    Pick<Payment, 'terms' | 'payerId'>;
  request: Pick<HelpRequest, 'status' | 'terms' | 'holds' | 'reservedById' | 'reservedUntil'>;
  /** What is left of it, after refunds and disputes. */
  leftMinor: number;
  now: Date;
}

/**
 * Returns what a payment under review is for its course, or why it cannot be accepted. Only another amount than the requested one can
 * be: for every other reason of a review it is unclear whether there is money. No service fee is part of such a payment, because the
 * ledger has taken none; all above the price goes back (decision 141). Pure.
 */
export function decideAcceptance({
  payment,
  request,
  leftMinor,
  now,
}: ReviewedPayment): Acceptance | { obstacle: string } {
  const { capturedMinor, capturedCurrency, currency, priceMinor } = payment;
  if (payment.status !== 'needs_review') return { obstacle: 'This payment is not under review any more.' };
  if (!capturedMinor || leftMinor < capturedMinor)
    return { obstacle: 'There is no money to accept, or a part of it was given back. Refund the rest.' };
  if (payment.priceChoiceId)
    return {
      obstacle: 'It is the payment of a difference with another amount. Refund it; the payer can pay again.',
    };
  if (capturedCurrency !== currency)
    return {
      obstacle: `It was paid in ${capturedCurrency}, and the course is paid in ${currency}. Refund it.`,
    };
  if (capturedMinor === payment.amountMinor)
    return {
      obstacle:
        'The amount is right, and something else is unclear: see the reason of the review. Refund it.',
    };
  const { status, reservedById, reservedUntil } = request;
  if (!isOpen(status) || payment.terms !== request.terms || isHidden(request.holds))
    return { obstacle: 'The request was funded, changed, hidden or withdrawn since. Refund the payment.' };
  if (status === 'reserved' && reservedById !== payment.payerId && reservedUntil && reservedUntil > now)
    return {
      obstacle: 'Another sponsor is paying for this request right now. Please try again in some minutes.',
    };
  const acceptedMinor = Math.min(priceMinor, capturedMinor);
  const aboveMinor = capturedMinor - acceptedMinor;
  return {
    priceMinor: acceptedMinor,
    excessMinor: aboveMinor >= minimumRestMinor(currency) ? aboveMinor : 0,
    missingMinor: priceMinor - acceptedMinor,
  };
}

/**
 * Returns why a payment is not accepted without the rest, or with a question about it; undefined when it is. What operators and the
 * completion fund may bear of a price is not asked of the payer (decision 033).
 */
export function missingObstacle(
  { priceMinor, missingMinor }: Acceptance,
  { currency }: Pick<Payment, 'currency'>,
  asksForRest: boolean,
): string | undefined {
  const missing = formatMinor(missingMinor, currency);
  if (!asksForRest)
    return (priceMinor + missingMinor) * 100 > priceMinor * moneyRules.approvalPercent &&
      missingMinor >= minimumPriceMinor[currency]
      ? `${missing} are missing to the price, which is more than operators can let pass. Ask the payer for the rest, or refund the payment.`
      : undefined;
  if (missingMinor === 0) return 'Nothing is missing to the price of the course. Accept the payment.';
  return missingMinor < minimumPriceMinor[currency]
    ? `${missing} are too little to be charged. Accept the payment.`
    : undefined;
}
