import type { EntityManager } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { type Account, requestAccount } from './accounts.ts';
import { balanceOf, lockAccount, lockCapturedMoney } from './lock-captured-money.ts';
import { purchasePostings } from './postings.ts';
import { recordTransaction } from './record-transaction.ts';

/** A bought course; amounts in minor units. */
export interface BoughtCourse {
  requestId: string;
  /** The payment that it is bought with; undefined when a pool allotted the money. */
  paymentId: string | undefined;
  /** Id of the purchase and number of the attempt, because a code that was not redeemed may be bought again. */
  reference: string;
  /** What the course really cost, in the currency of the payment. */
  priceMinor: number;
  currency: string;
  actorId?: string | undefined;
}

/**
 * Records a bought course: spends what the request holds; the rest goes to the completion fund, and an overrun comes
 * from it. Returns whether it is new.
 */
export async function recordPurchase(manager: EntityManager, bought: BoughtCourse): Promise<boolean> {
  const { requestId, paymentId, reference, actorId, priceMinor, currency } = bought;
  const account = requestAccount(requestId);
  const heldMinor = await holdingOf(manager, bought);
  const postings = purchasePostings(account, { heldMinor, priceMinor });
  const event = { kind: 'purchase', reference, paymentId: paymentId ?? null, actorId } as const;
  return recordTransaction(manager, event, currency, postings);
}

/** Gives back what was spent on a purchase that came to nothing, such as a code that the platform took back. */
export async function recordPurchaseReturn(
  manager: EntityManager,
  {
    reference,
    paymentId,
    actorId,
  }: Pick<BoughtCourse, 'reference' | 'paymentId'> & { actorId?: string | undefined },
): Promise<boolean> {
  const spent = await rows<{ account: Account; minor: number; currency: string }>(
    manager,
    `SELECT p.account, p.amount_minor::float8 AS minor, p.currency FROM ledger_transactions t
     JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.kind = 'purchase' AND t.reference = $1 ORDER BY p.line`,
    [reference],
  );
  const [first] = spent;
  if (!first) throw new Error(`The ledger has no purchase ${reference}`);
  const event = { kind: 'purchase_return', reference, paymentId: paymentId ?? null, actorId } as const;
  const postings = spent.map(({ account, minor }) => ({ account, amountMinor: -minor }));
  return recordTransaction(manager, event, first.currency, postings);
}

async function holdingOf(manager: EntityManager, bought: BoughtCourse): Promise<number> {
  if (bought.paymentId) return (await lockCapturedMoney(manager, bought.paymentId)).heldMinor;
  const account = requestAccount(bought.requestId);
  await lockAccount(manager, account);
  return balanceOf(manager, account, bought.currency);
}
