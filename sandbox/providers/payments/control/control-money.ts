import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { hourMs } from '#contracts/durations.ts';
import { ControlError } from '../../control-error.ts';
import { sendPage } from '../../pages/sandbox-page.ts';
import type { Dispute, DisputeResolution } from '../disputes/dispute.ts';
import { announceDispute, openDispute, resolveDispute } from '../disputes/process-dispute.ts';
import type { PaymentStores } from '../payment-stores.ts';
import { addRefund, moveRefund, refundableMinor } from '../refunds/process-refund.ts';
import { isRefundOpen, refundStatuses } from '../refunds/refund.ts';
import { isCaptured, type Transaction, type TransactionLedger } from '../transaction.ts';
import { disputeStages, rejectedTransferEvent } from '../webhooks/webhook-event.ts';
import { moneyPage, readBooks } from './control-money-page.ts';

// Numbers arrive as text from the forms of the control page.
const minorUnits = z.coerce.number().int().positive().optional();
const RefundSchema = z.strictObject({
  stage: z.enum(refundStatuses).default('processed'),
  amountMinor: minorUnits,
});
const RefundMoveSchema = z.strictObject({ status: z.enum(refundStatuses) });
const RejectedTransferSchema = z.strictObject({ amountMinor: minorUnits });
const DisputeSchema = z.strictObject({
  stage: z.enum(disputeStages).default('create'),
  resolution: z.enum(['merchant-accepted', 'declined', 'auto-accepted']).optional(),
  amountMinor: minorUnits,
  category: z.enum(['general', 'fraud', 'chargeback']).default('chargeback'),
  dueInHours: z.coerce.number().min(0).default(24),
});
const DisputeOutcomeSchema = z.strictObject({ outcome: z.enum(['won', 'lost', 'remind', 'archived']) });

const isEnded = ({ status }: Dispute) => status === 'resolved' || status === 'archived';

/** Returns a transaction, or throws the response that it does not exist. */
export function requireTransaction(ledger: TransactionLedger, reference: string): Transaction {
  const transaction = ledger.find(reference);
  if (!transaction) throw new ControlError(404, `There is no transaction ${reference}.`);
  return transaction;
}

/** Control routes for what payers, banks and the provider's dashboard do with money after it was taken. */
export function createMoneyControl(deps: PaymentStores, onChange: () => void) {
  const { store, ledger, refunds, disputes, webhooks } = deps;
  const control = Router();
  // The forms of the page below.
  control.use(express.urlencoded({ extended: false }));

  function requireCaptured(reference: string): Transaction {
    const transaction = requireTransaction(ledger, reference);
    if (!isCaptured(transaction)) throw new ControlError(409, `Transaction ${reference} was never paid.`);
    return transaction;
  }
  function send(req: Request, res: Response, body: () => object): void {
    onChange();
    if (req.is('urlencoded')) res.redirect(303, `${req.baseUrl}/money`);
    else res.json(body());
  }

  control.get('/money', (_req, res) => sendPage(res, 200, moneyPage(readBooks(deps))));

  control.post('/transactions/:reference/refund', (req, res) => {
    const { stage, amountMinor } = RefundSchema.parse(req.body ?? {});
    const refund = store.transaction(() => {
      const current = requireCaptured(req.params.reference);
      const { reference, currency } = current;
      const open = refunds.listOf(reference).filter(isRefundOpen);
      const same = open.findLast((refund) => amountMinor === undefined || refund.amountMinor === amountMinor);
      if (same) return moveRefund(deps, same, stage);
      const left = refundableMinor(deps, current);
      const amount = amountMinor ?? left;
      if (amount > left || left === 0)
        throw new ControlError(409, `Only ${left} minor units are left to refund.`);
      return addRefund(deps, {
        reference,
        currency,
        amountMinor: amount,
        status: stage,
        isFromDashboard: true,
        customerNote: null,
        merchantNote: 'Started on the dashboard',
      });
    });
    send(req, res, () => ({ ...requireTransaction(ledger, req.params.reference), refund }));
  });

  control.post('/refunds/:id', (req, res) => {
    const { status } = RefundMoveSchema.parse(req.body ?? {});
    const moved = store.transaction(() => {
      const refund = refunds.find(Number(req.params.id));
      if (!refund) throw new ControlError(404, `There is no refund ${req.params.id}.`);
      if (!isRefundOpen(refund))
        throw new ControlError(409, `Refund ${refund.id} is already ${refund.status}.`);
      return moveRefund(deps, refund, status);
    });
    send(req, res, () => moved);
  });

  control.post('/transactions/:reference/dispute', (req, res) => {
    const { stage, resolution, amountMinor, category, dueInHours } = DisputeSchema.parse(req.body ?? {});
    store.transaction(() => {
      const current = requireCaptured(req.params.reference);
      if (stage === 'create') {
        const dueAtMs = Date.now() + dueInHours * hourMs;
        openDispute(deps, current, { amountMinor: amountMinor ?? current.amountMinor, category, dueAtMs });
        return;
      }
      const dispute = disputes.listOf(current.reference).findLast((each) => !isEnded(each));
      if (!dispute) throw new ControlError(409, `Transaction ${current.reference} has no open dispute.`);
      if (stage === 'remind') announceDispute(deps, dispute, 'remind');
      else resolve(dispute, resolution ?? 'merchant-accepted');
    });
    send(req, res, () => ({
      ...requireTransaction(ledger, req.params.reference),
      dispute: disputes.listOf(req.params.reference).at(-1),
    }));
  });

  function resolve(dispute: Dispute, resolution: DisputeResolution): void {
    resolveDispute(deps, dispute, { resolution, isLost: resolution !== 'declined' });
  }

  control.post('/disputes/:id', (req, res) => {
    const { outcome } = DisputeOutcomeSchema.parse(req.body ?? {});
    store.transaction(() => {
      const dispute = disputes.find(Number(req.params.id));
      if (!dispute) throw new ControlError(404, `There is no dispute ${req.params.id}.`);
      if (isEnded(dispute))
        throw new ControlError(409, `Dispute ${dispute.id} is already ${dispute.status}.`);
      if (outcome === 'remind') announceDispute(deps, dispute, 'remind');
      // Closed without a resolution or an announcement; the merchant keeps the money.
      else if (outcome === 'archived') disputes.change(dispute, { status: 'archived' });
      // A merchant that never answers accepts; one that declined loses when the bank decides for the payer.
      else if (outcome === 'won') resolve(dispute, 'declined');
      else if (dispute.status === 'awaiting-merchant-feedback') resolve(dispute, 'auto-accepted');
      else resolve(dispute, 'merchant-accepted');
    });
    send(req, res, () => disputes.find(Number(req.params.id)) ?? {});
  });

  control.get('/dispute-files/:filename', (req, res) => {
    const file = disputes.findFile(req.params.filename);
    if (!file) throw new ControlError(404, 'There is no such file.');
    res.setHeader('content-disposition', 'attachment').type(file.contentType).send(Buffer.from(file.content));
  });

  control.post('/transactions/:reference/rejected-transfer', (req, res) => {
    const { amountMinor } = RejectedTransferSchema.parse(req.body ?? {});
    const current = requireTransaction(ledger, req.params.reference);
    const event = rejectedTransferEvent(current, amountMinor ?? current.amountMinor);
    store.transaction(() => webhooks.enqueue(current, event));
    send(req, res, () => current);
  });

  return control;
}
