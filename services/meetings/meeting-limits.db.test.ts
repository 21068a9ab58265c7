import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrangeMeeting, cancelMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct({ OPEN_MEETINGS_PER_SPONSOR: '3', NEW_MEETINGS_PER_DAY: '5' });
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

const newRequest = () => fileRequest(product.url, learner);

function arrange(sponsor: SignedIn, id: string) {
  return callApi(product.url, arrangeMeeting, { params: { id }, body: { note: 'Hello' } }, sponsor.token);
}

async function cancel(sponsor: SignedIn, id: string): Promise<void> {
  const { status } = await callApi(product.url, cancelMeeting, { params: { id } }, sponsor.token);
  expect(status).toBe(200);
}

it('a sponsor whose address is not confirmed arranges no meeting and reads no address of a learner', async () => {
  const sponsor = await join(product.url, 'sponsor', { isVerified: false });
  const id = await newRequest();
  const arranged = await arrange(sponsor, id);
  expect([arranged.status, Object.keys(arranged.body.errors ?? {})]).toEqual([409, ['email']]);
  expect(arranged.body.message).toMatch(/^Please confirm your e-mail address first/);
  expect(JSON.stringify(arranged.body)).not.toContain(learner.email);
  const notified = await callApi(product.url, notifyMeeting, { body: { requestId: id } }, sponsor.token);
  expect(notified.status).toBe(409);
  expect(await product.db.query('SELECT 1 FROM meetings WHERE request_id = $1', [id])).toEqual([]);
  await confirmEmail(product, sponsor);
  const now = await arrange(sponsor, id);
  expect([now.status, now.body.data.learner.email]).toEqual([200, learner.email]);
});

// ASVS 2.3.2
it('a sponsor has three open meetings at most, also when four are arranged at once', async () => {
  const sponsor = await join(product.url, 'sponsor');
  const ids = await Promise.all([1, 2, 3, 4].map(newRequest));
  const answers = await Promise.all(ids.map((id) => arrange(sponsor, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
  const refused = answers.findIndex(({ status }) => status === 409);
  expect(answers[refused]?.body.message).toMatch(/^You have 3 meetings to come/);
  const [first = '', second = ''] = ids.filter((_, place) => place !== refused);
  expect((await arrange(sponsor, first)).status).toBe(200);
  await product.db.query(
    `UPDATE meetings SET status = 'proposed', starts_at = now() - interval '2 h', ends_at = now() - interval '1 h'
     WHERE request_id = $1`,
    [second],
  );
  expect((await arrange(sponsor, ids[refused] ?? '')).status).toBe(200);
});

it('a sponsor arranges five new meetings in 24 hours at most, cancelled ones included', async () => {
  const sponsor = await join(product.url, 'sponsor');
  for (let round = 0; round < 5; round += 1) {
    const id = await newRequest();
    expect((await arrange(sponsor, id)).status).toBe(200);
    await cancel(sponsor, id);
  }
  const id = await newRequest();
  const refused = await arrange(sponsor, id);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have arranged 5 meetings in 24 hours, which is the most. You can arrange another one in 24 hours.',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  await product.db.query(`UPDATE meetings SET created_at = created_at - interval '1 day'`);
  expect((await arrange(sponsor, id)).status).toBe(200);
});
