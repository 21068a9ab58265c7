import type { PaymentStores } from '../payment-stores.ts';
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
  // A refund that was retried with the payer's bank details arrives.
  for (const refund of deps.refunds.listDue(nowMs))
    deps.store.transaction(() =>
      moveRefund(
        deps,
        refund,
        refund.status === 'pending' ? 'processing' : refund.retries > 0 ? 'processed' : refundOutcome,
      ),
    );
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

const LONGEST_SLEEP_MS = 60_000;

/** Starts moving due refunds, and calls `onMove` after each round. */
export function startRefundClock(deps: PaymentStores, onMove: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function tick(): void {
    if (isClosed) return;
    advanceRefunds(deps, Date.now());
    onMove();
    const next = deps.refunds.findNextDue();
    if (next !== undefined)
      timer = setTimeout(tick, Math.min(Math.max(next - Date.now(), 0), LONGEST_SLEEP_MS));
  }

  function wake(): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(tick, 0);
  }

  wake();
  return {
    /** Checks immediately, after an addition or a changed setting. */
    wake,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
