import type { SandboxStore } from '../sandbox-store.ts';
import { isCaptured, type Transaction } from './transaction.ts';
import type { TransactionLedger } from './transaction-ledger.ts';
import { chargeSuccess } from './webhook-event.ts';
import type { WebhookQueue } from './webhook-queue.ts';

/** What a payer can do on the checkout page. */
export type CheckoutOutcome = 'pay' | 'decline' | 'cancel';

/** The parts that decide about money. */
export interface PaymentDeps {
  store: SandboxStore;
  ledger: TransactionLedger;
  webhooks: WebhookQueue;
}

/**
 * Lets the payer of `reference` pay, be declined or walk away, and answers the transaction as it is then.
 * Money and its announcement are written together, and a transaction is never paid twice.
 */
export function processCheckout(
  { store, ledger, webhooks }: PaymentDeps,
  reference: string,
  outcome: CheckoutOutcome,
): Transaction {
  return store.transaction(() => {
    const current = ledger.find(reference);
    if (!current) throw new Error(`No transaction ${reference}`);
    if (isCaptured(current)) return current;
    if (outcome === 'decline')
      return ledger.change(current, { status: 'failed', gatewayResponse: 'Declined' });
    if (outcome === 'cancel')
      return ledger.change(current, { status: 'abandoned', gatewayResponse: 'Cancelled by the payer' });
    const paid = ledger.change(current, {
      status: 'success',
      gatewayResponse: 'Successful',
      paidAtMs: Date.now(),
    });
    webhooks.enqueue(paid, chargeSuccess(paid));
    return paid;
  });
}
