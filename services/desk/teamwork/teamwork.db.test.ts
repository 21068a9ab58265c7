import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import * as teamwork from '#contracts/desk/desk-teamwork.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let ada: TestOperator;
let grace: TestOperator;
let lena: TestOperator;
let caseId: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner', { fullName: 'Lee Learner' });
  sponsor = await join(product.url, 'sponsor', { fullName: 'Sam Sponsor' });
  ada = await joinDesk(product, 'operator', 'Ada Obi');
  grace = await joinDesk(product, 'operator', 'Grace Cole');
  lena = await joinDesk(product, 'lead', 'Lena Low');
  const requestId = await fileRequest(product.url, learner);
  await startPayment(product.url, sponsor, requestId);
  caseId = await inTransaction(product.db, (manager) =>
    openCase(manager, {
      kind: 'payment_review',
      subject: { type: 'request', id: requestId },
      summary: 'Please look.',
    }),
  );
});
afterAll(() => product?.close());

const params = () => ({ id: caseId });
const recipients = async ({ cookie } = ada) =>
  (await callDesk(product.url, teamwork.getReplies, { params: params() }, cookie)).body.data.recipients;
const reply = (body: object, { cookie } = ada, headers = {}) =>
  callDesk(product.url, teamwork.replyToPerson, { params: params(), body } as object, cookie, headers);
const history = async () =>
  (await callDesk(product.url, desk.getCase, { params: params() }, ada.cookie)).body.data.history;
const queued = () =>
  product.db.query(`SELECT payload->>'id' AS id FROM outbox WHERE payload->>'mail' = 'case-reply'`);

it('fills the templates in for learner and payer, with their own amounts', async () => {
  const [ofLearner, ofPayer] = await recipients();
  expect(ofLearner).toMatchObject({ name: 'Lee Learner', part: 'learner', email: learner.email });
  expect(ofPayer).toMatchObject({ name: 'Sam Sponsor', part: 'payer', email: sponsor.email });
  const [{ reference }] = await product.db.query('SELECT reference FROM payments');
  const received = ofPayer?.templates.find(({ id }) => id === 'payment-received');
  expect(received?.text).toContain('Hello Sam,');
  expect(received?.text).toContain(`for Machine Learning has arrived (reference ${reference})`);
  expect(received?.text).toContain('Ada, CourseLift');
  // The learner made no payment.
  expect(ofLearner?.templates.map(({ id }) => id)).not.toContain('payment-received');
});

it('only the owner of a case replies', async () => {
  const [{ id: to } = { id: '' }] = await recipients();
  const body = { to, subject: 'Your course', text: 'Hello.' };
  expect((await reply(body)).status).toBe(409);
  await callDesk(product.url, desk.claimCase, { params: params() }, ada.cookie);
  expect((await reply(body, grace)).status).toBe(409);
  expect(await queued()).toEqual([]);
});

it('a reply is one mail in the outbox, and its text stands in the history, but not in the audit log', async () => {
  const [{ id: to } = { id: '' }] = await recipients();
  const body = { to, subject: 'Your course', text: 'Hello Lee,\n\nit was bought.' };
  const key = { 'idempotency-key': 'the-same-key' };
  const [first, second] = await Promise.all([reply(body, ada, key), reply(body, ada, key)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.message).toBe('The mail to Lee Learner is on its way.');
  expect(await queued()).toHaveLength(1);
  const replies = (await history()).filter(({ act }) => act === 'replied');
  expect(replies).toMatchObject([
    { actor: 'Ada Obi', detail: 'To Lee Learner: Your course\nHello Lee,\n\nit was bought.' },
  ]);
  const [{ reason }] = await product.db.query(
    `SELECT reason FROM audit_entries WHERE action = 'case.replied'`,
  );
  expect(reason).toBe('To the learner');
});

it('rejects a recipient whom the case is not about', async () => {
  const stranger = await join(product.url, 'learner', { fullName: 'Una Other' });
  const [{ id: to }] = await product.db.query('SELECT id FROM users WHERE email = $1', [stranger.email]);
  const response = await reply({ to, subject: 'Your course', text: 'Hello.' });
  expect(response).toMatchObject({
    status: 422,
    body: { errors: { to: 'This case is not about this person.' } },
  });
});

const note = (body: { note: string; mention?: string }) =>
  callDesk(product.url, desk.noteCase, { params: params(), body }, ada.cookie);
const mentions = async ({ cookie }: TestOperator) =>
  (await callDesk(product.url, teamwork.listMentions, {}, cookie)).body.data.mentions;
const dismiss = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, teamwork.dismissMention, { params: { id } }, cookie);

it('the operator whom a note names sees it until they dismiss it; no other operator does', async () => {
  const { body } = await note({ note: 'Grace, do you know this school?', mention: grace.id });
  expect(body.message).toBe('The note is in the history, and Grace Cole sees it.');
  const [mention] = await mentions(grace);
  expect(mention).toMatchObject({
    caseId,
    about: 'Machine Learning',
    author: 'Ada Obi',
    note: 'Grace, do you know this school?',
  });
  expect(await mentions(lena)).toEqual([]);
  const id = mention?.id ?? '';
  expect((await dismiss(id, lena)).status).toBe(404);
  expect(await mentions(grace)).toHaveLength(1);
  expect((await dismiss(id, grace)).status).toBe(200);
  expect((await dismiss(id, grace)).status).toBe(200);
  expect(await mentions(grace)).toEqual([]);
});

it('a note that names an operator who has left is not stored', async () => {
  const left = await joinDesk(product, 'operator', 'Olu Left');
  await product.db.query('UPDATE operators SET ended_at = now() WHERE user_id = $1', [left.id]);
  expect((await note({ note: 'Not stored.', mention: left.id })).status).toBe(409);
  expect((await history()).map(({ detail }) => detail)).not.toContain('Not stored.');
});

const view = async ({ cookie }: TestOperator, id = caseId) =>
  callDesk(product.url, teamwork.viewCase, { params: { id } }, cookie);

it('names the other operators who look at a case, until their page is silent', async () => {
  expect((await view(ada)).body.data.others).toEqual([]);
  expect((await view(grace)).body.data.others).toEqual([{ id: ada.id, name: 'Ada Obi' }]);
  const ago = (seconds: number) =>
    product.db.query(`UPDATE case_viewers SET seen_at = now() - interval '${seconds} seconds'`);
  await ago(46);
  expect((await view(grace)).body.data.others).toEqual([]);
  await ago(61);
  await view(lena);
  expect(await product.db.query('SELECT operator_id AS id FROM case_viewers')).toEqual([{ id: lena.id }]);
  expect((await view(ada, crypto.randomUUID())).status).toBe(404);
});
