import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DashboardCourse, getDashboard } from '#contracts/dashboard/dashboard.ts';
import { sponsorLists } from '#contracts/dashboard/request-state.ts';
import type { Impact, SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { getFiledProof } from '#contracts/desk/desk-documents.ts';
import { shareCertificate, viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { pdf, upload } from '#tests/support/money/certificates.ts';
import { balancesOf, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { proofDesk } from '#tests/support/money/proof-desk.ts';
import { seeProof, sendProof } from '#tests/support/money/proofs.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

interface SponsoredDashboard {
  impact: Impact;
  sponsoredRequests: SponsoredRequest[];
  dashboardCourses: DashboardCourse[];
}

let product: TestProduct;
let url: string;
let learner: SignedIn;
let sponsor: SignedIn;
let at: ReturnType<typeof proofDesk>;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  url = product.url;
  at = proofDesk(product);
  await product.startWorkers();
  learner = await join(url, 'learner');
  sponsor = await join(url, 'sponsor');
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

const pay = () => payForCourse(product, { learner, sponsor });

async function stateOf({ id, requestId, paymentId }: Purchase) {
  const [row] = await product.db.query(
    `SELECT r.status AS request, u.status AS purchase, p.status AS payment, c.status AS "case", c.outcome,
       (SELECT count(*)::int FROM outbox WHERE payload->>'mail' = 'enrolled' AND payload->>'id' = r.id::text) AS mails
     FROM purchases u JOIN requests r ON r.id = u.request_id JOIN payments p ON p.id = u.payment_id
     JOIN cases c ON c.kind = 'purchase' AND c.subject_id = u.id::text WHERE u.id = $1`,
    [id],
  );
  const { request: heldMinor } = await balancesOf(product, paymentId);
  expect(requestId).toBeDefined();
  return { ...row, heldMinor };
}

const read = (id: string) => at.read(id, ada);

/** A purchase whose filed proof Ada has confirmed in its case, and whose refund waits for approval. */
async function confirmed(people = { learner, sponsor }) {
  const purchase = await payForCourse(product, people);
  const id = await at.caseOf(purchase);
  await at.claim(id, ada);
  await sendProof(url, people.sponsor, purchase.requestId, pdf('Receipt'));
  expect((await at.act(id, 'confirm-proof', ada, { reason: 'Receipt 17 of the platform' })).status).toBe(200);
  return { purchase, id };
}

const waiting = {
  request: 'paid',
  purchase: 'queued',
  payment: 'approved',
  outcome: null,
  mails: 0,
  heldMinor: -2_000_000,
};

describe('the proof of a payer without an order', () => {
  it('ends nothing: it is filed in the case of the purchase, and the learner gets no mail', async () => {
    const purchase = await pay();
    expect(await sendProof(url, sponsor, purchase.requestId, pdf('Blank'))).toEqual({
      status: 200,
      body: {
        message: 'Thank you. We check it and write to you.',
        data: { _id: purchase.requestId, status: 'paid' },
      },
    });
    expect(await stateOf(purchase)).toEqual({ ...waiting, case: 'open' });
    const { history, purchase: facts } = await read(await at.caseOf(purchase));
    expect(history.map(({ act, detail }) => [act, detail]).at(-1)).toEqual([
      'updated',
      'A proof of enrolment came. Check it before you buy the course.',
    ]);
    expect(facts).toMatchObject({ status: 'queued', proofAt: expect.any(String) });
  });

  it('is shown to operators and to its sender, not to the learner', async () => {
    const purchase = await pay();
    const { requestId } = purchase;
    const params = { id: await at.caseOf(purchase) };
    const seen = async () => callDesk(url, getFiledProof, { params }, ada.cookie);
    expect((await seen()).status).toBe(404);
    await sendProof(url, sponsor, requestId, pdf('Canary'));
    const shown = await seen();
    expect([shown.status, shown.headers.get('content-type'), shown.body]).toEqual([
      200,
      'application/pdf',
      expect.stringContaining('Canary'),
    ]);
    expect((await seeProof(url, learner, requestId)).status).toBe(404);
    const own = await seeProof(url, sponsor, requestId);
    expect([own.status, own.data.includes('Canary')]).toEqual([200, true]);
  });

  it('is not replaced while operators check it', async () => {
    const { requestId } = await pay();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => sendProof(url, sponsor, requestId, pdf(`Number ${n}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      'We have a proof of this course and check it. We write to you.',
    );
  });

  it.each([false, true])('is refused once the purchase has ended; it had an order: %s', async (isOrdered) => {
    const purchase = await pay();
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    if (isOrdered) {
      await at.act(id, 'start-buying', ada);
      await at.act(id, 'record-order', ada, { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' });
    }
    const ending = { reason: 'Sold out', isMoneyBack: isOrdered ? 'yes' : 'no' };
    expect((await at.act(id, 'end-purchase', ada, ending)).status).toBe(200);
    expect(await sendProof(url, sponsor, purchase.requestId, pdf())).toEqual({
      status: 409,
      body: {
        message: 'This course is not bought, and your payment will be given back. No proof is needed.',
      },
    });
  });

  it('is no obstacle to buying the course, whose own proof then enrols the learner', async () => {
    const purchase = await pay();
    await sendProof(url, sponsor, purchase.requestId, pdf('Filed'));
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    await at.act(id, 'start-buying', ada);
    const order = { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' };
    expect((await at.act(id, 'record-order', ada, order)).status).toBe(200);
    expect((await read(id)).actions.map(({ name }) => name)).not.toContain('confirm-proof');
    expect(await sendProof(url, sponsor, purchase.requestId, pdf('Too early'))).toEqual({
      status: 409,
      body: { message: 'We have bought this course and will hand it over soon. No proof is needed yet.' },
    });
    expect(await stateOf(purchase)).toMatchObject({ request: 'paid', purchase: 'bought', mails: 0 });
    expect((await at.act(id, 'hand-over', ada)).status).toBe(200);
    expect(await sendProof(url, sponsor, purchase.requestId, pdf('Of the order'))).toMatchObject({
      status: 200,
      body: { data: { status: 'enrolled' } },
    });
    expect(await stateOf(purchase)).toMatchObject({
      request: 'enrolled',
      purchase: 'redeemed',
      heldMinor: 0,
    });
  });
});

describe('a proof that an operator confirms', () => {
  it('is refunded with four eyes; the learner is enrolled when the money is back', async () => {
    const purchase = await pay();
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    expect((await at.act(id, 'confirm-proof', ada, { reason: 'Receipt' })).status).toBe(409);
    await sendProof(url, sponsor, purchase.requestId, pdf('Receipt'));
    expect((await at.act(id, 'confirm-proof', ada, { reason: 'Receipt 17 of the platform' })).status).toBe(
      200,
    );
    expect(await stateOf(purchase)).toEqual({ ...waiting, case: 'claimed' });
    expect((await at.act(id, 'confirm-proof', ada, { reason: 'Again' })).status).toBe(409);
    expect((await at.act(id, 'start-buying', ada)).status).toBe(409);
    expect((await at.act(id, 'approve-refund', ada)).status).toBe(409);
    await at.release(id, ada);
    await at.claim(id, grace);
    expect((await at.act(id, 'approve-refund', grace)).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await stateOf(purchase)).toEqual({
          request: 'enrolled',
          purchase: 'redeemed',
          payment: 'reversed',
          case: 'closed',
          outcome: 'enrolled',
          mails: 1,
          heldMinor: 0,
        }),
      patient,
    );
    expect(
      await product.db.query('SELECT * FROM missing_cases WHERE payment_id = $1', [purchase.paymentId]),
    ).toEqual([]);
    for (const who of [learner, sponsor])
      expect((await seeProof(url, who, purchase.requestId)).status).toBe(200);
    const mails = await product.db.query(
      `SELECT 1 FROM outbox WHERE payload->>'mail' = 'payment-returned' AND payload->>'id' = $1`,
      [purchase.paymentId],
    );
    expect(mails).toEqual([]);
  });

  it('leaves the payer the sponsor of the course, whose money is back', async () => {
    const [student, payer] = [await join(url, 'learner'), await join(url, 'sponsor')];
    const { purchase, id } = await confirmed({ learner: student, sponsor: payer });
    await at.release(id, ada);
    await at.claim(id, grace);
    expect((await at.act(id, 'approve-refund', grace)).status).toBe(200);
    const dashboard = async ({ token }: SignedIn) =>
      (await callApi(url, getDashboard, { query: {} }, token)).body as unknown as SponsoredDashboard;
    await vi.waitFor(async () => expect((await stateOf(purchase)).payment).toBe('reversed'), patient);
    const enrolled = { status: 'enrolled', enrolledAt: expect.any(String), hasProof: true };
    expect((await dashboard(payer)).sponsoredRequests).toMatchObject([
      { ...enrolled, payment: { outcome: 'reversed' } },
    ]);
    const params = { id: purchase.requestId };
    const listed = await callApi(url, getRequest, { params, query: {} }, payer.token);
    expect(listed.body.data.status).toBe('enrolled');
    const [course] = (await dashboard(student)).dashboardCourses;
    expect(course).toMatchObject({ isSponsored: true });
    await upload(url, student.token, course?._id ?? '', pdf('Certificate'));
    await callApi(
      url,
      shareCertificate,
      { params: { id: course?._id ?? '' }, body: { isShared: true } },
      student.token,
    );
    const certificate = await callApi(
      url,
      viewCertificate,
      { params: { id: course?._id ?? '' } },
      payer.token,
    );
    expect(certificate.status).toBe(200);
    const { impact, sponsoredRequests } = await dashboard(payer);
    expect(sponsoredRequests).toMatchObject([{ status: 'completed', certificateId: course?._id }]);
    expect(impact).toMatchObject({ funded: 1, completed: 1, currencies: [{ paid: 0 }] });
    for (const list of sponsorLists) {
      const { body } = await callApi(url, getDashboard, { query: { list } }, payer.token);
      expect(body).toMatchObject({ totalRequests: 1, sponsoredRequests: [{ status: 'completed' }] });
    }
    const mails = await product.db.query(
      `SELECT 1 FROM outbox WHERE payload->>'mail' = 'certificate-uploaded' AND payload->>'id' = $1`,
      [course?._id],
    );
    expect(mails).toHaveLength(1);
  });

  it('goes on waiting when the confirmation is withdrawn before its approval', async () => {
    const { purchase, id } = await confirmed();
    expect(
      (await at.act(id, 'withdraw-refund', ada, { reason: 'The receipt is of another course' })).status,
    ).toBe(200);
    expect(
      await product.db.query('SELECT 1 FROM refunds WHERE payment_id = $1', [purchase.paymentId]),
    ).toEqual([]);
    expect(await stateOf(purchase)).toEqual({ ...waiting, case: 'claimed' });
    expect((await read(id)).actions.map(({ name }) => name)).toContain('confirm-proof');
  });

  it('does not enrol the learner when the purchase was ended before the money is back', async () => {
    const { purchase, id } = await confirmed();
    expect((await at.act(id, 'end-purchase', ada, { reason: 'Forged', isMoneyBack: 'no' })).status).toBe(200);
    const [refundCase] = await product.db.query(
      `SELECT id FROM cases WHERE kind = 'refund' AND subject_id = $1`,
      [purchase.paymentId],
    );
    await at.claim(refundCase.id, grace);
    expect((await at.act(refundCase.id, 'approve-refund', grace)).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await stateOf(purchase)).toEqual({
          request: 'refunded',
          purchase: 'failed',
          payment: 'reversed',
          case: 'closed',
          outcome: 'failed',
          mails: 0,
          heldMinor: 0,
        }),
      patient,
    );
  });

  it('is not confirmed without a proof that came for this payment', async () => {
    const purchase = await pay();
    const id = await at.caseOf(purchase);
    await at.claim(id, ada);
    await sendProof(url, sponsor, purchase.requestId, pdf('Of an earlier payment'));
    await product.db.query(`UPDATE proofs SET created_at = now() - interval '1 day' WHERE request_id = $1`, [
      purchase.requestId,
    ]);
    expect((await read(id)).purchase?.proofAt).toBeNull();
    expect((await at.act(id, 'confirm-proof', ada, { reason: 'Receipt' })).status).toBe(409);
  });
});

describe('the database', () => {
  it('rejects the end of a request that holds the money of its course', async () => {
    const { id, requestId } = await pay();
    for (const status of ['enrolled', 'refunded', 'withdrawn'])
      await expect(
        product.db.query(
          `UPDATE requests SET status = $2, paid_at = CASE WHEN $2 <> 'withdrawn' THEN paid_at END WHERE id = $1`,
          [requestId, status],
        ),
      ).rejects.toThrow(`The request ${requestId} holds money and cannot be ${status}`);
    expect(await product.db.getRepository(PurchaseEntity).findOneByOrFail({ id })).toMatchObject({
      status: 'queued',
    });
  });
});
