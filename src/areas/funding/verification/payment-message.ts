import { ApiError, messageOf } from '../../../browser/api.ts';
import type { PaymentState } from '../payment/use-payment-status.ts';
import { paymentsCopy as copy } from './payments.copy.ts';

/** Text of the result page, and the actions that it offers. */
export interface PaymentMessage {
  title: string;
  text: string;
  /** The request can still be paid by this sponsor. */
  canPay?: true;
  /** The status is unknown and a retry makes sense. */
  canRetry?: true;
}

/** Returns the message for a payment; undefined while it is being processed. */
export function paymentMessage(
  reference: string,
  payment: PaymentState | undefined,
  problem: unknown,
  wasCancelled: boolean,
): PaymentMessage | undefined {
  if (!reference) return copy.missing;
  if (problem !== undefined) {
    if (problem instanceof ApiError && (problem.status === 404 || problem.status === 422))
      return copy.unknown;
    return {
      title: copy.notReached.title,
      text: `${messageOf(problem, copy.error)} ${copy.notReached.text}`,
      canRetry: true,
    };
  }
  if (payment?.isRefundDue) return payment.isDifference ? copy.differenceTooLate : copy.refundDue;
  switch (payment?.status) {
    case 'success':
      return {
        title: copy.successTitle,
        text: payment.isDifference ? copy.differenceText : copy.successText,
      };
    case 'failed':
    case 'abandoned':
      return { ...copy.outcomes[payment.status], canPay: true };
    case 'reversed':
    case 'needs_review':
      return copy.outcomes[payment.status];
    case 'pending':
      // The provider reports the payment as open for a while, but the payer has cancelled it.
      return wasCancelled ? { ...copy.outcomes.abandoned, canPay: true } : undefined;
    default:
      return undefined;
  }
}
