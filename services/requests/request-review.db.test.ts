import { afterAll, beforeAll, expect, it } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import * as desk from '#contracts/desk/desk.ts';
import { listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { editRequest, submitRequest, withdrawRequest } from '#contracts/requests/requests.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { settlePayment } from '#tests/support/money/settle-payment.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import {
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  product = await startTestProduct({ REQUEST_REVIEW: 'on' });
  ada = await joinDesk(product, 'operator', 'Ada');
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  await product.db.query('UPDATE users SET email_verified_at = now()');
});
afterAll(() => product?.close());

const caseOf = async (requestId: string) =>
  (
    await product.db.query(
      `SELECT id, status, outcome FROM cases WHERE kind = 'request_review' AND subject_id = $1
       ORDER BY created_at DESC LIMIT 1`,
      [requestId],
    )
  )[0];
const claim = (id: string) => callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
const act = (id: string, action: string, values: Record<string, string> = {}) =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values } }, ada.cookie);
const decide = async (requestId: string, action: string, reason = '') => {
  const { id } = await caseOf(requestId);
  await claim(id);
  expect((await act(id, action, { reason })).status).toBe(200);
};
const reviewOf = async (requestId: string) => {
  const { body } = await callApi(product.url, getDashboard, { query: {} }, learner.token);
  if (!('requests' in body)) throw new Error('Not a learner');
  return body.requests.find(({ _id }) => _id === requestId)?.review;
};
const isVisible = async (requestId: string) => {
  const query = { limit: 50 };
  const open = await callApi(product.url, listPublicRequests, { query });
  const listed = await callApi(product.url, listRequests, { query }, sponsor.token);
  const shown = [open, listed].map(({ body }) => body.data.some(({ _id }) => _id === requestId));
  expect(new Set(shown).size).toBe(1);
  return shown[0];
};
const edit = (id: string, overrides: object) =>
  callApi(
    product.url,
    editRequest,
    { params: { id }, body: requestBody({ isForVisitors: true, ...overrides }) },
    learner.token,
  );

it('a new request is hidden until an operator approves it; then its invitations go out', async () => {
  const overrides = { isPrivate: true, recipientEmails: ['guest@people.example'], isForVisitors: true };
  const filed = await callApi(product.url, submitRequest, { body: requestBody(overrides) }, learner.token);
  expect(filed.body.message).toContain('An operator looks at it');
  const id = filed.body.data._id;
  expect(await isVisible(id)).toBe(false);
  expect((await startPayment(product.url, sponsor, id)).status).toBe(404);
  expect(await reviewOf(id)).toEqual({ state: 'waiting', reason: null, appeal: null });
  const [received] = await composeWaiting(product, learner.email, ['request-received']);
  expect(JSON.stringify(received)).toContain('An operator looks at your request first');
  const invitations = () =>
    product.db.query(
      `SELECT 1 FROM outbox WHERE payload->>'mail' = 'invitation' OR job = 'mail.send-waiting-invitations'`,
    );
  expect(await invitations()).toEqual([]);

  await decide(id, 'approve-request');
  expect(await isVisible(id)).toBe(true);
  expect(await reviewOf(id)).toBeNull();
  expect(await invitations()).toHaveLength(1);
  expect(await composeWaiting(product, learner.email, ['request-approved'])).toHaveLength(1);
  const read = 'SELECT is_invitation_text_shown AS shown FROM requests WHERE id = $1';
  expect(await product.db.query(read, [id])).toEqual([{ shown: true }]);
  expect((await startPayment(product.url, sponsor, id)).status).toBe(200);
});

it('a rejection needs a reason, which the learner reads; a change is looked at again', async () => {
  const id = await fileRequest(product.url, learner, { isForVisitors: true });
  const review = await caseOf(id);
  await claim(review.id);
  expect((await act(review.id, 'reject-request')).body.errors).toHaveProperty('reason');
  expect((await act(review.id, 'reject-request', { reason: 'Please name the course.' })).status).toBe(200);
  expect(await isVisible(id)).toBe(false);
  expect(await reviewOf(id)).toEqual({ state: 'rejected', reason: 'Please name the course.', appeal: null });
  const mails = await composeWaiting(product, learner.email, ['request-rejected']);
  expect(JSON.stringify(mails)).toContain('Please name the course.');

  expect((await edit(id, { motivation: 'The course is called Machine Learning.' })).status).toBe(200);
  expect(await reviewOf(id)).toMatchObject({ state: 'waiting', reason: null });
  expect((await caseOf(id)).id).not.toBe(review.id);
  await decide(id, 'approve-request');
  expect(await isVisible(id)).toBe(true);
});

it('a decision is undone by opening the case again', async () => {
  const id = await fileRequest(product.url, learner, { isForVisitors: true });
  await decide(id, 'approve-request');
  const review = await caseOf(id);
  await callDesk(
    product.url,
    desk.reopenCase,
    { params: { id: review.id }, body: { reason: 'Wrong' } },
    ada.cookie,
  );
  expect((await act(review.id, 'reject-request', { reason: 'A scam.' })).status).toBe(200);
  expect(await isVisible(id)).toBe(false);
});

it('a change takes the case from the operator who read the earlier text, and hides an approved request', async () => {
  const id = await fileRequest(product.url, learner, { isForVisitors: true });
  const { id: caseId } = await caseOf(id);
  await claim(caseId);
  await edit(id, { motivation: 'Another text.' });
  const answer = await act(caseId, 'approve-request');
  expect([answer.status, answer.body.message]).toEqual([409, 'Claim this case before you act on it.']);
  await decide(id, 'approve-request');
  expect(
    (
      await edit(id, {
        motivation: 'Another text.',
        recipientEmails: ['new@people.example'],
        isPrivate: true,
      })
    ).status,
  ).toBe(200);
  expect(await isVisible(id)).toBe(true);
  await edit(id, { motivation: 'A third text.' });
  expect(await isVisible(id)).toBe(false);
});

it('a text that changes during a payment is reviewed again, and the money is given back', async () => {
  const id = await fileRequest(product.url, learner, { isForVisitors: true });
  await decide(id, 'approve-request');
  const { reference, access_code } = (await startPayment(product.url, sponsor, id)).body.data.data;
  expect((await edit(id, { motivation: 'Another text.' })).status).toBe(200);
  expect(await caseOf(id)).toMatchObject({ status: 'open' });
  await press(product.sandbox.httpUrl, access_code, 'pay');
  const settled = await settlePayment(product, reference);
  expect(settled?.status).toBe('refund_due');
});

it('a withdrawn request needs no approval any more', async () => {
  const id = await fileRequest(product.url, learner, { isForVisitors: true });
  await callApi(product.url, withdrawRequest, { params: { id } }, learner.token);
  expect(await caseOf(id)).toMatchObject({ status: 'closed', outcome: 'withdrawn' });
});
