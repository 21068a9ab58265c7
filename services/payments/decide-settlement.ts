import { paymentGivenBack } from '#contracts/dashboard/request-state.ts';
import { formatMinor } from '#contracts/money.ts';
import type { PaymentOutcome, PaymentStatus } from '#contracts/payments/payment-status.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import type { ProviderTransaction } from '#services/providers/payment-provider.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Payment } from './payment.entity.ts';

/** The new status of a payment, and for `needs_review` the reason. */
export interface SettlementDecision {
  status: PaymentStatus;
  reviewReason?: string;
}

/**
 * Returns the new status of a payment for the transaction that the provider reports; undefined when nothing changes.
 * Pure. A payment for terms that the request no longer has, or for a request that an operator has hidden, is refunded,
 * and so is that of a difference whose question no longer waits.
 * @param question the question about a higher price that the payment answers
 */
export function decideSettlement(
  payment: Pick<Payment, 'status' | 'reference' | 'amountMinor' | 'currency' | 'terms'>,
  request: Pick<HelpRequest, 'status' | 'terms' | 'holds'>,
  transaction: ProviderTransaction | undefined,
  question?: { isWaiting: boolean },
): SettlementDecision | undefined {
  if (!transaction || transaction.status === 'open') return undefined;
  // Money given back of a settled payment is stored by its refunds and disputes.
  if (isSettled(payment.status)) return undefined;
  if (transaction.status === 'failed') return payment.status === 'failed' ? undefined : { status: 'failed' };
  // The provider reports a new transaction as abandoned until it is paid, so this is not final.
  if (transaction.status === 'abandoned') return undefined;
  if (transaction.status !== 'success')
    return {
      status: 'needs_review',
      reviewReason: 'The money was given back before the payment was confirmed here.',
    };
  const mismatch = findMismatch(payment, transaction);
  if (mismatch) return { status: 'needs_review', reviewReason: mismatch };
  if (question) return { status: question.isWaiting ? 'added' : 'refund_due' };
  const isPayable = isOpen(request.status) && payment.terms === request.terms && !isHidden(request.holds);
  return { status: isPayable ? 'approved' : 'refund_due' };
}

/** Whether a payment is settled, so that only its refunds and disputes can still change it. */
export function isSettled(status: PaymentStatus): boolean {
  return ['approved', 'added', 'refund_due', 'needs_review', 'reversed'].includes(status);
}

function findMismatch(
  payment: Pick<Payment, 'reference' | 'amountMinor' | 'currency'>,
  transaction: ProviderTransaction,
): string | undefined {
  if (transaction.reference !== payment.reference) return 'The provider answered for another reference.';
  if (transaction.currency !== payment.currency) {
    return `Paid in ${transaction.currency} instead of ${payment.currency}.`;
  }
  if (transaction.amountMinor !== payment.amountMinor) {
    const [paid, expected] = [transaction, payment].map((money) =>
      formatMinor(money.amountMinor, payment.currency),
    );
    return `Paid ${paid} instead of ${expected}.`;
  }
  return undefined;
}

const outcomes: Record<PaymentStatus, PaymentOutcome> = {
  initiating: 'pending',
  pending: 'pending',
  approved: 'success',
  added: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  refund_due: 'needs_review',
  needs_review: 'needs_review',
  reversed: 'reversed',
};

const messages: Record<PaymentStatus, string> = {
  initiating: 'We are still waiting for the payment.',
  pending: 'We are still waiting for the payment.',
  approved: 'The payment is approved. Thank you!',
  added: 'The difference is paid. Thank you!',
  failed: 'The payment did not go through. Nothing was charged.',
  abandoned: 'The payment was not completed. Nothing was charged.',
  refund_due:
    'This request could not take your payment any more. You will get your money back; we have written to you.',
  needs_review: 'We received something we did not expect and are looking into it. You need not do anything.',
  reversed: paymentGivenBack,
};

/** Returns the outcome and the message that a payer gets for a payment status. */
export function toPaymentOutcome(status: PaymentStatus): { outcome: PaymentOutcome; message: string } {
  return { outcome: outcomes[status], message: messages[status] };
}
