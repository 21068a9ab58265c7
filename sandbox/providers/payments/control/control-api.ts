import express, { type Request, Router } from 'express';
import { ControlError } from '../../control-error.ts';
import { processCheckout } from '../checkout/process-checkout.ts';
import type { DisputeDeps } from '../disputes/process-dispute.ts';
import { FaultRuleSchema } from '../faults/fault.ts';
import type { FaultRules } from '../faults/fault-rules.ts';
import { PaymentSettingsChangeSchema, type PaymentSettingsStore } from '../payment-settings.ts';
import { addRefund, type RefundDeps, refundableMinor } from '../refunds/process-refund.ts';
import { isCaptured, type Transaction } from '../transaction.ts';
import { sendWebhook, type WebhookSender } from '../webhooks/send-webhook.ts';
import { chargeSuccess, webhookBody } from '../webhooks/webhook-event.ts';
import { createMoneyControl } from './control-money.ts';
import {
  DeliveriesSchema,
  PaidTransactionSchema,
  SendWebhooksSchema,
  TransactionChangeSchema,
} from './control-request.ts';
import { ledgerTotals } from './ledger-totals.ts';
import { readBooks } from './read-books.ts';

/** Dependencies of the control API. */
export interface ControlDeps {
  deps: RefundDeps & DisputeDeps;
  faults: FaultRules;
  settings: PaymentSettingsStore;
  sender: WebhookSender;
  /** Called when a webhook may have become due. */
  onChange(): void;
}

type ByReference = Request<{ reference: string }>;

/** Routes of `/payments/control`: simulate provider events and faults, read the ledger. Not part of the protocol. */
export function createControlApi({ deps, faults, settings, sender, onChange }: ControlDeps) {
  const { store, ledger, webhooks } = deps;
  const control = Router();
  control.use(express.json({ limit: '1mb' }));
  control.use(createMoneyControl(deps, onChange));

  function requireTransaction(reference: string): Transaction {
    const transaction = ledger.find(reference);
    if (!transaction) throw new ControlError(404, `There is no transaction ${reference}.`);
    return transaction;
  }

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

  control.patch('/transactions/:reference', (req: ByReference, res) => {
    const { status, ...amount } = TransactionChangeSchema.parse(req.body);
    const current = requireTransaction(req.params.reference);
    const isMoney = status === undefined || status === 'success' || status === 'reversed';
    if (isCaptured(current) && !isMoney)
      throw new ControlError(409, 'Money that was taken can only be reversed or refunded.');
    if (!isCaptured(current) && status === 'reversed')
      throw new ControlError(409, 'Only money that was taken can be reversed.');
    const changed = ledger.change(current, amount);
    if (status === 'success' && !isCaptured(current)) processCheckout(deps, current.reference, 'pay');
    else if (status === 'reversed') store.transaction(() => refundSilently(changed));
    else if (status) ledger.change(changed, { status });
    res.json(requireTransaction(current.reference));
    onChange();
  });

  // The provider announces some reversals late or never; the refund is in its list all the same.
  function refundSilently({ reference, currency }: Transaction): void {
    const amountMinor = refundableMinor(deps, requireTransaction(reference));
    const given = { reference, currency, amountMinor, status: 'processed' as const, isFromDashboard: true };
    if (amountMinor > 0) addRefund(deps, { ...given, customerNote: null, merchantNote: null }, false);
  }

  control.get('/webhooks', (req, res) => {
    const { reference, state } = DeliveriesSchema.parse(req.query);
    res.json(webhooks.list(reference ?? null, state ?? null));
  });
  control.post('/webhooks/:reference', async (req: ByReference, res) => {
    const { event, copies, forged, data } = SendWebhooksSchema.parse(req.body ?? {});
    const transaction = requireTransaction(req.params.reference);
    const webhook = { event, data: data ?? chargeSuccess(transaction).data };
    const body =
      data === undefined
        ? (webhooks.lastBody(transaction.reference, event) ?? webhookBody(webhook))
        : webhookBody(webhook);
    const answers = await Promise.all(
      Array.from({ length: copies }, () => sendWebhook(sender, body, forged)),
    );
    res.json({ reference: transaction.reference, event, copies, forged, answers });
  });

  return control;
}
