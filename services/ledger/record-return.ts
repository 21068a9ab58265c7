import type { EntityManager } from 'typeorm';
import { type LedgerKind, LedgerTransactionEntity } from './ledger-transaction.entity.ts';
import { lockCapturedMoney } from './lock-captured-money.ts';
import { returnPostings } from './postings.ts';
import { recordTransaction } from './record-transaction.ts';

/** Money of a payment that goes back to the payer. */
export interface ReturnedMoney {
  paymentId: string;
  /** Id of the refund or dispute. */
  reference: string;
  /** In minor units of the payment's currency. */
  amountMinor: number;
  actorId?: string;
}

/** Records a refund that the provider has processed, whole or partial. Returns whether it is new. */
export function recordRefund(manager: EntityManager, refund: ReturnedMoney): Promise<boolean> {
  return recordReturn(manager, 'refund', 'refunds_out', refund);
}

/** Records the money of a lost or accepted dispute. Returns whether it is new. */
export function recordDisputeLost(manager: EntityManager, dispute: ReturnedMoney): Promise<boolean> {
  return recordReturn(manager, 'dispute_lost', 'disputes_lost', dispute);
}

/**
 * Records that the provider gave back all of a payment without saying by which refund or dispute. Refunds and disputes
 * recorded before are subtracted; later ones are part of it and change nothing.
 */
export function recordReversal(manager: EntityManager, paymentId: string): Promise<boolean> {
  return recordReturn(manager, 'reversal', 'refunds_out', { paymentId, reference: paymentId });
}

/** @throws Error when no capture of the payment is recorded. */
async function recordReturn(
  manager: EntityManager,
  kind: Extract<LedgerKind, 'refund' | 'dispute_lost' | 'reversal'>,
  through: 'refunds_out' | 'disputes_lost',
  given: Omit<ReturnedMoney, 'amountMinor'> & { amountMinor?: number },
): Promise<boolean> {
  const { paymentId, reference, actorId } = given;
  const money = await lockCapturedMoney(manager, paymentId);
  const isKnown = await manager.existsBy(LedgerTransactionEntity, { kind, reference });
  if (isKnown || money.isReversed) return false;
  const leftMinor = Math.max(0, money.capturedMinor - money.returnedMinor);
  const amountMinor = given.amountMinor ?? leftMinor;
  if (amountMinor === 0) return false;
  const postings = returnPostings(through, amountMinor, money);
  return recordTransaction(manager, { kind, reference, paymentId, actorId }, money.currency, postings);
}
