import type { EntityManager } from 'typeorm';
import { execute, row, type SqlClient } from '#services/platform/database/sql.ts';
import {
  type Account,
  type CapturedMoney,
  type HoldingAccount,
  restPostings,
  returnPostings,
} from './postings.ts';

/** {@link CapturedMoney} with its currency, and whether the provider has given back all of it. */
export interface LockedMoney extends CapturedMoney {
  currency: string;
  isReversed: boolean;
}

/**
 * Returns what the ledger holds of a payment, locked until the end of the transaction, so that two events cannot use
 * the same money. @throws Error when no capture of the payment is recorded.
 */
export async function lockCapturedMoney(manager: EntityManager, paymentId: string): Promise<LockedMoney> {
  const capture = await findCapture(manager, paymentId);
  if (!capture) throw new Error(`The ledger has no capture of payment ${paymentId}`);
  await lockAccount(manager, capture.account);
  return readMoney(manager, paymentId, capture);
}

/** Returns {@link lockCapturedMoney} without a lock, to show it; undefined when no capture is recorded. */
async function findCapturedMoney(client: SqlClient, paymentId: string): Promise<LockedMoney | undefined> {
  const capture = await findCapture(client, paymentId);
  return capture && readMoney(client, paymentId, capture);
}

/** Returns the reference of the transaction of a refund that returns the rest of a cheaper course. */
export const restReference = (refundId: string): string => `rest:${refundId}`;

interface Capture {
  account: HoldingAccount;
  currency: string;
}

function findCapture(client: SqlClient, paymentId: string): Promise<Capture | undefined> {
  return row<Capture>(
    client,
    `SELECT p.account, p.currency FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
     WHERE t.payment_id = $1 AND t.kind = 'capture' AND p.account ~ '^(request|pool):'`,
    [paymentId],
  );
}

async function readMoney(client: SqlClient, paymentId: string, capture: Capture): Promise<LockedMoney> {
  const money = await row<CapturedMoney & { isReversed: boolean }>(
    client,
    `SELECT coalesce(sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'provider'), 0)::float8
         AS "capturedMinor",
       coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'service_fees'), 0)::float8
         AS "feeMinor",
       coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind IN ('refund', 'dispute_lost', 'reversal')
         AND p.account = 'provider'), 0)::float8 AS "returnedMinor",
       coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'refund' AND t.reference LIKE '${restReference('%')}'
         AND p.account = 'provider'), 0)::float8 AS "restMinor",
       coalesce(-sum(p.amount_minor) FILTER (WHERE p.account = $2), 0)::float8 AS "heldMinor",
       coalesce(bool_or(t.kind = 'reversal'), false) AS "isReversed"
     FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = $1`,
    [paymentId, capture.account],
  );
  if (!money) throw new Error(`The ledger has no postings of payment ${paymentId}`);
  const balanceMinor = await balanceOf(client, capture.account, capture.currency);
  // A pool may have allotted the money of this payment.
  return { ...money, ...capture, heldMinor: Math.max(0, Math.min(money.heldMinor, balanceMinor)) };
}

/** Locks an account that may not be negative until the end of the transaction; the commit takes the same lock. */
export async function lockAccount(manager: EntityManager, account: HoldingAccount): Promise<void> {
  await execute(manager, 'SELECT lock_ledger_account($1)', [account]);
}

/** Returns what a request, pool or fund holds, in minor units; less than 0 when it is overdrawn. Lock it first to spend it. */
export async function balanceOf(client: SqlClient, account: Account, currency: string): Promise<number> {
  const balance = await row<{ minor: number }>(
    client,
    `SELECT coalesce(-sum(amount_minor), 0)::float8 AS minor FROM ledger_postings WHERE account = $1 AND currency = $2`,
    [account, currency],
  );
  return balance?.minor ?? 0;
}

/** Who bears money that goes back to a payer, in minor units of the currency. */
export interface ReturnShares {
  currency: string;
  amountMinor: number;
  /** From what the request still holds. */
  requestMinor: number;
  serviceFeeMinor: number;
  /** From the completion fund, because the money is spent. */
  fundMinor: number;
  /** Balance of the completion fund before; less than 0 when it is overdrawn. */
  fundBalanceMinor: number;
}

/**
 * Returns who would bear it if this much of a payment went back to the payer now, for `isRest` as the rest of a cheaper course;
 * undefined for a payment without money in the ledger.
 */
export async function previewReturn(
  client: SqlClient,
  { paymentId, amountMinor, isRest }: { paymentId: string; amountMinor: number; isRest: boolean },
): Promise<ReturnShares | undefined> {
  const money = await findCapturedMoney(client, paymentId);
  if (!money) return undefined;
  const postings = isRest ? restPostings(amountMinor) : returnPostings('refunds_out', amountMinor, money);
  const shareOf = (name: Account) => postings.find(({ account }) => account === name)?.amountMinor ?? 0;
  return {
    currency: money.currency,
    amountMinor,
    requestMinor: shareOf(money.account),
    serviceFeeMinor: shareOf('service_fees'),
    fundMinor: shareOf('completion_fund'),
    fundBalanceMinor: await balanceOf(client, 'completion_fund', money.currency),
  };
}
