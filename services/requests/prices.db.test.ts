import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { confirmPrice, confirmPriceByLink } from '#contracts/requests/prices.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import {
  fileRequest,
  join,
  mailsTo,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startProductWithPeople } from '#tests/support/product/product-with-people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { askForPrices } from './prices.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  ({ product, learner, sponsor } = await startProductWithPeople());
});
afterAll(() => product?.close());

/** An open request whose price was confirmed, or asked about, so many days ago. */
async function old(column: 'price_confirmed_at' | 'price_asked_at', days: number): Promise<string> {
  const id = await fileRequest(product.url, learner);
  await product.db.query(`UPDATE requests SET ${column} = now() - $2 * interval '1 day' WHERE id = $1`, [
    id,
    days,
  ]);
  return id;
}
const unlisted = async () => {
  const id = await old('price_asked_at', 15);
  await askForPrices(product.db);
  return id;
};
const isListed = async (id: string) => {
  const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
  return body.data.some(({ _id }) => _id === id);
};
const confirmBy = async (id: string) => {
  const { body } = await callApi(product.url, getDashboard, {}, learner.token);
  return 'requests' in body ? body.requests.find(({ _id }) => _id === id)?.priceConfirmBy : undefined;
};
const confirm = (id: string, who = learner) =>
  callApi(product.url, confirmPrice, { params: { id } }, who.token);
const linkOf = (subject: string) =>
  vi.waitFor(async () => {
    const mails = await mailsTo(product.sandbox.httpUrl, learner.email);
    const mail = mails.find((sent) => sent.subject.startsWith(subject));
    return (
      /\/confirm-price\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? Promise.reject(new Error('No mail yet'))
    );
  }, patient);

it('is asked for once after 30 days, and confirmed by one press in the mail', async () => {
  const [young, id] = [await old('price_confirmed_at', 29), await old('price_confirmed_at', 31)];
  await Promise.all([askForPrices(product.db), askForPrices(product.db)]);
  expect(await askForPrices(product.db)).toEqual({ asked: 0, unlisted: 0 });
  expect([await confirmBy(young), await confirmBy(id)]).toEqual([null, expect.any(String)]);
  expect(await isListed(id)).toBe(true);
  const token = await linkOf('Is the price still right?');
  const press = () => callApi(product.url, confirmPriceByLink, { body: { token } });
  expect([(await press()).status, (await press()).status]).toEqual([200, 200]);
  expect(await confirmBy(id)).toBeNull();
  await askForPrices(product.db);
  expect(await confirmBy(id)).toBeNull();
  expect((await callApi(product.url, confirmPriceByLink, { body: { token: 'made-up' } })).status).toBe(422);
  const other = requestBody({ course: { ...requestBody().course, price: 21_000 } });
  await callApi(product.url, editRequest, { params: { id }, body: other as never }, learner.token);
  expect((await press()).status).toBe(409);
});

it('without an answer in 14 days takes the request from the listing and from payment, until it is confirmed', async () => {
  const id = await unlisted();
  expect(await askForPrices(product.db)).toEqual({ asked: 0, unlisted: 0 });
  expect(await isListed(id)).toBe(false);
  const refused = await startPayment(product.url, sponsor, id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/still right/)]);
  expect(await linkOf('Sponsors do not see your request')).toBeTruthy();
  expect((await confirm(id, await join(product.url, 'learner'))).status).toBe(404);
  expect([(await confirm(id)).status, (await confirm(id)).status]).toEqual([200, 200]);
  expect(await isListed(id)).toBe(true);
  expect((await startPayment(product.url, sponsor, id)).status).toBe(200);
  expect((await confirm(id)).status).toBe(200);
});

it.each([`holds = '{review}'`, `holds = '{guardian}'`, `holds = '{frozen}'`, 'needs_invoice = true'])(
  'is not asked for, and its request not taken from the listing, while that has %s',
  async (change) => {
    const ids = [await old('price_confirmed_at', 31), await old('price_asked_at', 15)];
    await product.db.query(`UPDATE requests SET ${change} WHERE id = ANY ($1)`, [ids]);
    expect(await askForPrices(product.db)).toEqual({ asked: 0, unlisted: 0 });
    await product.db.query(`UPDATE requests SET holds = '{}', needs_invoice = false WHERE id = ANY ($1)`, [
      ids,
    ]);
    expect(await askForPrices(product.db)).toEqual({ asked: 1, unlisted: 1 });
  },
);

it('is confirmed by saving the form, and not asked for while a sponsor is paying', async () => {
  const [edited, reserved] = [await unlisted(), await old('price_confirmed_at', 31)];
  await startPayment(product.url, sponsor, reserved);
  await callApi(
    product.url,
    editRequest,
    { params: { id: edited }, body: requestBody() as never },
    learner.token,
  );
  await askForPrices(product.db);
  expect([await confirmBy(edited), await confirmBy(reserved)]).toEqual([null, null]);
  expect(await isListed(edited)).toBe(true);
});
