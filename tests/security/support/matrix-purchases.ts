import { verifyPayment } from '#contracts/payments/payments.ts';
import { buyPurchase } from '#services/purchases/buy-purchase.ts';
import { handOverPurchase } from '#services/purchases/hand-over-purchase.ts';
import { claimPurchase } from '#services/purchases/lock-purchase.ts';
import { askPayer, withdrawQuestion } from '#services/purchases/price-choices/price-choices.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { fileRequest, press, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { addOperator, idOf } from './accounts.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

const others = { A: 401, L2: 404, S: 403, SP: 403 };

/** Creates a request of LO that SP paid for, to be delivered by a code. Returns its id. */
async function paidOne({ product, people }: World): Promise<string> {
  const requestId = await fileRequest(product.url, people.LO, { delivery: 'enrolment-code' });
  const { reference, access_code } = (await startPayment(product.url, people.SP, requestId)).body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, people.SP.token);
  await untilApproved(product, reference);
  return requestId;
}

async function handedOverOne(world: World): Promise<string> {
  const { product } = world;
  const requestId = await paidOne(world);
  const { id: purchaseId } = await product.db.getRepository(PurchaseEntity).findOneByOrFail({ requestId });
  const operatorId = await idOf(product, await addOperator(product));
  const action = { purchaseId, operatorId };
  await product.db.transaction(async (manager) => {
    await claimPurchase(manager, action);
    await buyPurchase(manager, {
      ...action,
      orderNumber: 'ORDER-1',
      chargedMinor: 2_000_000,
      chargedCurrency: 'NGN',
      exchangeRate: 1,
      redeemBy: null,
    });
    await handOverPurchase(manager, { ...action, code: 'A-CODE' }, product.config);
  });
  return requestId;
}

/** Asks SP about a higher price. Returns the id of the question; `isOpen` unless it was taken back. */
async function priceQuestion(world: World, isOpen: boolean): Promise<string> {
  const { product } = world;
  const requestId = await paidOne(world);
  const { id: purchaseId } = await product.db.getRepository(PurchaseEntity).findOneByOrFail({ requestId });
  const action = { purchaseId, operatorId: await idOf(product, await addOperator(product)) };
  return product.db.transaction(async (manager) => {
    await claimPurchase(manager, action);
    const { id } = await askPayer(manager, { ...action, priceMinor: 2_600_000, message: '' });
    if (!isOpen) await withdrawQuestion(manager, action);
    return id;
  });
}

const payers = { A: 401, LO: 403, L2: 403, S: 404 };

function questions(answer: 'pay' | 'refund'): Situation[] {
  const path = (id: string) => `/course/price-choice/${id}/${answer}`;
  return [
    {
      about: 'a question about a higher price',
      send: async (world) => ({ path: path(await priceQuestion(world, true)) }),
      expected: { ...payers, SP: 200 },
    },
    {
      about: 'a question that was taken back',
      send: async (world) => ({ path: path(await priceQuestion(world, false)) }),
      expected: { ...payers, SP: 409 },
    },
  ];
}

function situations(path: (id: string) => string): Situation[] {
  return [
    {
      about: 'a course that is handed over',
      send: async (world) => ({ path: path(await handedOverOne(world)) }),
      expected: { ...others, LO: 200 },
    },
    {
      about: 'a course that is not bought yet',
      send: async (world) => ({ path: path(await paidOne(world)) }),
      expected: { ...others, LO: 409 },
    },
    {
      about: 'an unpaid request',
      send: async ({ newRequest }) => ({ path: path(await newRequest()) }),
      expected: { ...others, LO: 404 },
    },
  ];
}

/** Who may see the code of a bought course, confirm that it is redeemed, say that it did not arrive, and answer a question about its price. */
export const purchasesMatrix: Record<string, Situation[]> = {
  'POST /course/request/:id/code': situations((id) => `/course/request/${id}/code`),
  'POST /course/request/:id/redeemed': situations((id) => `/course/request/${id}/redeemed`),
  'POST /course/request/:id/not-received': situations((id) => `/course/request/${id}/not-received`),
  'POST /course/request/:id/thank-you': [
    {
      about: 'a course that is paid for',
      send: async (world) => ({
        path: `/course/request/${await paidOne(world)}/thank-you`,
        json: { stage: 'paid', text: 'Thank you' },
      }),
      expected: { ...others, LO: 201 },
    },
    {
      about: 'an unpaid request',
      send: async ({ newRequest }) => ({
        path: `/course/request/${await newRequest()}/thank-you`,
        json: { stage: 'paid', text: 'Thank you' },
      }),
      expected: { ...others, LO: 409 },
    },
  ],
  'POST /course/not-received-link': [
    {
      about: 'a made-up link',
      send: ({ people }) => ({ path: '/course/not-received-link', json: { token: people.LO.token } }),
      expected: { A: 422, LO: 422, L2: 422, S: 422, SP: 422 },
    },
  ],
  'POST /course/request/:id/rest': [
    {
      about: 'a course that is not bought yet',
      send: async (world) => ({
        path: `/course/request/${await paidOne(world)}/rest`,
        json: { rest: 'payer' },
      }),
      expected: { ...payers, SP: 200 },
    },
    {
      about: 'a course that is bought',
      send: async (world) => ({
        path: `/course/request/${await handedOverOne(world)}/rest`,
        json: { rest: 'payer' },
      }),
      expected: { ...payers, SP: 409 },
    },
  ],
  'POST /course/price-choice/:id/pay': questions('pay'),
  'POST /course/price-choice/:id/refund': questions('refund'),
};
