import type { EntityManager } from 'typeorm';
import type { reportNotReceived } from '#contracts/purchases/not-received.ts';
import type { redeemCourse, revealCode } from '#contracts/purchases/purchases.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { buyPurchase } from '#services/purchases/buy-purchase.ts';
import { handOverPurchase } from '#services/purchases/hand-over-purchase.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import type { SignedIn } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import { startProductWithPeople } from '../product/product-with-people.ts';
import { balancesOf, claimFor, payForCourse } from './paid-purchases.ts';

/** The enrolment code that {@link PurchaseDesk.handedOver} hands over. */
export const secretCode = 'CANARY-ENROL-4711';

export type PurchaseDesk = Awaited<ReturnType<typeof openPurchaseDesk>>;

/** Starts a product with workers, a learner, a sponsor and two operators, and returns what they do with purchases. */
export async function openPurchaseDesk() {
  const { product, learner, sponsor } = await startProductWithPeople();
  const olive = await idOf(product, await addOperator(product));
  const oscar = await idOf(product, await addOperator(product));
  const record = <T>(work: (manager: EntityManager) => Promise<T>) => inTransaction(product.db, work);

  /** Pays for a request whose course is delivered in this way. Returns its queued purchase. */
  const paid = (delivery = 'enrolment-code') => {
    const account = {
      email: 'ada@platform.example',
      password: delivery === 'platform-login' ? 'secret' : '',
    };
    return payForCourse(product, { learner, sponsor }, { delivery, account });
  };
  const purchaseOf = ({ id }: Purchase) => product.db.getRepository(PurchaseEntity).findOneByOrFail({ id });
  const claim = (purchase: Purchase, operatorId = olive) => claimFor(product, purchase, operatorId);
  /** Records Olive's order of ₦20,000; `more` replaces fields of it. */
  const buy = (purchase: Purchase, more: object = {}) => {
    const order = {
      purchaseId: purchase.id,
      operatorId: olive,
      orderNumber: 'ORDER-1',
      chargedMinor: 2_000_000,
      chargedCurrency: 'NGN',
      exchangeRate: 1,
      redeemBy: null,
      ...more,
    };
    return record((manager) => buyPurchase(manager, order));
  };
  const handOver = ({ id }: Purchase, code?: string) =>
    record((manager) =>
      handOverPurchase(manager, { purchaseId: id, operatorId: olive, code }, product.config),
    );
  return {
    product,
    learner,
    sponsor,
    olive,
    oscar,
    record,
    paid,
    purchaseOf,
    claim,
    buy,
    handOver,
    /** A purchase that is claimed, bought and handed over; by enrolment code unless `delivery` says otherwise. */
    async handedOver(delivery?: string, more?: object): Promise<Purchase> {
      const purchase = await paid(delivery);
      await claim(purchase);
      await buy(purchase, more);
      await handOver(purchase, delivery ? undefined : secretCode);
      return purchaseOf(purchase);
    },
    /** Calls an endpoint of a purchase, as its learner unless `who` is given. */
    call: (
      endpoint: typeof revealCode | typeof redeemCourse | typeof reportNotReceived,
      { requestId }: Purchase,
      who: SignedIn = learner,
    ) => callApi(product.url, endpoint, { params: { id: requestId } }, who.token),
    balances: ({ paymentId }: Purchase) => balancesOf(product, paymentId),
    requestStatus: async ({ requestId }: Purchase) =>
      (await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]))[0].status,
    /** Returns the latest case of a purchase. */
    caseOf: async ({ id }: Purchase) => {
      const [latest] = await product.db.query(
        `SELECT status, outcome, summary FROM cases WHERE subject_id = $1 AND kind = 'purchase' ORDER BY created_at DESC`,
        [id],
      );
      return latest;
    },
  };
}

/** Returns `done`, or the status and message of the error that a call was rejected with. */
export const conflictOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { status: number; message: string }) => `${error.status} ${error.message}`,
  );
