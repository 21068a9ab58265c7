import { afterAll, beforeAll, expect, it } from 'vitest';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { fund, pdf } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import { join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startProductWithPeople } from '#tests/support/product/product-with-people.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  ({ product, learner, sponsor } = await startProductWithPeople());
});
afterAll(() => product?.close());

async function dashboardOf(who: SignedIn) {
  const { body } = await callApi(product.url, getDashboard, { query: {} }, who.token);
  return body as unknown as { requests: OwnRequest[]; sponsoredRequests: SponsoredRequest[] };
}

it('returns price, fee and total, and whether a proof exists, to sponsor and learner', async () => {
  const { requestId } = await fund(product, learner, sponsor);
  const entry = async () =>
    (await dashboardOf(sponsor)).sponsoredRequests.find(({ _id }) => _id === requestId);
  const own = async () => (await dashboardOf(learner)).requests.find(({ _id }) => _id === requestId);
  expect(await entry()).toMatchObject({
    status: 'paid',
    hasProof: false,
    enrolledAt: null,
    delivery: 'platform-login',
    payment: {
      price: 20_000,
      fee: 18,
      amount: 20_018,
      currency: 'NGN',
      receiptNumber: expect.stringMatching(/^CL-\d{6}$/),
    },
  });
  expect(await own()).toMatchObject({ hasProof: false });
  await sendProof(product.url, sponsor, requestId, pdf('Filed'));
  expect(await entry()).toMatchObject({ status: 'paid', hasProof: false, isProofFiled: true });
  expect(await own()).toMatchObject({ status: 'paid', hasProof: false });
  await orderCourse(product, requestId);
  expect(await entry()).toMatchObject({ isProofFiled: false });
  await sendProof(product.url, sponsor, requestId, pdf());
  const enrolled = { status: 'enrolled', hasProof: true, enrolledAt: expect.any(String), completedAt: null };
  expect(await entry()).toMatchObject(enrolled);
  expect(await own()).toMatchObject(enrolled);
});

it('never shows the learner’s login on the platform to the sponsor who paid, nor to the learner after enrolment', async () => {
  const account = { email: 'own-login@platform.example', password: 'platform-secret-2' };
  const { requestId } = await fund(product, learner, sponsor, true, undefined, account);
  const dashboard = async () => (await callApi(product.url, getDashboard, { query: {} }, sponsor.token)).body;
  expect(JSON.stringify(await dashboard())).toContain(requestId);
  expect(JSON.stringify(await dashboard())).not.toContain(account.email);
  const [entry] = (await dashboardOf(sponsor)).sponsoredRequests;
  expect(entry).not.toHaveProperty('account');
  expect(JSON.stringify(await dashboardOf(learner))).toContain(account.email);
  await orderCourse(product, requestId);
  await sendProof(product.url, sponsor, requestId, pdf());
  expect(JSON.stringify(await dashboardOf(learner))).not.toContain(account.email);
});

it('hides the progress of the course from a sponsor whose payment is refunded', async () => {
  const second = await join(product.url, 'sponsor');
  const { requestId } = await fund(product, learner, sponsor);
  await product.db.query(`UPDATE requests SET status = 'pending', paid_at = NULL WHERE id = $1`, [requestId]);
  await startPayment(product.url, second, requestId);
  await product.db.query(`UPDATE requests SET status = 'paid', paid_at = now() WHERE id = $1`, [requestId]);
  await product.db.query(
    `UPDATE payments SET status = 'refund_due', settled_at = now() WHERE request_id = $1 AND status = 'pending'`,
    [requestId],
  );
  await sendProof(product.url, sponsor, requestId, pdf());
  const seen = await callApi(product.url, getRequest, { params: { id: requestId }, query: {} }, second.token);
  expect([seen.status, seen.body.data.status]).toEqual([200, 'paid']);
  const [entry] = (await dashboardOf(second)).sponsoredRequests;
  expect(entry).toMatchObject({
    status: 'paid',
    paid: true,
    payment: { outcome: 'refund_due', receiptNumber: null },
    hasProof: false,
    enrolledAt: null,
    certificateId: null,
  });
});
