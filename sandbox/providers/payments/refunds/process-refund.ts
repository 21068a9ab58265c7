import type { PaymentStores } from '../payment-stores.ts';
import { startClock } from '../start-clock.ts';
import type { Transaction, TransactionStatus } from '../transaction.ts';
import { refundEvent } from '../webhooks/webhook-event.ts';
import { isRefundOpen, type NewRefund, type Refund, type RefundStatus } from './refund.ts';

/** Returns the minor units of a transaction that are neither refunded nor being refunded. */
export function refundableMinor({ refunds }: PaymentStores, transaction: Transaction): number {
  const taken = refunds.listOf(transaction.reference).filter(({ status }) => status !== 'failed');
  return transaction.amountMinor - taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Adds a refund and announces it, in the caller's transaction. */
export function addRefund(deps: PaymentStores, given: NewRefund, isAnnounced = true): Refund {
  return announce(deps, deps.refunds.add(given), isAnnounced);
}

/** Moves a refund to another state and announces it, in the caller's transaction. */
export function moveRefund(
  deps: PaymentStores,
  refund: Refund,
  status: RefundStatus,
  change: Partial<Refund> = {},
): Refund {
  return announce(deps, deps.refunds.change(refund, { ...change, status }), true);
}

/** Moves every refund whose time has come to its next state. */
function advanceRefunds(deps: PaymentStores, nowMs: number): void {
  const { refundOutcome } = deps.settings.get();
  for (const refund of deps.refunds.listDue(nowMs)) {
    // A refund that was retried with the payer's bank details arrives.
    const outcome = refund.retries > 0 ? 'processed' : refundOutcome;
    const next = refund.status === 'pending' ? 'processing' : outcome;
    deps.store.transaction(() => moveRefund(deps, refund, next));
  }
}

function announce(deps: PaymentStores, refund: Refund, isAnnounced: boolean): Refund {
  const { ledger, refunds, settings, webhooks } = deps;
  const all = refunds.listOf(refund.reference);
  const processed = all.filter(({ status }) => status === 'processed');
  const changed = ledger.change(ledger.get(refund.reference), {
    status: statusAfter(all),
    refundedMinor: processed.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  });
  if (isAnnounced) webhooks.enqueue(changed, refundEvent(changed, refund));
  const { refundStepMs } = settings.get();
  const isMoving = refund.status === 'pending' || refund.status === 'processing';
  if (isMoving && refundStepMs !== null) refunds.schedule(refund.id, Date.now() + refundStepMs);
  return refund;
}

// `reversed` does not say how much was given back (payments protocol, "Refunds").
function statusAfter(refunds: Refund[]): TransactionStatus {
  if (refunds.some(isRefundOpen)) return 'reversal pending';
  return refunds.some(({ status }) => status === 'processed') ? 'reversed' : 'success';
}

/** Starts moving due refunds, and calls `onMove` after each round. */
export function startRefundClock(deps: PaymentStores, onMove: () => void) {
  return startClock(() => {
    advanceRefunds(deps, Date.now());
    onMove();
    return deps.refunds.findNextDue();
  });
}
