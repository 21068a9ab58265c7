import { afterEach, beforeEach, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { suspendPerson } from '#contracts/desk/desk-people.ts';
import { endOperator, getOperator } from '#contracts/desk/operators.ts';
import { readAppeal, submitAppeal } from '#contracts/safety/appeals.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
beforeEach(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'on' });
});
afterEach(() => product?.close());

/** Suspends a learner, who appeals: one operator asks, another approves. */
async function appealed(asker: TestOperator, approver: TestOperator) {
  const learner = await join(product.url, 'learner');
  const params = { id: await idOf(product, learner) };
  for (const { cookie } of [asker, approver])
    await callDesk(product.url, suspendPerson, { params, body: { reason: 'Sold codes' } }, cookie);
  const [mail] = await composeWaiting(product, learner.email, ['account-suspended']);
  const token = new URL(mail?.action?.url ?? '').searchParams.get('token') ?? '';
  await callApi(product.url, submitAppeal, { body: { token, text: 'That was not me.' } });
  const [{ id }] = await product.db.query(`SELECT id FROM cases WHERE kind = 'appeal'`);
  return { id: id as string, token, learner };
}

const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const read = async (id: string, { cookie }: TestOperator) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, cookie)).body.data;
const dueCases = async ({ cookie }: TestOperator) =>
  (await callDesk(product.url, getOperator, {}, cookie)).body.data.waiting.cases;
const answer = (id: string, { cookie }: TestOperator) =>
  callDesk(
    product.url,
    desk.runCaseAction,
    { params: { id }, body: { action: 'deny-appeal', values: { answer: 'The codes were yours.' } } },
    cookie,
  );

it('neither who asked for the decision nor who approved it owns the appeal while another operator is there', async () => {
  const ada = await joinDesk(product, 'operator', 'Ada');
  const lena = await joinDesk(product, 'lead', 'Lena');
  const olu = await joinDesk(product, 'operator', 'Olu');
  const { id } = await appealed(ada, lena);
  await product.db.query(`UPDATE cases SET due_at = now() WHERE id = $1`, [id]);
  const assign = (to: string) =>
    callDesk(product.url, desk.assignCase, { params: { id }, body: { to, reason: 'Yours' } }, lena.cookie);

  for (const operator of [ada, lena]) {
    expect(await claim(id, operator)).toMatchObject({
      status: 409,
      body: { message: 'This case is about a decision of yours. Another operator has to answer it.' },
    });
    expect((await assign(operator.id)).status).toBe(409);
    expect(await dueCases(operator)).toBe(0);
  }
  expect(await dueCases(olu)).toBe(1);
  const shown = await read(id, olu);
  expect(shown.excluded.toSorted()).toEqual([ada.id, lena.id].toSorted());
  expect(shown.appealed).toMatchObject({
    ...{ decision: 'suspension', reason: 'Sold codes', askedBy: 'Ada', approvedBy: 'Lena' },
    ...{ appeal: 'That was not me.', tookPart: false },
  });

  expect((await assign(olu.id)).status).toBe(200);
  expect((await answer(id, olu)).status).toBe(200);
  const reopen = (cookie: string) =>
    callDesk(product.url, desk.reopenCase, { params: { id }, body: { reason: 'Again' } }, cookie);
  expect([(await reopen(ada.cookie)).status, (await reopen(lena.cookie)).status]).toEqual([409, 409]);
  expect((await read(id, lena)).endObstacle).toContain('a decision of yours');
});

it('a lead who approved the decision answers the appeal where no other operator is left, and the answer says so', async () => {
  const ada = await joinDesk(product, 'operator', 'Ada');
  const lena = await joinDesk(product, 'lead', 'Lena');
  const olu = await joinDesk(product, 'operator', 'Olu');
  const { id, token, learner } = await appealed(ada, lena);
  expect((await claim(id, lena)).status).toBe(409);
  const left = { params: { id: olu.id }, body: { reason: 'Has left' } };
  expect((await callDesk(product.url, endOperator, left, lena.cookie)).status).toBe(200);

  expect((await claim(id, ada)).status).toBe(409);
  expect((await claim(id, lena)).status).toBe(200);
  expect(await read(id, lena)).toMatchObject({ excluded: [ada.id], appealed: { tookPart: true } });
  // An operator who joins meanwhile does not take the answer back that is being written.
  await joinDesk(product, 'operator', 'Tobi');
  expect((await answer(id, lena)).status).toBe(200);

  const note = expect.stringMatching(/^The codes were yours\.\n\nNo other operator was left, .* took part/);
  expect((await callApi(product.url, readAppeal, { query: { token } })).body.data.answer).toEqual(note);
  expect(await read(id, lena)).toMatchObject({ status: 'closed', closedReason: note });
  const [mail] = await composeWaiting(product, learner.email, ['appeal-answered']);
  expect(mail?.blocks).toEqual([expect.stringMatching(/^A lead looked at your appeal/), { quote: note }]);
});

it('an appeal that no operator may answer says that a lead has to add one', async () => {
  const lena = await joinDesk(product, 'lead', 'Lena');
  const ada = await joinDesk(product, 'operator', 'Ada');
  const { id } = await appealed(lena, ada);
  for (const operator of [lena, ada])
    expect((await claim(id, operator)).body.message).toContain('a lead adds one first');
});
