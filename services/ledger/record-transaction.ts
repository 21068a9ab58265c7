import type { EntityManager } from 'typeorm';
import { insertOnce } from '#services/platform/database/sql.ts';
import { lockCapturedMoney, restReference } from './captured-money.ts';
import {
  type LedgerKind,
  LedgerPostingEntity,
  type LedgerTransaction,
  LedgerTransactionEntity,
} from './ledger.entity.ts';
import {
  capturePostings,
  type HoldingAccount,
  type Posting,
  providerFeePostings,
  restPostings,
  returnPostings,
} from './postings.ts';

/** Kind, reference, payment and operator of a transaction; see {@link LedgerTransaction}. */
export type LedgerEvent = Pick<LedgerTransaction, 'kind' | 'reference' | 'paymentId'> & {
  actorId?: string | undefined;
};

/**
 * Adds one transaction to the ledger, in the caller's database transaction. Returns false, and adds nothing, when the
 * event is recorded already. The database rejects postings that do not add up to 0 at the commit.
 */
export async function recordTransaction(
  manager: EntityManager,
  event: LedgerEvent,
  currency: string,
  postings: readonly Posting[],
): Promise<boolean> {
  const values = { ...event, actorId: event.actorId ?? null };
  const transaction = await insertOnce(manager, LedgerTransactionEntity, values);
  if (!transaction) return false;
  await manager.insert(
    LedgerPostingEntity,
    postings.map((posting, line) => ({ transactionId: transaction.id, line, currency, ...posting })),
  );
  return true;
}

/** A captured payment; amounts in minor units. */
export interface Capture {
  paymentId: string;
  /** Where the money goes: {@link requestAccount} or a pool. */
  account: HoldingAccount;
  capturedMinor: number;
  /** The service fee in it; 0 when the payment is not what was asked for. */
  feeMinor: number;
  currency: string;
}

/** Records a captured payment once. Returns whether it is new. */
export function recordCapture(manager: EntityManager, capture: Capture): Promise<boolean> {
  const { paymentId, account, currency } = capture;
  const event = { kind: 'capture', reference: paymentId, paymentId } as const;
  return recordTransaction(manager, event, currency, capturePostings(account, capture));
}

/**
 * Records once what the provider took for a payment (`fees` of its answer). Does nothing while the provider does not
 * say it: the reconciliation records it later.
 */
export async function recordProviderFee(
  manager: EntityManager,
  { paymentId, feesMinor, currency }: { paymentId: string; feesMinor: number | null; currency: string },
): Promise<boolean> {
  if (!feesMinor) return false;
  const event = { kind: 'provider_fee', reference: paymentId, paymentId } as const;
  return recordTransaction(manager, event, currency, providerFeePostings(feesMinor));
}

/** Money of a payment that goes back to the payer. */
export interface ReturnedMoney {
  paymentId: string;
  /** Id of the refund or dispute. */
  reference: string;
  /** In minor units of the payment's currency. */
  amountMinor: number;
  actorId?: string;
}

/**
 * Records a refund that the provider has processed, whole or partial; `isRest` that of the rest of a cheaper course. Returns whether
 * it is new.
 */
export async function recordRefund(
  manager: EntityManager,
  { isRest = false, ...refund }: ReturnedMoney & { isRest?: boolean },
): Promise<boolean> {
  if (!isRest) return recordReturn(manager, 'refund', 'refunds_out', refund);
  const { paymentId, amountMinor, actorId } = refund;
  const money = await lockCapturedMoney(manager, paymentId);
  // A reversal has given back all that was left, this refund included.
  if (money.isReversed) return false;
  const event = { kind: 'refund', reference: restReference(refund.reference), paymentId, actorId } as const;
  return recordTransaction(manager, event, money.currency, restPostings(amountMinor));
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
