import { type EntityManager, Like } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';
import { balanceOf, lockAccount, lockCapturedMoney } from './captured-money.ts';
import { LedgerTransactionEntity } from './ledger.entity.ts';
import { type Posting, purchasePostings, purchaseReturnPostings, requestAccount } from './postings.ts';
import { recordTransaction } from './record-transaction.ts';

/** A bought course; amounts in minor units. */
export interface BoughtCourse {
  requestId: string;
  /** The payment that it is bought with; undefined when a pool allotted the money. */
  paymentId: string | undefined;
  /** Later payments of a price difference. They pay what the first one does not, before the fund does. */
  addedPaymentIds?: readonly string[];
  /** Id of the purchase and number of the attempt, because a code that was not redeemed may be bought again. */
  reference: string;
  /** The real cost of the course, in the currency of the payment. */
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
  if (await isRecorded(manager, reference)) return false;
  let restMinor = Math.max(0, priceMinor - heldMinor);
  let addedMinor = 0;
  for (const addedId of bought.addedPaymentIds ?? []) {
    const { heldMinor: held } = await lockCapturedMoney(manager, addedId);
    if (held === 0) continue;
    const spentMinor = Math.min(held, restMinor);
    const added = {
      kind: 'purchase',
      reference: `${reference}:${addedId}`,
      paymentId: addedId,
      actorId,
    } as const;
    const shares = purchasePostings(account, { heldMinor: held, priceMinor: spentMinor });
    if (!(await recordTransaction(manager, added, currency, shares))) continue;
    restMinor -= spentMinor;
    addedMinor += spentMinor;
  }
  const postings = purchasePostings(account, { heldMinor, priceMinor: priceMinor - addedMinor });
  // Differences may pay all of a second attempt, when the first one has spent the payment.
  if (postings.length === 0) return true;
  const event = { kind: 'purchase', reference, paymentId: paymentId ?? null, actorId } as const;
  return recordTransaction(manager, event, currency, postings);
}

// The transactions of a purchase and of the differences that were paid for it.
const ofPurchase = `t.kind = 'purchase' AND (t.reference = $1 OR t.reference LIKE $1 || ':%')`;

/**
 * Gives back what was spent on a purchase that came to nothing, such as a code that the platform took back: to the request,
 * or to the completion fund where it has borne a refund or dispute since. The fund keeps what is on its way to the payers as the
 * rest of a cheaper course: `promised`, by payment, in minor units.
 */
export async function recordPurchaseReturn(
  manager: EntityManager,
  {
    reference,
    actorId,
    promised,
  }: Pick<BoughtCourse, 'reference' | 'actorId'> & {
    promised?: ReadonlyMap<string, number>;
  },
): Promise<boolean> {
  const spent = await rows<{
    transaction: string;
    paymentId: string | null;
    postings: Posting[];
    currency: string;
  }>(
    manager,
    `SELECT t.reference AS transaction, t.payment_id AS "paymentId", p.currency, json_agg(
       json_build_object('account', p.account, 'amountMinor', p.amount_minor) ORDER BY p.line) AS postings
     FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id
     WHERE ${ofPurchase} GROUP BY t.id, p.currency`,
    [reference],
  );
  if (spent.length === 0) throw new Error(`The ledger has no purchase ${reference}`);
  let isNew = false;
  for (const { transaction, paymentId, postings, currency } of spent) {
    const promisedMinor = paymentId ? promised?.get(paymentId) : 0;
    const event = { kind: 'purchase_return', reference: transaction, paymentId, actorId } as const;
    const returned = paymentId
      ? purchaseReturnPostings(postings, await lockCapturedMoney(manager, paymentId), promisedMinor)
      : postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }));
    if (returned.length === 0) continue;
    isNew = (await recordTransaction(manager, event, currency, returned)) || isNew;
  }
  return isNew;
}

function isRecorded(manager: EntityManager, reference: string): Promise<boolean> {
  const kind = 'purchase';
  return manager.existsBy(LedgerTransactionEntity, [
    { kind, reference },
    { kind, reference: Like(`${reference}:%`) },
  ]);
}

async function holdingOf(manager: EntityManager, bought: BoughtCourse): Promise<number> {
  if (bought.paymentId) return (await lockCapturedMoney(manager, bought.paymentId)).heldMinor;
  const account = requestAccount(bought.requestId);
  await lockAccount(manager, account);
  return balanceOf(manager, account, bought.currency);
}
