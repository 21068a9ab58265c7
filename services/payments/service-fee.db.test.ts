import { afterAll, beforeAll, expect, it } from 'vitest';
import { getSettings } from '#contracts/site/settings.ts';
import { fileRequest, join, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ SERVICE_FEE_BASIS_POINTS: '250' });
});
afterAll(() => product?.close());

it('charges and stores the service fee at the configured rate, which GET /settings returns', async () => {
  const settings = (await callApi(product.url, getSettings, {})).body;
  expect(settings).toMatchObject({ message: 'Settings of this installation', serviceFeeBasisPoints: 250 });
  const [learner, sponsor] = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
  const requestId = await fileRequest(product.url, learner);
  const refused = await startPayment(product.url, sponsor, requestId);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'The amount for this course is ₦20,500 (2050000 in minor units).',
  ]);
  expect((await startPayment(product.url, sponsor, requestId, { amount: 2_050_000 })).status).toBe(200);
  const [payment] = await product.db.query(
    'SELECT fee_minor::int AS fee, amount_minor::int AS amount FROM payments WHERE request_id = $1',
    [requestId],
  );
  expect(payment).toEqual({ fee: 50_000, amount: 2_050_000 });
});
