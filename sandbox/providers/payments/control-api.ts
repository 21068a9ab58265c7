import express, { type Request, Router } from 'express';
import { z } from 'zod';
import { ControlError } from '../control-error.ts';
import {
  DisputeSchema,
  RefundSchema,
  RejectedTransferSchema,
  SendWebhooksSchema,
  TransactionChangeSchema,
} from './control-request.ts';
import { FaultRuleSchema } from './fault.ts';
import type { FaultRules } from './fault-rules.ts';
import { ledgerTotals } from './ledger-totals.ts';
import { PaymentSettingsChangeSchema, type PaymentSettingsStore } from './payment-settings.ts';
import { type PaymentDeps, processCheckout } from './process-checkout.ts';
import { sendWebhook, type WebhookSender } from './send-webhook.ts';
import { isCaptured, type Transaction } from './transaction.ts';
import {
  chargeSuccess,
  disputeEvent,
  refundEvent,
  rejectedTransferEvent,
  webhookBody,
} from './webhook-event.ts';

/** Dependencies of the control API. */
export interface ControlDeps {
  deps: PaymentDeps;
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

  function requireTransaction(reference: string): Transaction {
    const transaction = ledger.find(reference);
    if (!transaction) throw new ControlError(404, `There is no transaction ${reference}.`);
    return transaction;
  }
  function requireCaptured(reference: string): Transaction {
    const transaction = requireTransaction(reference);
    if (!isCaptured(transaction)) throw new ControlError(409, `Transaction ${reference} was never paid.`);
    return transaction;
  }

  control.get('/ledger', (_req, res) => {
    const transactions = ledger.list();
    res.json({ totals: ledgerTotals(transactions), transactions });
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
    else if (status) ledger.change(changed, { status });
    res.json(requireTransaction(current.reference));
    onChange();
  });

  control.post('/transactions/:reference/refund', (req: ByReference, res) => {
    const { stage, amountMinor } = RefundSchema.parse(req.body ?? {});
    store.transaction(() => {
      const current = requireCaptured(req.params.reference);
      const left = current.amountMinor - current.refundedMinor;
      const amount = amountMinor ?? left;
      if (amount > left) throw new ControlError(409, `Only ${left} minor units are left to refund.`);
      const refundedMinor = current.refundedMinor + (stage === 'processed' ? amount : 0);
      webhooks.enqueue(ledger.change(current, { refundedMinor }), refundEvent(current, stage, amount));
    });
    res.json(requireTransaction(req.params.reference));
    onChange();
  });

  control.post('/transactions/:reference/dispute', (req: ByReference, res) => {
    const { stage, resolution } = DisputeSchema.parse(req.body ?? {});
    const current = requireCaptured(req.params.reference);
    store.transaction(() => webhooks.enqueue(current, disputeEvent(current, stage, resolution)));
    res.json(current);
    onChange();
  });

  control.post('/transactions/:reference/rejected-transfer', (req: ByReference, res) => {
    const { amountMinor } = RejectedTransferSchema.parse(req.body ?? {});
    const current = requireTransaction(req.params.reference);
    const event = rejectedTransferEvent(current, amountMinor ?? current.amountMinor);
    store.transaction(() => webhooks.enqueue(current, event));
    res.json(current);
    onChange();
  });

  control.get('/webhooks', (req, res) => {
    const { reference } = z.object({ reference: z.string().optional() }).parse(req.query);
    res.json(webhooks.list(reference ?? null));
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
