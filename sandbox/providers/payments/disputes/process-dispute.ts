import type { SandboxStore } from '../../sandbox-store.ts';
import type { Transaction } from '../transaction.ts';
import type { TransactionLedger } from '../transaction-ledger.ts';
import { type DisputeStage, disputeEvent } from '../webhooks/webhook-event.ts';
import type { WebhookQueue } from '../webhooks/webhook-queue.ts';
import type { Dispute, DisputeResolution } from './dispute.ts';
import type { DisputeChange, DisputeStore } from './dispute-store.ts';

/** The stores that a dispute changes. */
export interface DisputeDeps {
  store: SandboxStore;
  ledger: TransactionLedger;
  disputes: DisputeStore;
  webhooks: WebhookQueue;
}

/** Opens a dispute and announces it, in the caller's transaction. */
export function openDispute(
  deps: DisputeDeps,
  transaction: Transaction,
  { amountMinor, category, dueAtMs }: Pick<Dispute, 'amountMinor' | 'category' | 'dueAtMs'>,
): Dispute {
  const { reference, currency } = transaction;
  const dispute = deps.disputes.add({ reference, currency, amountMinor, category, dueAtMs });
  announceDispute(deps, dispute, 'create');
  return dispute;
}

/** Changes an open dispute in the caller's transaction; nothing is announced until it is resolved. */
export function changeDispute(deps: DisputeDeps, dispute: Dispute, change: DisputeChange): Dispute {
  return deps.disputes.change(dispute, change);
}

/** Resolves a dispute and announces it, in the caller's transaction. When it is lost, the money leaves the balance. */
export function resolveDispute(
  deps: DisputeDeps,
  dispute: Dispute,
  { resolution, isLost }: { resolution: DisputeResolution; isLost: boolean },
): Dispute {
  const resolved = deps.disputes.change(dispute, {
    status: 'resolved',
    resolution,
    isLost,
    resolvedAtMs: Date.now(),
  });
  const transaction = transactionOf(deps, dispute);
  // While a dispute is open its transaction still reads `success` (payments protocol, "Disputes").
  if (isLost) deps.ledger.change(transaction, { status: 'reversed' });
  announceDispute(deps, resolved, 'resolve');
  return resolved;
}

/** Sends the webhook about a dispute, in the caller's transaction. */
export function announceDispute(deps: DisputeDeps, dispute: Dispute, stage: DisputeStage): void {
  const transaction = transactionOf(deps, dispute);
  deps.webhooks.enqueue(transaction, disputeEvent(transaction, dispute, stage));
}

function transactionOf({ ledger }: DisputeDeps, { reference }: Dispute): Transaction {
  const transaction = ledger.find(reference);
  if (!transaction) throw new Error(`No transaction ${reference}`);
  return transaction;
}
