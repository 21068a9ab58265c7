import type { PaymentStores } from '../payment-stores.ts';
import type { Transaction } from '../transaction.ts';
import { type DisputeStage, disputeEvent } from '../webhooks/webhook-event.ts';
import type { Dispute, DisputeResolution } from './dispute.ts';

/** Opens a dispute and announces it, in the caller's transaction. */
export function openDispute(
  deps: PaymentStores,
  transaction: Transaction,
  { amountMinor, category, dueAtMs }: Pick<Dispute, 'amountMinor' | 'category' | 'dueAtMs'>,
): Dispute {
  const { reference, currency } = transaction;
  const dispute = deps.disputes.add({ reference, currency, amountMinor, category, dueAtMs });
  announceDispute(deps, dispute, 'create');
  return dispute;
}

/** Resolves a dispute and announces it, in the caller's transaction. When it is lost, the money leaves the balance. */
export function resolveDispute(
  deps: PaymentStores,
  dispute: Dispute,
  { resolution, isLost }: { resolution: DisputeResolution; isLost: boolean },
): Dispute {
  const resolved = deps.disputes.change(dispute, {
    status: 'resolved',
    resolution,
    isLost,
    resolvedAtMs: Date.now(),
  });
  // While a dispute is open its transaction still reads `success` (payments protocol, "Disputes").
  if (isLost) deps.ledger.change(deps.ledger.get(dispute.reference), { status: 'reversed' });
  announceDispute(deps, resolved, 'resolve');
  return resolved;
}

/** Sends the webhook about a dispute, in the caller's transaction. */
export function announceDispute(deps: PaymentStores, dispute: Dispute, stage: DisputeStage): void {
  const transaction = deps.ledger.get(dispute.reference);
  deps.webhooks.enqueue(transaction, disputeEvent(transaction, dispute, stage));
}
