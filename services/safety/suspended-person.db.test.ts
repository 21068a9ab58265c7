import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { getDashboard, type SponsorDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { restorePerson, suspendPerson } from '#contracts/desk/desk-people.ts';
import { shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { fundAndEnrol, pdf, upload } from '#tests/support/money/certificates.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let operator: TestOperator;
let learner: SignedIn;
let sponsor: SignedIn;
let enrolmentId: string;
beforeAll(async () => {
  product = await startTestProduct();
  const { url } = product;
  await product.startWorkers();
  operator = await joinDesk(product);
  [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  enrolmentId = (await fundAndEnrol(product, learner, sponsor)).id;
  await upload(url, learner.token, enrolmentId, pdf());
  const shared = { params: { id: enrolmentId }, body: { isShared: true } };
  expect((await callApi(url, shareCertificate, shared, learner.token)).status).toBe(200);
});
afterAll(() => product?.close());

async function change(person: SignedIn, contract: typeof suspendPerson | typeof restorePerson) {
  const id = await idOf(product, person);
  const sent = { params: { id }, body: { reason: 'Sold codes to others.' } };
  expect((await callDesk(product.url, contract, sent, operator.cookie)).status).toBe(200);
}

/** Returns the learner as a sponsor's dashboard shows them. */
async function shown() {
  const { body } = await callApi(product.url, getDashboard, {}, sponsor.token);
  const [request] = (body as unknown as z.output<typeof SponsorDashboardSchema>).sponsoredRequests;
  return { picture: request?.learner.userId.profilePicture, certificateId: request?.certificateId };
}
const pictureOf = async (person: SignedIn) => {
  const [row] = await product.db.query(
    'SELECT user_id AS id, address_key AS key FROM profile_pictures WHERE user_id = $1',
    [await idOf(product, person)],
  );
  return `${product.url}/api/user/${row.id}/picture?v=${row.key}`;
};
const statusOf = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(address, { headers })).status;
const certificateStatus = () =>
  statusOf(`${product.url}/api/dashboard/${enrolmentId}/view-certificate`, {
    authorization: `Bearer ${sponsor.token}`,
  });

describe('while a learner is suspended', () => {
  it('picture and shared certificate are not found, also by addresses from before, and come back', async () => {
    const before = await shown();
    expect(before).toMatchObject({ picture: { url: expect.any(String) }, certificateId: enrolmentId });
    const picture = await pictureOf(learner);
    expect([await statusOf(picture), await certificateStatus()]).toEqual([200, 200]);

    await change(learner, suspendPerson);
    expect([await statusOf(picture), await certificateStatus()]).toEqual([404, 404]);
    expect(await shown()).toEqual({ picture: null, certificateId: null });

    await change(learner, restorePerson);
    expect([await statusOf(picture), await certificateStatus()]).toEqual([200, 200]);
    expect(await shown()).toEqual(before);
  });

  it('a stored picture is checked again after five minutes at most, and is then not found', async () => {
    const picture = await pictureOf(learner);
    const first = await fetch(picture);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    // Not by fetch, which adds `Cache-Control: no-cache` to a conditional request.
    const revalidate = async () =>
      (await rawCall(product.url, picture.slice(product.url.length), { headers })).status;
    expect(await revalidate()).toBe(304);
    await change(learner, suspendPerson);
    expect(await revalidate()).toBe(404);
    await change(learner, restorePerson);
    expect(await revalidate()).toBe(304);
  });
});

it('the picture of a suspended sponsor is not found', async () => {
  const other = await join(product.url, 'sponsor');
  const picture = await pictureOf(other);
  await change(other, suspendPerson);
  expect(await statusOf(picture)).toBe(404);
});
