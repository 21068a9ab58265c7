import express, { Router } from 'express';
import { z } from 'zod';
import { ControlError } from '../../control-error.ts';
import { processCheckout } from '../checkout/checkout.ts';
import { FaultRuleSchema } from '../faults/fault.ts';
import { PaymentSettingsChangeSchema } from '../payment-settings.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { addRefund, refundableMinor } from '../refunds/process-refund.ts';
import { isCaptured, type Transaction, transactionStatuses } from '../transaction.ts';
import { sendWebhook, type WebhookSender } from '../webhooks/send-webhooks.ts';
import { chargeSuccess, webhookBody } from '../webhooks/webhook-event.ts';
import { createMoneyControl, requireTransaction } from './control-money.ts';
import { ledgerTotals, readBooks } from './control-money-page.ts';

const currency = z.string().regex(/^[A-Z]{3}$/);
const PaidTransactionSchema = z.strictObject({
  reference: z.string().regex(/^[A-Za-z0-9.=-]{1,200}$/),
  email: z.email(),
  amountMinor: z.number().int().positive(),
  currency,
  paidAt: z.exactOptional(z.iso.datetime()),
});
const TransactionChangeSchema = z.strictObject({
  status: z.exactOptional(z.enum(transactionStatuses)),
  amountMinor: z.exactOptional(z.number().int().min(0)),
  currency: z.exactOptional(currency),
});
const DeliveriesSchema = z.object({
  reference: z.string().optional(),
  state: z.enum(['held', 'pending', 'done']).optional(),
});
const SendWebhooksSchema = z.strictObject({
  event: z.string().min(1).max(100).default('charge.success'),
  copies: z.number().int().min(1).max(1000).default(1),
  forged: z.boolean().default(false),
  /** `data` to send instead of the ledger's. */
  data: z.json().optional(),
});

/**
 * Routes of `/payments/control`: simulate provider events and faults, read the ledger. Not part of the protocol.
 *
 * @param onChange called when a webhook may have become due.
 */
export function createControlApi(deps: PaymentStores, sender: WebhookSender, onChange: () => void) {
  const { store, settings, faults, ledger, webhooks } = deps;
  const control = Router();
  control.use(express.json({ limit: '1mb' }));
  control.use(createMoneyControl(deps, onChange));

  control.get('/ledger', (_req, res) => {
    const books = readBooks(deps);
    res.json({ totals: ledgerTotals(books), ...books });
  });

  control.get('/faults', (_req, res) => void res.json(faults.list()));
  control.post('/faults', (req, res) => {
    res.status(201).json({ id: faults.add(FaultRuleSchema.parse(req.body)) });
  });
  control.delete('/faults', (_req, res) => {
    faults.clear();
    res.status(204).end();
  });

  control.get('/settings', (_req, res) => void res.json(settings.get()));
  control.patch('/settings', (req, res) => {
    res.json(settings.change(PaymentSettingsChangeSchema.parse(req.body)));
    onChange();
  });
  control.delete('/settings', (_req, res) => {
    res.json(settings.reset());
    onChange();
  });

  control.post('/transactions', (req, res) => {
    const { paidAt, ...given } = PaidTransactionSchema.parse(req.body);
    const createdAtMs = paidAt === undefined ? Date.now() : Date.parse(paidAt);
    ledger.add({ ...given, createdAtMs, callbackUrl: null, metadata: null, channels: ['card'] });
    res.status(201).json(processCheckout(deps, given.reference, 'pay', createdAtMs));
    onChange();
  });

  control.patch('/transactions/:reference', (req, res) => {
    const { status, ...amount } = TransactionChangeSchema.parse(req.body);
    const current = requireTransaction(ledger, req.params.reference);
    const isMoney = status === undefined || status === 'success' || status === 'reversed';
    if (isCaptured(current) && !isMoney)
      throw new ControlError(409, 'Money that was taken can only be reversed or refunded.');
    if (!isCaptured(current) && status === 'reversed')
      throw new ControlError(409, 'Only money that was taken can be reversed.');
    const changed = ledger.change(current, amount);
    if (status === 'success' && !isCaptured(current)) processCheckout(deps, current.reference, 'pay');
    else if (status === 'reversed') store.transaction(() => refundSilently(changed));
    else if (status) ledger.change(changed, { status });
    res.json(requireTransaction(ledger, current.reference));
    onChange();
  });

  // The provider announces some reversals late or never; the refund is in its list all the same.
  function refundSilently({ reference, currency }: Transaction): void {
    const amountMinor = refundableMinor(deps, requireTransaction(ledger, reference));
    const given = { reference, currency, amountMinor, status: 'processed' as const, isFromDashboard: true };
    if (amountMinor > 0) addRefund(deps, { ...given, customerNote: null, merchantNote: null }, false);
  }

  control.get('/webhooks', (req, res) => {
    const { reference, state } = DeliveriesSchema.parse(req.query);
    res.json(webhooks.list(reference ?? null, state ?? null));
  });
  control.post('/webhooks/:reference', async (req, res) => {
    const { event, copies, forged, data } = SendWebhooksSchema.parse(req.body ?? {});
    const transaction = requireTransaction(ledger, req.params.reference);
    const sent = data === undefined ? webhooks.lastBody(transaction.reference, event) : undefined;
    const body = sent ?? webhookBody({ event, data: data ?? chargeSuccess(transaction).data });
    const answers = await Promise.all(
      Array.from({ length: copies }, () => sendWebhook(sender, body, forged)),
    );
    res.json({ reference: transaction.reference, event, copies, forged, answers });
  });

  return control;
}
