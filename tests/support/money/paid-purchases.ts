import type { EntityManager } from 'typeorm';
import { vi } from 'vitest';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { buyPurchase } from '#services/purchases/buy-purchase.ts';
import { handOverPurchase } from '#services/purchases/hand-over-purchase.ts';
import { claimPurchase } from '#services/purchases/lock-purchase.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { fileRequest, press, type SignedIn, startPayment } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';
import { patient } from '../soon.ts';
import { untilApproved } from './until-approved.ts';

/** Has a sponsor pay a request of ₦20,000 of this learner; workers must run. Returns its queued purchase. */
export async function payForCourse(
  product: TestProduct,
  { learner, sponsor }: { learner: SignedIn; sponsor: SignedIn },
  request: object = {},
): Promise<Purchase> {
  return payRequest(product, sponsor, await fileRequest(product.url, learner, request));
}

/** Has a sponsor pay a request; workers must run. Returns its queued purchase. */
export async function payRequest(
  product: TestProduct,
  sponsor: SignedIn,
  requestId: string,
): Promise<Purchase> {
  const { url, sandbox } = product;
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
  return untilApproved(product, reference);
}

/** Claims a purchase for an operator. */
export const claimFor = ({ db }: TestProduct, { id }: Purchase, operatorId: string) =>
  inTransaction(db, (manager) => claimPurchase(manager, { purchaseId: id, operatorId }));

/** Records an order in the currency of the payment, in the caller's transaction. */
export const orderFor = (
  manager: EntityManager,
  { id }: Purchase,
  operatorId: string,
  priceMinor = 2_000_000,
) =>
  buyPurchase(manager, {
    purchaseId: id,
    operatorId,
    orderNumber: 'ORDER-1',
    chargedMinor: priceMinor,
    chargedCurrency: 'NGN',
    exchangeRate: 1,
    redeemBy: null,
  });

/** Has a new operator buy the course of a paid request and hand it over, by a code where the learner asked for one; workers must run. */
export async function orderCourse(product: TestProduct, requestId: string): Promise<void> {
  const purchases = product.db.getRepository(PurchaseEntity);
  const purchase = await vi.waitFor(
    () => purchases.findOneByOrFail({ requestId, status: 'queued' }),
    patient,
  );
  const email = `${crypto.randomUUID()}@staff.example`;
  const operator = { email, fullName: 'Olive', role: 'operator' } as const;
  const { identifiers } = await product.db.manager.insert(UserEntity, operator);
  await claimFor(product, purchase, identifiers[0]?.id);
  const { delivery } = await product.db.getRepository(HelpRequestEntity).findOneByOrFail({ id: requestId });
  const code = delivery === 'enrolment-code' ? 'CODE-1' : undefined;
  const handOver = { purchaseId: purchase.id, operatorId: identifiers[0]?.id, code };
  await inTransaction(product.db, async (manager) => {
    await orderFor(manager, purchase, identifiers[0]?.id);
    await handOverPurchase(manager, handOver, product.config);
  });
}

/** Balances per kind of account over the ledger transactions of these payments; requests are added up. */
export async function balancesOf(
  { db }: TestProduct,
  ...paymentIds: string[]
): Promise<Record<string, number>> {
  const balances: { account: string; minor: number }[] = await db.query(
    `SELECT split_part(account, ':', 1) AS account, sum(amount_minor)::float8 AS minor FROM ledger_transactions t
     JOIN ledger_postings p ON p.transaction_id = t.id WHERE t.payment_id = ANY ($1) GROUP BY 1`,
    [paymentIds],
  );
  return Object.fromEntries(balances.map(({ account, minor }) => [account, minor]));
}
