import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { handOverPurchase } from '#services/purchases/hand-over-purchase.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { balancesOf, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const release = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.releaseCase, { params: { id }, body: { reason: 'For you' } }, cookie);
const act = (id: string, action: string, { cookie }: TestOperator, values: Record<string, string> = {}) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie);
const read = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
const caseOf = async (kind: string, subjectId: string) =>
  (await product.db.query('SELECT id FROM cases WHERE kind = $1 AND subject_id = $2', [kind, subjectId]))[0]
    ?.id as string;
const disputeOf = ({ paymentId }: Purchase) =>
  product.db.getRepository(DisputeEntity).findOneByOrFail({ paymentId });

/** A purchase of a course that is bought and, unless `isBought`, handed over; its payment is disputed then. */
async function disputed(isBought = false) {
  const purchase = await payForCourse(product, { learner, sponsor }, { delivery: 'gift-to-email' });
  const purchaseCase = await caseOf('purchase', purchase.id);
  await claim(purchaseCase, ada);
  await act(purchaseCase, 'start-buying', ada);
  await act(purchaseCase, 'record-order', ada, { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' });
  if (!isBought) await act(purchaseCase, 'hand-over', ada);
  const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE id = $1', [
    purchase.paymentId,
  ]);
  const address = `${product.sandbox.httpUrl}/payments/control/transactions/${reference}/dispute`;
  await fetch(address, { method: 'POST' });
  // The webhook opens the case before the dispute is read.
  await vi.waitFor(() => disputeOf(purchase), patient);
  return { purchase, purchaseCase, id: await caseOf('dispute', purchase.paymentId) };
}

async function accept(id: string) {
  await claim(id, ada);
  await act(id, 'accept-dispute', ada, { message: 'The course was never sent.' });
  await release(id, ada);
  await claim(id, grace);
  return act(id, 'approve-acceptance', grace);
}

/** Has the sponsor pay the request once more, which was refunded. */
async function payAgain({ requestId }: Purchase): Promise<void> {
  await product.db.query(`UPDATE requests SET status = 'pending', paid_at = NULL WHERE id = $1`, [requestId]);
  const { reference, access_code } = (await startPayment(product.url, sponsor, requestId)).body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
}

const ended = ({ id }: Purchase) =>
  vi.waitFor(async () => {
    const [row] = await product.db.query(
      `SELECT p.status AS payment, r.status AS request FROM purchases u JOIN payments p ON p.id = u.payment_id
       JOIN requests r ON r.id = u.request_id WHERE u.id = $1`,
      [id],
    );
    expect(row).toEqual({ payment: 'reversed', request: 'refunded' });
  }, patient);

it('a dispute is accepted by one operator and approved by another', async () => {
  const { purchase, id } = await disputed();
  await claim(id, ada);
  const message = 'The course was never sent.';
  expect((await act(id, 'accept-dispute', ada, { message })).status).toBe(200);
  expect(await disputeOf(purchase)).toMatchObject({ status: 'awaiting_merchant', answer: null });
  const { actions, payments, history } = await read(id);
  expect(actions.map(({ name }) => name)).toEqual(['fight-dispute', 'approve-acceptance', 'settle-again']);
  expect(payments[0]?.dispute).toMatchObject({ answer: null, acceptRequestedBy: 'Ada' });
  expect(history.at(-1)).toMatchObject({ detail: `Waits for a second operator: ${message}` });
  expect((await act(id, 'accept-dispute', ada, { message })).body.message).toContain(
    'accepting the dispute waits for approval',
  );
  expect(await act(id, 'approve-acceptance', ada)).toMatchObject({
    status: 409,
    body: { message: 'You asked for this already. Another operator has to approve it.' },
  });
  await release(id, ada);
  await claim(id, grace);
  expect((await act(id, 'approve-acceptance', grace)).status).toBe(200);
  expect(await disputeOf(purchase)).toMatchObject({ answer: 'accept', message, answeredById: grace.id });
  await vi.waitFor(
    async () => expect(await disputeOf(purchase)).toMatchObject({ outcome: 'accepted' }),
    patient,
  );
});

it('an acceptance that waits ends when the dispute is fought', async () => {
  const { purchase, id } = await disputed();
  await claim(id, ada);
  await act(id, 'accept-dispute', ada, { message: 'Take it.' });
  expect((await act(id, 'fight-dispute', ada, { message: 'It was handed over.' })).status).toBe(200);
  expect(await product.db.query(`SELECT 1 FROM pending_approvals WHERE subject LIKE 'dispute:%'`)).toEqual(
    [],
  );
  expect(await disputeOf(purchase)).toMatchObject({ answer: 'fight', message: 'It was handed over.' });
});

it('the case of a course that is handed over ends with its lost dispute', async () => {
  const { purchase, purchaseCase, id } = await disputed();
  expect(await read(purchaseCase)).toMatchObject({ status: 'waiting', waitingOn: 'learner' });
  expect((await accept(id)).status).toBe(200);
  await ended(purchase);
  expect(await read(purchaseCase)).toMatchObject({
    status: 'closed',
    outcome: 'disputed',
    closedReason: 'The dispute was accepted.',
    purchase: { status: 'failed' },
  });
  expect((await read(purchaseCase)).actions.map(({ name }) => name)).not.toContain('mark-enrolled');
});

it('an order that is not handed over stays with the operators, who cannot hand it over any more', async () => {
  const { purchase, purchaseCase, id } = await disputed(true);
  expect((await accept(id)).status).toBe(200);
  await ended(purchase);
  const { status, history, actions } = await read(purchaseCase);
  expect(status).toBe('claimed');
  expect(history.at(-1)?.detail).toBe(
    'The dispute was accepted. Cancel order CO-1 if the platform allows it, and end the purchase.',
  );
  expect(actions.find(({ name }) => name === 'end-purchase')?.notice).toBe(
    'The payment was given back before the course was handed over. Cancel order CO-1 at the platform first: what it does not give back of ₦20,000 is borne by the completion fund.',
  );
  const names = actions.map(({ name }) => name);
  expect(names).toContain('end-purchase');
  expect(names).not.toContain('hand-over');
  expect(await product.db.getRepository(PurchaseEntity).findOneByOrFail({ id: purchase.id })).toMatchObject({
    status: 'bought',
  });
});

it.each([
  ['yes', 0],
  ['no', 2_000_000],
])(
  'such an order is ended, and the fund bears what the platform keeps: given back, %s',
  async (isMoneyBack, fund) => {
    const { purchase, purchaseCase, id } = await disputed(true);
    await callDesk(
      product.url,
      desk.waitForCase,
      {
        params: { id: purchaseCase },
        body: { on: 'provider', until: '2099-01-01T00:00:00Z', reason: 'Ship it' },
      },
      ada.cookie,
    );
    await accept(id);
    await ended(purchase);
    expect((await read(purchaseCase)).status).toBe('claimed');
    expect((await act(purchaseCase, 'end-purchase', ada, { reason: 'Cancelled', isMoneyBack })).status).toBe(
      200,
    );
    expect(await balancesOf(product, purchase.paymentId)).toMatchObject({
      request: 0,
      completion_fund: fund,
    });
    expect(await read(purchaseCase)).toMatchObject({ status: 'closed', purchase: { status: 'failed' } });
    const open = await product.db.query(
      `SELECT kind FROM cases WHERE subject_id = $1 AND status <> 'closed'`,
      [purchase.paymentId],
    );
    expect(open).toEqual([]);
  },
);

it('such an order is not handed over when the request is paid again, and its case touches no other payment', async () => {
  const { purchase, purchaseCase, id } = await disputed(true);
  await accept(id);
  await ended(purchase);
  await payAgain(purchase);
  const names = (await read(purchaseCase)).actions.map(({ name }) => name);
  expect(names).toContain('end-purchase');
  expect(names).not.toContain('hand-over');
  expect(names).not.toContain('refund');
  const handingOver = inTransaction(product.db, (manager) =>
    handOverPurchase(manager, { purchaseId: purchase.id, operatorId: ada.id }, product.config),
  );
  await expect(handingOver).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/was given back/),
  });
});
