import type { EntityManager } from 'typeorm';
import type { HoldingAccount } from '#services/ledger/postings.ts';
import { recordPurchase, recordPurchaseReturn } from '#services/ledger/record-purchase.ts';
import {
  recordCapture,
  recordDisputeLost,
  recordProviderFee,
  recordRefund,
  recordReversal,
} from '#services/ledger/record-transaction.ts';
import type { LedgerPayment } from './ledger-fixture.ts';
import type { Step } from './ledger-histories.ts';
import { recordAllotment } from './record-allotment.ts';

const currency = 'NGN';
const actorId = crypto.randomUUID();

/** Subjects of the records of one random history. */
export interface Subject {
  payment: LedgerPayment;
  account: HoldingAccount;
  poolId: string;
  allottedId: string;
  run: string;
}

/** Stores one step of a random history; false when it was stored before. */
export function storeStep(manager: EntityManager, step: Step, subject: Subject): Promise<boolean> {
  const { payment, account, poolId, allottedId, run } = subject;
  const { paymentId, requestId } = payment;
  const { amountMinor, feeMinor } = step;
  const reference = `${run}:${step.reference}`;
  const bought = step.isAllotted ? { requestId: allottedId, paymentId: undefined } : { requestId, paymentId };
  const purchase = { ...bought, reference, priceMinor: amountMinor, currency, actorId };
  switch (step.kind) {
    case 'capture':
      return recordCapture(manager, { paymentId, account, capturedMinor: amountMinor, feeMinor, currency });
    case 'provider_fee':
      return recordProviderFee(manager, { paymentId, feesMinor: amountMinor, currency });
    case 'refund':
      return recordRefund(manager, { paymentId, reference, amountMinor });
    case 'rest':
      return recordRefund(manager, { paymentId, reference, amountMinor, isRest: true });
    case 'dispute_lost':
      return recordDisputeLost(manager, { paymentId, reference, amountMinor });
    case 'reversal':
      return recordReversal(manager, paymentId);
    case 'purchase':
      return recordPurchase(manager, purchase);
    case 'purchase_return':
      return recordPurchaseReturn(manager, purchase);
    case 'allotment':
      return recordAllotment(manager, {
        id: reference,
        poolId,
        requestId: allottedId,
        amountMinor,
        currency,
      });
  }
}
