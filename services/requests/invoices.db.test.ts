import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import * as desk from '#contracts/desk/desk.ts';
import { getSchoolInvoice } from '#contracts/desk/desk-documents.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { invoiceFile, uploadInvoice, viewInvoice } from '#contracts/requests/invoices.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { editRequest, submitRequest } from '#contracts/requests/requests.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { callDesk, joinDesk } from '#tests/support/people/operators.ts';
import { join, press, requestBody, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startProductWithPeople } from '#tests/support/product/product-with-people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  ({ product, learner, sponsor } = await startProductWithPeople());
});
afterAll(() => product?.close());

const wanted = (more: object = {}) =>
  requestBody({
    delivery: 'school-invoice',
    account: undefined,
    invoice: { reference: 'INV-7', payee: 'Lagos Coding School' },
    ...more,
  });
const file = async (more: object = {}) =>
  (await callApi(product.url, submitRequest, { body: wanted(more) }, learner.token)).body.data._id;

async function send(id: string, data: Buffer, who = learner, name = 'invoice.pdf') {
  const form = new FormData();
  form.append(invoiceFile.field, new File([new Uint8Array(data)], name, { type: 'application/pdf' }));
  const answer = await fetch(`${product.url}/api${uploadInvoice.path.replace(':id', id)}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: answer.status, message: (await answer.json()).message as string };
}

const isListed = async (id: string) => {
  const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
  return body.data.some(({ _id }) => _id === id);
};
const invoiceOf = async (id: string) => {
  const { body } = await callApi(product.url, getDashboard, {}, learner.token);
  return 'requests' in body ? body.requests.find(({ _id }) => _id === id)?.invoice : undefined;
};
const change = (id: string, body: object) =>
  callApi(product.url, editRequest, { params: { id }, body: body as never }, learner.token);

// ASVS 2.2.3, 2.3.1
it('asks for reference and payee, and is listed and payable once its document is there', async () => {
  const incomplete = await callApi(
    product.url,
    submitRequest,
    { body: wanted({ invoice: undefined }) },
    learner.token,
  );
  expect(incomplete.body).toMatchObject({ errors: { 'invoice.reference': expect.any(String) } });
  const id = await file();
  expect(await invoiceOf(id)).toEqual({ reference: 'INV-7', payee: 'Lagos Coding School', isThere: false });
  expect(await isListed(id)).toBe(false);
  const early = await startPayment(product.url, sponsor, id);
  expect([early.status, early.body.message]).toEqual([
    409,
    expect.stringMatching(/not uploaded the invoice/),
  ]);
  expect(await send(id, pdf())).toEqual({ status: 200, message: 'The invoice is there.' });
  expect(await isListed(id)).toBe(true);
  expect((await invoiceOf(id))?.isThere).toBe(true);
  expect((await startPayment(product.url, sponsor, id)).status).toBe(200);
});

it('takes a PDF or picture of its own learner, for this delivery alone', async () => {
  const id = await file();
  expect((await send(id, Buffer.from('<html>'))).status).toBe(415);
  expect((await send(id, pdf('x', invoiceFile.maxBytes + 1))).status).toBe(413);
  expect((await send(id, pdf(), await join(product.url, 'learner'))).status).toBe(404);
  expect((await send(id, pdf(), sponsor)).status).toBe(403);
  expect((await send(id, pdf())).status).toBe(200);
  const view = (who: SignedIn) => callApi(product.url, viewInvoice, { params: { id } }, who.token);
  expect([(await view(learner)).status, (await view(await join(product.url, 'learner'))).status]).toEqual([
    200, 404,
  ]);
  const gift = { delivery: 'gift-to-email', account: { email: 'a@platform.example' } };
  expect((await change(id, requestBody(gift))).status).toBe(200);
  expect((await view(learner)).status).toBe(404);
  expect((await send(id, pdf())).message).toMatch(/not about an invoice/);
  expect(await isListed(id)).toBe(true);
  expect((await change(id, wanted())).status).toBe(200);
  expect(await isListed(id)).toBe(false);
});

it('stays as it is once the course cannot be bought and its money goes back', async () => {
  const id = await file();
  await send(id, pdf());
  const { access_code } = (await startPayment(product.url, sponsor, id)).body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await vi.waitFor(
    () => product.db.getRepository(PurchaseEntity).findOneByOrFail({ requestId: id, status: 'queued' }),
    patient,
  );
  await product.db.query(
    `UPDATE purchases SET status = 'failed', failure_reason = 'Sold out.' WHERE request_id = $1`,
    [id],
  );
  expect(await send(id, pdf())).toMatchObject({
    status: 409,
    message: expect.stringMatching(/stays as it is/),
  });
});

it('is paid by an operator who reads it, and ends with the learner enrolled', async () => {
  const id = await file();
  await send(id, pdf('Invoice INV-7'));
  const { access_code } = (await startPayment(product.url, sponsor, id)).body.data.data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  const { id: purchaseId } = await vi.waitFor(
    () => product.db.getRepository(PurchaseEntity).findOneByOrFail({ requestId: id }),
    patient,
  );
  expect((await send(id, pdf('A better scan'))).status).toBe(200);
  const { cookie } = await joinDesk(product);
  const [{ id: caseId }] = await product.db.query('SELECT id FROM cases WHERE subject_id = $1', [purchaseId]);
  const params = { id: caseId };
  const act = async (action: string, values: Record<string, string> = {}) =>
    (await callDesk(product.url, desk.runCaseAction, { params, body: { action, values } }, cookie)).status;
  await callDesk(product.url, desk.claimCase, { params }, cookie);
  const { body } = await callDesk(product.url, desk.getCase, { params }, cookie);
  expect(body.data).toMatchObject({
    about: 'Machine Learning',
    request: { invoice: { reference: 'INV-7', payee: 'Lagos Coding School', isThere: true } },
  });
  const shown = await callDesk(product.url, getSchoolInvoice, { params: { id } }, cookie);
  expect([shown.status, JSON.stringify(shown.body).includes('A better scan')]).toEqual([200, true]);
  const transfer = { orderNumber: 'TRANSFER-1', charged: '20000', currency: 'NGN' };
  expect([await act('start-buying'), await act('record-order', transfer), await act('hand-over')]).toEqual([
    200, 200, 200,
  ]);
  expect((await send(id, pdf())).message).toMatch(/stays as it is/);
  const redeemed = await callApi(product.url, redeemCourse, { params: { id } }, learner.token);
  expect(redeemed.body.data.status).toBe('enrolled');
});
