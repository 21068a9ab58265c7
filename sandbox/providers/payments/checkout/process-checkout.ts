import type { SandboxStore } from '../../sandbox-store.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import type { TransactionLedger } from '../transaction-ledger.ts';
import { chargeSuccess } from '../webhooks/webhook-event.ts';
import type { WebhookQueue } from '../webhooks/webhook-queue.ts';

/** What a payer can do on the checkout page. */
export type CheckoutOutcome = 'pay' | 'decline' | 'cancel';

/** The stores that a capture changes. */
export interface PaymentDeps {
  store: SandboxStore;
  ledger: TransactionLedger;
  webhooks: WebhookQueue;
}

/**
 * Captures, declines or abandons the transaction of `reference` and returns it. Capture and webhook are written in
 * one transaction; a captured transaction is returned unchanged (idempotent).
 *
 * @param paidAtMs when it was paid, in milliseconds since 1970; by default now.
 */
export function processCheckout(
  { store, ledger, webhooks }: PaymentDeps,
  reference: string,
  outcome: CheckoutOutcome,
  paidAtMs = Date.now(),
): Transaction {
  return store.transaction(() => {
    const current = ledger.find(reference);
    if (!current) throw new Error(`No transaction ${reference}`);
    if (isCaptured(current)) return current;
    if (outcome === 'decline')
      return ledger.change(current, { status: 'failed', gatewayResponse: 'Declined' });
    if (outcome === 'cancel')
      return ledger.change(current, { status: 'abandoned', gatewayResponse: 'Cancelled by the payer' });
    const paid = ledger.change(current, { status: 'success', gatewayResponse: 'Successful', paidAtMs });
    webhooks.enqueue(paid, chargeSuccess(paid));
    return paid;
  });
}
