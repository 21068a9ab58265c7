import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { sendPage } from '../../pages/sandbox-page.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import { withFee } from '../transaction-data.ts';
import { chargeSuccess } from '../webhooks/webhook-event.ts';
import {
  cancelAddress,
  checkoutPage,
  type Merchant,
  paidAddress,
  returnOrigins,
  timedOutPage,
  unknownCheckoutPage,
} from './checkout-page.ts';

/**
 * Captures, declines or abandons the transaction of `reference` and returns it. Capture and webhook are written in
 * one transaction; a captured transaction is returned unchanged (idempotent).
 *
 * @param paidAtMs when it was paid, in milliseconds since 1970; by default now.
 */
export function processCheckout(
  { store, ledger, webhooks, settings }: PaymentStores,
  reference: string,
  outcome: 'pay' | 'decline' | 'cancel',
  paidAtMs = Date.now(),
): Transaction {
  return store.transaction(() => {
    const current = ledger.get(reference);
    if (isCaptured(current)) return current;
    if (outcome === 'decline')
      return ledger.change(current, { status: 'failed', gatewayResponse: 'Declined' });
    if (outcome === 'cancel')
      return ledger.change(current, { status: 'abandoned', gatewayResponse: 'Cancelled by the payer' });
    const amountMinor = settings.get().payersBearFees ? withFee(current.amountMinor) : current.amountMinor;
    const captured = { status: 'success', gatewayResponse: 'Successful', paidAtMs, amountMinor } as const;
    const paid = ledger.change(current, captured);
    webhooks.enqueue(paid, chargeSuccess(paid));
    return paid;
  });
}

const OutcomeSchema = z.object({ outcome: z.enum(['pay', 'decline', 'cancel']) });

const wantsJson = (req: Request) => req.accepts(['html', 'json']) === 'json';

/** Returns whether the session of an unpaid transaction has timed out. */
function hasTimedOut(transaction: Transaction, timeoutS: number): boolean {
  return timeoutS > 0 && !isCaptured(transaction) && Date.now() > transaction.createdAtMs + timeoutS * 1000;
}

/** Routes of `/payments/checkout/{access_code}`: the hosted payment page and its form. */
export function createCheckout(
  deps: PaymentStores,
  { merchant, onPaid }: { merchant: Merchant; onPaid: () => void },
) {
  const checkout = Router();

  function findTransaction(req: Request<{ accessCode: string }>, res: Response): Transaction | undefined {
    const transaction = deps.ledger.findByAccessCode(req.params.accessCode);
    if (transaction && !hasTimedOut(transaction, deps.settings.get().sessionTimeoutS)) return transaction;
    if (transaction) {
      if (wantsJson(req)) res.status(410).json({ message: 'This payment page has timed out.' });
      else sendPage(res, 410, timedOutPage(transaction, merchant), returnOrigins(transaction));
      return undefined;
    }
    if (wantsJson(req)) res.status(404).json({ message: 'There is no such payment.' });
    else sendPage(res, 404, unknownCheckoutPage(merchant));
    return undefined;
  }

  checkout.get('/:accessCode', (req, res) => {
    const transaction = findTransaction(req, res);
    if (transaction) sendPage(res, 200, checkoutPage(transaction, merchant), returnOrigins(transaction));
  });

  checkout.post('/:accessCode', express.urlencoded({ extended: false }), express.json(), (req, res) => {
    const transaction = findTransaction(req, res);
    if (!transaction) return;
    const { outcome } = OutcomeSchema.parse(req.body ?? {});
    const now = processCheckout(deps, transaction.reference, outcome);
    onPaid();
    // Pay is idempotent: a second click redirects like the first.
    const isLeaving = isCaptured(now) || outcome === 'cancel';
    const back = isCaptured(now) ? paidAddress(now) : cancelAddress(now);
    const redirectUrl = isLeaving ? back : null;
    if (wantsJson(req)) res.json({ status: now.status, reference: now.reference, redirect_url: redirectUrl });
    // Redirect to this page by GET (post/redirect/get), so that a reload does not submit the form again.
    else res.redirect(303, redirectUrl ?? req.originalUrl);
  });

  return checkout;
}
