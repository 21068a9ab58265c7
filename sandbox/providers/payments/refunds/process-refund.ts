import type { SandboxStore } from '../../sandbox-store.ts';
import type { PaymentSettingsStore } from '../payment-settings.ts';
import type { Transaction, TransactionStatus } from '../transaction.ts';
import type { TransactionLedger } from '../transaction-ledger.ts';
import { refundEvent } from '../webhooks/webhook-event.ts';
import type { WebhookQueue } from '../webhooks/webhook-queue.ts';
import { isRefundOpen, type Refund, type RefundStatus } from './refund.ts';
import type { NewRefund, RefundStore } from './refund-store.ts';

/** The stores that a refund changes. */
export interface RefundDeps {
  store: SandboxStore;
  ledger: TransactionLedger;
  refunds: RefundStore;
  webhooks: WebhookQueue;
  settings: PaymentSettingsStore;
}

/** Returns the minor units of a transaction that are neither refunded nor being refunded. */
export function refundableMinor({ refunds }: Pick<RefundDeps, 'refunds'>, transaction: Transaction): number {
  const taken = refunds.listOf(transaction.reference).filter(({ status }) => status !== 'failed');
  return transaction.amountMinor - taken.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Adds a refund and announces it, in the caller's transaction. */
export function addRefund(deps: RefundDeps, given: NewRefund, isAnnounced = true): Refund {
  return announce(deps, deps.refunds.add(given), isAnnounced);
}

/** Moves a refund to another state and announces it, in the caller's transaction. */
export function moveRefund(
  deps: RefundDeps,
  refund: Refund,
  status: RefundStatus,
  change: Partial<Refund> = {},
): Refund {
  return announce(deps, deps.refunds.change(refund, { ...change, status }), true);
}

/** Moves every refund whose time has come to its next state. */
export function advanceRefunds(deps: RefundDeps, nowMs: number): void {
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

function announce(deps: RefundDeps, refund: Refund, isAnnounced: boolean): Refund {
  const { ledger, refunds, settings, webhooks } = deps;
  const transaction = ledger.find(refund.reference);
  if (!transaction) throw new Error(`No transaction ${refund.reference}`);
  const all = refunds.listOf(refund.reference);
  const processed = all.filter(({ status }) => status === 'processed');
  const changed = ledger.change(transaction, {
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
