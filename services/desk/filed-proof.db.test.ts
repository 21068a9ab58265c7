import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofFile } from '#contracts/enrolments/proofs.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { orderCourse, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { proofDesk } from '#tests/support/money/proof-desk.ts';
import { seeProof, sendProof } from '#tests/support/money/proofs.ts';
import { joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let at: ReturnType<typeof proofDesk>;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  at = proofDesk(product);
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

/** A paid purchase whose case Ada has claimed; its course may be handed over. */
async function paid({ isHandedOver = false } = {}) {
  const purchase = await payForCourse(product, { learner, sponsor });
  if (isHandedOver) await orderCourse(product, purchase.requestId);
  const id = await at.caseOf(purchase);
  await at.claim(id, ada);
  return { purchase, id };
}

const add = (id: string, { cookie }: { cookie: string } = ada, words = 'Receipt') =>
  at.upload(id, { cookie }, pdf(words));

const stateOf = async ({ id }: Purchase) =>
  (
    await product.db.query(
      `SELECT r.status AS request, u.status AS purchase, c.status AS "case",
         (SELECT count(*)::int FROM outbox WHERE payload->>'mail' = 'enrolled' AND payload->>'id' = r.id::text) AS mails,
         (SELECT json_agg(o.full_name) FROM audit_entries a JOIN users o ON o.id = a.actor_id
           WHERE a.action = 'proof.added' AND a.subject = r.id::text) AS audit
       FROM purchases u JOIN requests r ON r.id = u.request_id
       JOIN cases c ON c.kind = 'purchase' AND c.subject_id = u.id::text WHERE u.id = $1`,
      [id],
    )
  )[0];

const untouched = { request: 'paid', purchase: 'queued', case: 'claimed', mails: 0, audit: null };

describe('the proof of an operator', () => {
  it('enrols the learner once the course is handed over', async () => {
    const { purchase, id } = await paid({ isHandedOver: true });
    expect((await at.read(id, ada)).purchase?.canAddProof).toBe(true);
    expect(await add(id)).toEqual({
      status: 200,
      body: { message: 'The proof is added. The learner is told.' },
    });
    expect(await stateOf(purchase)).toEqual({
      request: 'enrolled',
      purchase: 'redeemed',
      case: 'closed',
      mails: 1,
      audit: ['Ada'],
    });
    for (const who of [learner, sponsor])
      expect((await seeProof(product.url, who, purchase.requestId)).status).toBe(200);
    const { history, purchase: facts } = await at.read(id, ada);
    expect(history).toContainEqual(expect.objectContaining({ act: 'proof_added', actor: 'Ada' }));
    expect(facts?.canAddProof).toBe(false);
  });

  it('waits for a decision before the course is bought, as that of a sponsor does', async () => {
    const { purchase, id } = await paid();
    expect(await add(id)).toEqual({
      status: 200,
      body: { message: 'The proof is added. Confirm or reject it.' },
    });
    expect(await stateOf(purchase)).toEqual({ ...untouched, audit: ['Ada'] });
    const { actions, purchase: facts } = await at.read(id, ada);
    expect(actions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['confirm-proof', 'reject-proof']),
    );
    expect(facts).toMatchObject({ proofAt: expect.any(String), canAddProof: false });
    const second = { message: 'We have a proof of this course and check it. We write to you.' };
    expect(await sendProof(product.url, sponsor, purchase.requestId, pdf())).toEqual({
      status: 409,
      body: second,
    });
    expect(await add(id)).toEqual({ status: 409, body: second });
  });

  it('is not accepted while the course is bought and not handed over', async () => {
    const { purchase, id } = await paid();
    await at.act(id, 'start-buying', ada);
    await at.act(id, 'record-order', ada, { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' });
    expect((await at.read(id, ada)).purchase?.canAddProof).toBe(false);
    expect((await add(id)).status).toBe(409);
    expect(await stateOf(purchase)).toMatchObject({ purchase: 'bought', mails: 0, audit: null });
  });

  it('is added by the operator of the case only', async () => {
    const { purchase, id } = await paid({ isHandedOver: true });
    expect(await add(id, grace)).toEqual({ status: 409, body: { message: 'Ada is working on this case.' } });
    await at.release(id, ada);
    expect((await add(id)).status).toBe(409);
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    for (const headers of [{}, bearer(learner.token), bearer(sponsor.token)])
      expect((await at.upload(id, headers, pdf())).status).toBe(404);
    expect((await add(crypto.randomUUID())).status).toBe(404);
    expect(await stateOf(purchase)).toEqual({ ...untouched, purchase: 'handed_over', case: 'open' });
    await at.claim(id, grace);
    expect((await add(id, grace)).status).toBe(200);
    expect((await stateOf(purchase)).audit).toEqual(['Grace']);
  });

  it('is added once, however often and by how many it is sent at once', async () => {
    const { purchase, id } = await paid({ isHandedOver: true });
    const uploads = [ada, grace, ada].map((who, n) => add(id, who, `Number ${n}`));
    const answers = await Promise.all([
      ...uploads,
      sendProof(product.url, sponsor, purchase.requestId, pdf('Of the sponsor')),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await add(id)).status).toBe(409);
    expect(await stateOf(purchase)).toMatchObject({ request: 'enrolled', mails: 1 });
  });

  it.each([
    ['a page', Buffer.from('<!doctype html>'), 415],
    ['too large', pdf('Too long', proofFile.maxBytes + 1), 413],
    ['the beginning of a PDF', Buffer.from('%PDF-1.7\n'), 422],
  ])('that is %s changes nothing', async (_, data, status) => {
    const { purchase, id } = await paid({ isHandedOver: true });
    expect((await at.upload(id, { cookie: ada.cookie }, data)).status).toBe(status);
    expect(await stateOf(purchase)).toEqual({ ...untouched, purchase: 'handed_over' });
  });
});

it('a case that is not about a purchase takes no proof', async () => {
  const { purchase } = await paid();
  const [{ id }] = await product.db.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
     VALUES ('payment_review', 'payment', $1, 'Look', now()) RETURNING id`,
    [purchase.paymentId],
  );
  await at.claim(id, ada);
  expect(await add(id)).toEqual({ status: 404, body: { message: 'This case is not about a purchase.' } });
});
