import type { DataSource, EntityManager } from 'typeorm';
import type { Account } from './accounts.ts';
import { balanceOf, findCapturedMoney } from './lock-captured-money.ts';
import { returnPostings } from './postings.ts';

/** Who bears money that goes back to a payer, in minor units of the currency. */
export interface ReturnShares {
  currency: string;
  amountMinor: number;
  /** From what the request still holds. */
  requestMinor: number;
  serviceFeeMinor: number;
  /** From the completion fund, because the money is spent. */
  fundMinor: number;
  /** What the completion fund has before; less than 0 when it is overdrawn. */
  fundBalanceMinor: number;
}

/**
 * Returns who would bear it if this much of a payment went back to the payer now; undefined for a payment without money in
 * the ledger.
 */
export async function previewReturn(
  client: DataSource | EntityManager,
  paymentId: string,
  amountMinor: number,
): Promise<ReturnShares | undefined> {
  const money = await findCapturedMoney(client, paymentId);
  if (!money) return undefined;
  const postings = returnPostings('refunds_out', amountMinor, money);
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
