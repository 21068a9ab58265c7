import { isOpen } from '#contracts/request-status.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';
import type { Payment, PaymentStatus } from './payment.entity.ts';
import type { ProviderTransaction } from './payment-provider.ts';

/** What a payment becomes, and why when an operator must look at it. */
export interface SettlementDecision {
  status: PaymentStatus;
  reviewReason?: string;
}

/**
 * Decides what the provider's word makes of a payment. Pure: the two rows and the provider's answer go in, the new
 * status comes out. Undefined when nothing changes. Money for terms that the request no longer has goes back.
 */
export function decideSettlement(
  payment: Pick<Payment, 'status' | 'reference' | 'amountMinor' | 'currency' | 'terms'>,
  request: Pick<HelpRequest, 'status' | 'terms'>,
  truth: ProviderTransaction | undefined,
): SettlementDecision | undefined {
  if (!truth || truth.status === 'open') return undefined;
  if (truth.status === 'reversed') return payment.status === 'reversed' ? undefined : { status: 'reversed' };
  if (isSettled(payment.status)) return undefined;
  if (truth.status === 'failed') return payment.status === 'failed' ? undefined : { status: 'failed' };
  // The provider calls a transaction abandoned from its first minute; only time makes it so.
  if (truth.status === 'abandoned') return undefined;
  const mismatch = findMismatch(payment, truth);
  if (mismatch) return { status: 'needs_review', reviewReason: mismatch };
  const isWanted = isOpen(request.status) && payment.terms === request.terms;
  return { status: isWanted ? 'approved' : 'refund_due' };
}

/** Whether a payment has had its effect, so that only a reversal can still change it. */
export function isSettled(status: PaymentStatus): boolean {
  return ['approved', 'refund_due', 'needs_review', 'reversed'].includes(status);
}

function findMismatch(
  payment: Pick<Payment, 'reference' | 'amountMinor' | 'currency'>,
  truth: ProviderTransaction,
): string | undefined {
  if (truth.reference !== payment.reference) return 'The provider answered for another reference.';
  if (truth.currency !== payment.currency) {
    return `Paid in ${truth.currency} instead of ${payment.currency}.`;
  }
  if (truth.amountMinor !== payment.amountMinor) {
    return `Paid ${truth.amountMinor} minor units instead of ${payment.amountMinor}.`;
  }
  return undefined;
}
