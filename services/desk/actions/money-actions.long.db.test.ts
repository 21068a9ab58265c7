import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import {
  getDisputeEvidence,
  getOrderReceipt,
  orderReceiptFile,
  uploadOrderReceipt,
} from '#contracts/desk/desk-documents.ts';
import { dayMs } from '#contracts/durations.ts';
import { openCase } from '#services/cases/open-case.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

async function pay(): Promise<{ paymentId: string; reference: string }> {
  const { url, sandbox } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  const { paymentId } = await untilApproved(product, reference);
  return { paymentId, reference };
}

const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const release = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.releaseCase, { params: { id }, body: { reason: 'For you' } }, cookie);
const act = (id: string, action: string, { cookie }: TestOperator, values: Record<string, string> = {}) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie);

it('a refund is requested by one operator and approved by another', async () => {
  const { paymentId } = await pay();
  const subject = { type: 'payment', id: paymentId } as const;
  const id = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'refund', subject, summary: 'The course is gone.' }),
  );
  await claim(id, ada);
  const offered = async () =>
    (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data.actions.map(
      ({ name, obstacle }) => [name, obstacle],
    );
  expect(await offered()).toEqual([
    ['refund', null],
    ['settle-again', null],
  ]);
  expect((await act(id, 'refund', ada)).status).toBe(422);
  expect((await act(id, 'refund', ada, { reason: 'The course is gone.' })).status).toBe(200);
  expect(await act(id, 'refund', ada, { reason: 'Again' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the refund waits for approval') },
  });
  const waiting = [
    ['approve-refund', 'You requested this refund. Another operator has to approve it.'],
    ['withdraw-refund', null],
    ['settle-again', null],
  ];
  expect(await offered()).toEqual(waiting);
  expect((await act(id, 'approve-refund', ada)).status).toBe(409);
  expect((await act(id, 'withdraw-refund', ada, { reason: 'A mistake' })).status).toBe(200);
  expect(await product.db.getRepository(RefundEntity).countBy({ paymentId })).toBe(0);
  expect(await offered()).toEqual([
    ['refund', null],
    ['settle-again', null],
  ]);
  expect((await act(id, 'refund', ada, { reason: 'The course is gone.' })).status).toBe(200);
  expect(await offered()).toEqual(waiting);
  await release(id, ada);
  await claim(id, grace);
  expect((await act(id, 'approve-refund', grace)).status).toBe(200);
  expect((await act(id, 'approve-refund', grace)).body.message).toContain(
    'changed in the meantime: the refund',
  );
  await vi.waitFor(
    async () =>
      expect(await product.db.getRepository(RefundEntity).findBy({ paymentId })).toMatchObject([
        { status: 'processed', reason: 'The course is gone.', isReasonForPayer: true },
      ]),
    patient,
  );
});

it('a purchase offers what can be done now, and its case waits for the learner once it is handed over', async () => {
  const { paymentId } = await pay();
  const [{ id }] = await product.db.query(
    'SELECT c.id FROM cases c JOIN purchases p ON p.id::text = c.subject_id WHERE p.payment_id = $1',
    [paymentId],
  );
  await claim(id, ada);
  const read = async () =>
    (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
  const always = ['refund', 'approve-refund', 'withdraw-refund', 'settle-again'];
  const offered = async () => {
    const { purchase, actions } = await read();
    return [purchase?.status, ...actions.map(({ name }) => name).filter((name) => !always.includes(name))];
  };
  expect(await offered()).toEqual(['queued', 'start-buying', 'end-purchase']);
  expect((await act(id, 'start-buying', ada)).status).toBe(200);
  expect((await act(id, 'stop-buying', ada)).status).toBe(200);
  expect(await offered()).toEqual(['queued', 'start-buying', 'end-purchase']);
  expect((await act(id, 'start-buying', ada)).status).toBe(200);
  const prices = ['ask-for-higher-price', 'ask-payer'];
  // The first is the next step: what this operator holds is to be bought.
  const claimed = ['record-order', 'start-buying', 'stop-buying', ...prices, 'buy-again', 'end-purchase'];
  expect(await offered()).toEqual(['claimed', ...claimed]);
  expect((await act(id, 'ask-for-higher-price', ada, { price: '21600' })).status).toBe(200);
  expect(await offered()).toContain('approve-higher-price');
  expect((await act(id, 'hand-over', ada)).status).toBe(409);
  const redeemBy = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  const order = { orderNumber: 'CO-1', charged: '19500', currency: 'ngn', redeemBy };
  expect((await act(id, 'record-order', ada, order)).status).toBe(200);
  expect(await offered()).toEqual(['bought', 'hand-over', 'buy-again', 'end-purchase']);
  expect((await read()).actions.find(({ name }) => name === 'refund')?.notice).toMatch(
    /^₦20,018 go back to the payer: ₦20,000 from the completion fund, because it is spent, ₦18 of service fees\. The fund .* overdrawn by .* afterwards\.\nAnother operator approves it: Grace\.$/,
  );
  expect((await act(id, 'hand-over', ada)).status).toBe(200);
  const changed =
    'This case changed in the meantime: the course is handed over. Please check it before you go on.';
  expect(await act(id, 'hand-over', ada)).toMatchObject({ status: 409, body: { message: changed } });
  expect((await act(id, 'uphold', ada)).status).toBe(404);
  expect(await offered()).toEqual([
    'handed_over',
    ...['mark-enrolled', 'buy-again', 'end-purchase', 'send-mail-again'],
  ]);
  expect(await read()).toMatchObject({
    status: 'waiting',
    waitingOn: 'learner',
    dueAt: `${redeemBy}T23:59:59.000Z`,
    purchase: {
      orderNumber: 'CO-1',
      spent: { minor: 1_950_000, currency: 'NGN' },
      charged: { minor: 1_950_000, currency: 'NGN' },
      exchangeRate: 1,
    },
  });
  expect((await act(id, 'buy-again', ada, { reason: 'Lost', isMoneyBack: 'yes' })).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'claimed', waitingOn: null, purchase: { status: 'queued' } });
});

it('a dispute is fought once', async () => {
  const { paymentId, reference } = await pay();
  await fetch(`${product.sandbox.httpUrl}/payments/control/transactions/${reference}/dispute`, {
    method: 'POST',
  });
  const id = await vi.waitFor(async () => {
    expect(await product.db.getRepository(DisputeEntity).findBy({ paymentId })).toHaveLength(1);
    const [row] = await product.db.query(`SELECT id FROM cases WHERE subject_id = $1 AND kind = 'dispute'`, [
      paymentId,
    ]);
    return row.id as string;
  }, patient);
  const evidence = (payment: string) =>
    callDesk(product.url, getDisputeEvidence, { params: { id: payment } }, ada.cookie);
  const pdf = await evidence(paymentId);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await evidence(id)).status).toBe(404);
  const { body } = await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie);
  expect(body.data.payments).toMatchObject([
    { id: paymentId, dispute: { status: 'awaiting_merchant', outcome: null, answer: null } },
  ]);
  await claim(id, ada);
  const message = 'The course was bought.';
  const offered = async () =>
    (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
  expect((await offered()).actions.map(({ name }) => name)).toEqual([
    ...['fight-dispute', 'accept-dispute', 'settle-again'],
  ]);
  expect((await act(id, 'fight-dispute', ada, { message })).status).toBe(200);
  for (const again of ['fight-dispute', 'accept-dispute'])
    expect(await act(id, again, ada, { message })).toMatchObject({
      status: 409,
      body: {
        message:
          'This case changed in the meantime: the dispute is fought. Please check it before you go on.',
      },
    });
  expect(await offered()).toMatchObject({
    actions: [{ name: 'settle-again' }],
    payments: [{ dispute: { answer: 'fight', message, answeredBy: 'Ada', answeredAt: expect.any(String) } }],
  });
  await vi.waitFor(
    async () =>
      expect(await product.db.getRepository(DisputeEntity).findBy({ paymentId })).toMatchObject([
        { status: 'awaiting_bank', message },
      ]),
    patient,
  );
});

it('the receipt of an order is uploaded to its case, replaced, and asked for again after another order', async () => {
  const { paymentId } = await pay();
  const [{ id }] = await product.db.query(
    `SELECT c.id FROM cases c JOIN purchases p ON p.id::text = c.subject_id WHERE p.payment_id = $1`,
    [paymentId],
  );
  const params = { id };
  const send = async (data: Buffer, { cookie } = ada) => {
    const form = new FormData();
    form.append('receipt', new File([new Uint8Array(data)], 'receipt.pdf', { type: 'application/pdf' }));
    const address = `${product.url}/api${uploadOrderReceipt.path.replace(':id', id)}`;
    return (await fetch(address, { method: 'POST', body: form, headers: { cookie } })).status;
  };
  const shown = async () => {
    const { status, body } = await callDesk(product.url, getOrderReceipt, { params }, grace.cookie);
    return [status, status === 200 && JSON.stringify(body).match(/Receipt \d/)?.[0]];
  };
  const receiptAt = async () =>
    (await callDesk(product.url, desk.getCase, { params }, ada.cookie)).body.data.purchase?.receiptAt;
  expect(await send(pdf())).toBe(409);
  await claim(id, ada);
  expect((await act(id, 'start-buying', ada)).status).toBe(200);
  expect(await send(pdf())).toBe(409);
  const order = { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' };
  expect((await act(id, 'record-order', ada, order)).status).toBe(200);
  expect(await receiptAt()).toBeNull();
  expect(await send(Buffer.from('<html>'))).toBe(415);
  expect(await send(pdf('x', orderReceiptFile.maxBytes + 1))).toBe(413);
  expect(await send(pdf('Receipt 1'), grace)).toBe(409);
  expect([await shown(), await send(pdf('Receipt 1')), await shown()]).toEqual([
    [404, false],
    200,
    [200, 'Receipt 1'],
  ]);
  expect([await send(pdf('Receipt 2')), await shown()]).toEqual([200, [200, 'Receipt 2']]);
  expect(await receiptAt()).toEqual(expect.any(String));
  const entries = await product.db.query(
    `SELECT reason FROM audit_entries WHERE action = 'purchase.receipt_uploaded'`,
  );
  expect(entries).toEqual([{ reason: 'Order CO-1' }, { reason: 'Order CO-1' }]);
  const again = { reason: 'It did not work', isMoneyBack: 'yes' };
  expect((await act(id, 'buy-again', ada, again)).status).toBe(200);
  // The receipt of an order that came to nothing can come later.
  expect(await send(pdf('Receipt 3'))).toBe(200);
  expect([await shown(), await receiptAt()]).toEqual([[200, 'Receipt 3'], expect.any(String)]);
  expect((await act(id, 'start-buying', ada)).status).toBe(200);
  expect((await act(id, 'record-order', ada, { ...order, orderNumber: 'CO-2' })).status).toBe(200);
  expect([await shown(), await receiptAt()]).toEqual([[404, false], null]);
});
