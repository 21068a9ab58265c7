import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { setAbsence } from '#contracts/desk/operators.ts';
import { dayMs } from '#contracts/durations.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

/** A case that Ada has claimed. */
async function ownCase(): Promise<string> {
  const subject = { type: 'reconciliation', id: crypto.randomUUID() } as const;
  const id = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'reconciliation', subject, summary: 'A difference.' }),
  );
  await callDesk(product.url, desk.claimCase, { params: { id } }, ada.cookie);
  return id;
}
const wait = (id: string, body: object, { cookie } = ada) =>
  callDesk(
    product.url,
    desk.waitForCase,
    { params: { id }, body: { reason: 'Yours', ...body } as never },
    cookie,
  );
const read = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;

it('waiting for another operator hands the case to the one who is chosen', async () => {
  const id = await ownCase();
  expect(await wait(id, { on: 'operator', to: grace.id })).toMatchObject({
    status: 200,
    body: { message: 'The case belongs to Grace now.' },
  });
  const shown = await read(id);
  expect(shown).toMatchObject({ status: 'claimed', waitingOn: null, owner: { name: 'Grace' } });
  expect(shown.history.at(-1)).toMatchObject({ act: 'assigned', detail: 'To Grace: Yours', actor: 'Ada' });
});

it('or returns it to the inbox, with the reason', async () => {
  const id = await ownCase();
  expect((await wait(id, { on: 'operator' })).body.message).toBe('The case is back in the inbox.');
  const shown = await read(id);
  expect(shown).toMatchObject({ status: 'open', owner: null });
  expect(shown.history.at(-1)).toMatchObject({ act: 'released', detail: 'Yours' });
});

it('only the owner hands a case over, to another operator who is here', async () => {
  const id = await ownCase();
  expect((await wait(id, { on: 'operator', to: ada.id })).status).toBe(422);
  expect((await wait(id, { on: 'operator', to: ada.id }, grace)).status).toBe(409);
  expect((await wait(id, { on: 'operator' }, grace)).status).toBe(409);
  const until = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
  const absent = { params: { id: grace.id }, body: { until, reason: 'Ill' } };
  await callDesk(product.url, setAbsence, absent, grace.cookie);
  expect((await wait(id, { on: 'operator', to: grace.id })).body.message).toContain('Grace is absent');
  expect(await read(id)).toMatchObject({ owner: { name: 'Ada' } });
});

it('waiting for a person needs a time', async () => {
  expect(await wait(await ownCase(), { on: 'learner' })).toMatchObject({
    status: 422,
    body: { message: 'Please choose a time.' },
  });
});
