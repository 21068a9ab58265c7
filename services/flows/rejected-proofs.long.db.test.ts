import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { payForCourse } from '#tests/support/money/paid-purchases.ts';
import { proofDesk } from '#tests/support/money/proof-desk.ts';
import { seeProof, sendProof } from '#tests/support/money/proofs.ts';
import { joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

const reason = 'The receipt is of another course.';

let product: TestProduct;
let url: string;
let learner: SignedIn;
let at: ReturnType<typeof proofDesk>;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  url = product.url;
  at = proofDesk(product);
  await product.startWorkers();
  learner = await join(url, 'learner');
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

/** A purchase with a filed proof of a new sponsor, and its case, which Ada has claimed. */
async function filed() {
  const sponsor = await join(url, 'sponsor');
  const purchase = await payForCourse(product, { learner, sponsor });
  await sendProof(url, sponsor, purchase.requestId, pdf('Receipt'));
  const id = await at.caseOf(purchase);
  await at.claim(id, ada);
  return { sponsor, purchase, id };
}

const reject = (id: string, who = ada) => at.act(id, 'reject-proof', who, { reason });
const add = (sponsor: SignedIn, { requestId }: Purchase, words = 'Another') =>
  sendProof(url, sponsor, requestId, pdf(words));

async function entryOf({ token }: SignedIn) {
  const { body } = await callApi(url, getDashboard, { query: {} }, token);
  return (body as unknown as { sponsoredRequests: SponsoredRequest[] }).sponsoredRequests[0];
}

const stateOf = async ({ id }: Purchase) =>
  (
    await product.db.query(
      `SELECT r.status AS request, u.status AS purchase, c.status AS "case",
         (SELECT count(*)::int FROM proofs f WHERE f.request_id = r.id) AS proofs,
         (SELECT count(*)::int FROM outbox WHERE payload->>'mail' = 'proof-rejected' AND payload->>'id' = $1) AS mails,
         (SELECT count(*)::int FROM audit_entries WHERE action = 'purchase.proof_rejected' AND subject = $1) AS entries
       FROM purchases u JOIN requests r ON r.id = u.request_id
       JOIN cases c ON c.kind = 'purchase' AND c.subject_id = u.id::text WHERE u.id::text = $1`,
      [id],
    )
  )[0];

const rejected = { request: 'paid', purchase: 'queued', case: 'claimed', proofs: 0, mails: 1, entries: 1 };

describe('a proof that an operator rejects', () => {
  it('is deleted; its sponsor reads the reason in a mail and on the dashboard, and can add another one', async () => {
    const { sponsor, purchase, id } = await filed();
    expect(await entryOf(sponsor)).toMatchObject({ isProofFiled: true, canAddProof: false });
    expect((await reject(id)).status).toBe(200);
    expect(await stateOf(purchase)).toEqual(rejected);
    expect((await seeProof(url, sponsor, purchase.requestId)).status).toBe(404);
    expect(await entryOf(sponsor)).toMatchObject({
      isProofFiled: false,
      canAddProof: true,
      proofRejection: reason,
    });
    const mail = await vi.waitUntil(
      async () =>
        (await mailsTo(product.sandbox.httpUrl, sponsor.email)).find(({ subject }) =>
          subject.startsWith('We could not accept your proof'),
        ),
      patient,
    );
    expect(mail.text).toContain(reason);
    expect((await at.read(id, ada)).history.at(-1)).toMatchObject({ act: 'reject-proof', detail: reason });
    expect((await add(sponsor, purchase)).status).toBe(200);
    expect(await entryOf(sponsor)).toMatchObject({ isProofFiled: true, proofRejection: null });
    // The reason is gone, so that a mail that is still to be sent names no replaced proof.
    expect(
      await product.db.query('SELECT proof_rejection FROM purchases WHERE id = $1', [purchase.id]),
    ).toEqual([{ proof_rejection: null }]);
    expect((await reject(id)).status).toBe(200);
    expect(await stateOf(purchase)).toEqual({ ...rejected, mails: 2, entries: 2 });
  });

  it('leaves the course to be bought, and one that comes instead to be confirmed', async () => {
    const { sponsor, purchase, id } = await filed();
    await reject(id);
    expect((await at.act(id, 'start-buying', ada)).status).toBe(200);
    expect((await add(sponsor, purchase)).status).toBe(200);
    expect((await at.act(id, 'confirm-proof', ada, { reason: 'Receipt 17' })).status).toBe(200);
  });

  it('is rejected by the operator of the case only, with a reason', async () => {
    const { purchase, id } = await filed();
    expect((await reject(id, grace)).body).toEqual({ message: 'Ada is working on this case.' });
    expect((await at.act(id, 'reject-proof', ada, { reason: ' ' })).status).toBe(422);
    await at.release(id, ada);
    expect((await reject(id)).status).toBe(409);
    expect(await stateOf(purchase)).toEqual({ ...rejected, case: 'open', proofs: 1, mails: 0, entries: 0 });
    await at.claim(id, grace);
    expect((await reject(id, grace)).status).toBe(200);
  });

  it('is rejected once, however often and by how many it is done at once', async () => {
    const { purchase, id } = await filed();
    const answers = await Promise.all([reject(id), reject(id, grace), reject(id), reject(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await reject(id)).status).toBe(409);
    expect(await stateOf(purchase)).toEqual(rejected);
  });

  it('is either confirmed or rejected', async () => {
    const { purchase, id } = await filed();
    const confirm = () => at.act(id, 'confirm-proof', ada, { reason: 'Receipt 17' });
    const answers = await Promise.all([confirm(), reject(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isConfirmed = answers[0]?.status === 200;
    expect(await stateOf(purchase)).toMatchObject({
      proofs: isConfirmed ? 1 : 0,
      mails: isConfirmed ? 0 : 1,
    });
  });

  it('is not rejected while its refund waits, and is once that is withdrawn', async () => {
    const { purchase, id } = await filed();
    const offered = async () =>
      (await at.read(id, ada)).actions.map(({ name }) => name).filter((name) => name.endsWith('-proof'));
    expect(await offered()).toEqual(['confirm-proof', 'reject-proof']);
    await at.act(id, 'confirm-proof', ada, { reason: 'Receipt 17' });
    expect(await offered()).toEqual([]);
    expect((await reject(id)).status).toBe(409);
    expect(await stateOf(purchase)).toMatchObject({ proofs: 1, mails: 0 });
    await at.act(id, 'withdraw-refund', ada, { reason: 'Read again' });
    expect((await reject(id)).status).toBe(200);
    expect(await stateOf(purchase)).toEqual(rejected);
  });

  it('is no act of a case without a proof, or with one of a course that is bought', async () => {
    const sponsor = await join(url, 'sponsor');
    const purchase = await payForCourse(product, { learner, sponsor });
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    expect((await reject(id)).status).toBe(409);
    await add(sponsor, purchase);
    await at.act(id, 'start-buying', ada);
    await at.act(id, 'record-order', ada, { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' });
    expect((await reject(id)).status).toBe(409);
    expect(await stateOf(purchase)).toMatchObject({ proofs: 1, mails: 0 });
  });
});

describe('what the dashboard offers and what the call accepts', () => {
  const offered = async (sponsor: SignedIn) => (await entryOf(sponsor))?.canAddProof;

  it('is the same while the course is bought, handed over and proved', async () => {
    const sponsor = await join(url, 'sponsor');
    const purchase = await payForCourse(product, { learner, sponsor });
    const id = await at.caseOf(purchase);
    expect(await offered(sponsor)).toBe(true);
    await at.claim(id, ada);
    await at.act(id, 'start-buying', ada);
    expect(await offered(sponsor)).toBe(true);
    await at.act(id, 'record-order', ada, { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' });
    expect([await offered(sponsor), (await add(sponsor, purchase)).status]).toEqual([false, 409]);
    await at.act(id, 'hand-over', ada);
    expect([await offered(sponsor), (await add(sponsor, purchase)).status]).toEqual([true, 200]);
    expect([await offered(sponsor), (await add(sponsor, purchase)).status]).toEqual([false, 409]);
  });

  it('is the same before the purchase is queued, and after it has ended', async () => {
    const sponsor = await join(url, 'sponsor');
    const purchase = await payForCourse(product, { learner, sponsor });
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    await at.act(id, 'end-purchase', ada, { reason: 'Sold out', isMoneyBack: 'no' });
    expect([await offered(sponsor), (await add(sponsor, purchase)).status]).toEqual([false, 409]);
    await product.db.query('DELETE FROM purchases WHERE id = $1', [purchase.id]);
    expect([await offered(sponsor), (await add(sponsor, purchase)).status]).toEqual([false, 409]);
  });
});
