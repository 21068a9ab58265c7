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
  const capture = await row<Pick<LockedMoney, 'account'>>(manager, captureSql('$1'), [paymentId]);
  if (capture) await lockAccount(manager, capture.account);
  const money = capture && (await row<LockedMoney>(manager, capturedMoneySql('$1'), [paymentId]));
  if (!money) throw new Error(`The ledger has no capture of payment ${paymentId}`);
  return money;
}

/** Returns the reference of the transaction of a refund that returns the rest of a cheaper course. */
export const restReference = (refundId: string): string => `rest:${refundId}`;

/** SQL: the account that the payment with this id was captured to, and its currency. */
const captureSql = (paymentId: string) => `SELECT p.account, p.currency FROM ledger_transactions t
  JOIN ledger_postings p ON p.transaction_id = t.id
  WHERE t.payment_id = ${paymentId} AND t.kind = 'capture' AND p.account ~ '^(request|pool):'`;

/** SQL: the balance of an account; see {@link balanceOf}. */
const balanceSql = (account: string, currency: string) =>
  `(SELECT coalesce(-sum(amount_minor), 0)::float8 FROM ledger_postings WHERE account = ${account} AND currency = ${currency})`;

/** SQL: what the ledger holds of the payment with this id, as {@link LockedMoney}; no row when no capture is recorded. */
export const capturedMoneySql = (
  paymentId: string,
): string => `SELECT k.account, k.currency, s."capturedMinor", s."feeMinor",
    s."returnedMinor", s."restMinor", s."isReversed",
    -- A pool may have allotted the money of this payment.
    greatest(0, least(s."heldMinor", ${balanceSql('k.account', 'k.currency')})) AS "heldMinor"
  FROM (${captureSql(paymentId)}) k CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'provider'), 0)::float8
        AS "capturedMinor",
      coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'capture' AND p.account = 'service_fees'), 0)::float8
        AS "feeMinor",
      coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind IN ('refund', 'dispute_lost', 'reversal')
        AND p.account = 'provider'), 0)::float8 AS "returnedMinor",
      coalesce(-sum(p.amount_minor) FILTER (WHERE t.kind = 'refund' AND t.reference LIKE '${restReference('%')}'
        AND p.account = 'provider'), 0)::float8 AS "restMinor",
      coalesce(-sum(p.amount_minor) FILTER (WHERE p.account = k.account), 0)::float8 AS "heldMinor",
      coalesce(bool_or(t.kind = 'reversal'), false) AS "isReversed"
    FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = ${paymentId}) s`;

/** SQL: what the completion fund has of each currency, in minor units. */
export const fundBalancesSql = `SELECT currency, -sum(amount_minor)::float8 AS minor FROM ledger_postings
  WHERE account = 'completion_fund' GROUP BY currency`;

/** Locks an account that may not be negative until the end of the transaction; the commit takes the same lock. */
export async function lockAccount(manager: EntityManager, account: HoldingAccount): Promise<void> {
  await execute(manager, 'SELECT lock_ledger_account($1)', [account]);
}

/** Returns what a request, pool or fund holds, in minor units; less than 0 when it is overdrawn. Lock it first to spend it. */
export async function balanceOf(client: SqlClient, account: Account, currency: string): Promise<number> {
  const balance = await row<{ minor: number }>(client, `SELECT ${balanceSql('$1', '$2')} AS minor`, [
    account,
    currency,
  ]);
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
  { paymentId, ...given }: { paymentId: string; amountMinor: number; isRest: boolean },
): Promise<ReturnShares | undefined> {
  const money = await row<PreviewedMoney>(
    client,
    `SELECT m.*, ${balanceSql(`'completion_fund'`, 'm.currency')} AS "fundBalanceMinor" FROM (${capturedMoneySql('$1')}) m`,
    [paymentId],
  );
  return money && divideReturn(money, given);
}

/** What the ledger holds of a payment, and the balance of the completion fund in its currency. */
export type PreviewedMoney = CapturedMoney & Pick<ReturnShares, 'currency' | 'fundBalanceMinor'>;

/** Returns who bears this much of a payment; see {@link previewReturn}. Pure. */
export function divideReturn(
  { currency, fundBalanceMinor, ...money }: PreviewedMoney,
  { amountMinor, isRest }: { amountMinor: number; isRest: boolean },
): ReturnShares {
  const postings = isRest ? restPostings(amountMinor) : returnPostings('refunds_out', amountMinor, money);
  const shareOf = (name: Account) => postings.find(({ account }) => account === name)?.amountMinor ?? 0;
  return {
    currency,
    amountMinor,
    requestMinor: shareOf(money.account),
    serviceFeeMinor: shareOf('service_fees'),
    fundMinor: shareOf('completion_fund'),
    fundBalanceMinor,
  };
}
