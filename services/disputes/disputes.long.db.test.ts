import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayMs, minuteMs } from '#contracts/durations.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { collectEvidence } from '#services/flows/evidence/collect-evidence.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import { untilApproved } from '#tests/support/money/until-approved.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { untilIdle } from '#tests/support/product/until-idle.ts';
import { patient } from '#tests/support/soon.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { answerDisputeJob, pollDisputesJob, syncDisputeJob } from './disputes.jobs.ts';
import { isFrozen } from './disputes.ts';
import { requestAnswer } from './request-answer.ts';

const operators = 'operators@courselift.example';

let product: TestProduct;
let operatorId: string;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_EMAIL: operators, PAYMENT_TIMEOUT_MS: '1000' });
  await product.startWorkers();
  const operator = { email: 'ada@staff.example', fullName: 'Ada', role: 'operator' as const };
  operatorId = (await product.db.manager.insert(UserEntity, operator)).identifiers[0]?.id;
});
afterAll(() => product?.close());

interface Deal {
  paymentId: string;
  reference: string;
  requestId: string;
  sponsor: SignedIn;
  learner: SignedIn;
}

async function control(method: string, path: string, body?: object) {
  const response = await fetch(`${product.sandbox.httpUrl}/payments/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.status === 204 ? undefined : response.json();
}

async function pay(): Promise<Deal> {
  const { url, sandbox } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  const { paymentId } = await untilApproved(product, reference);
  return { paymentId, reference, requestId, sponsor, learner };
}

const open = (deal: Deal, fields: object = {}) =>
  control('POST', `transactions/${deal.reference}/dispute`, fields);
const find = ({ paymentId }: Deal) => product.db.getRepository(DisputeEntity).findBy({ paymentId });
const reaches = (deal: Deal, state: Partial<Dispute>) =>
  vi.waitFor(async () => {
    const [dispute, ...more] = await find(deal);
    expect(dispute).toMatchObject(state);
    expect(more).toEqual([]);
    return dispute as Dispute;
  }, patient);
const answer = (deal: Dispute, kind: 'accept' | 'fight') =>
  inTransaction(product.db, (manager) =>
    requestAnswer(manager, {
      disputeId: deal.id,
      operatorId,
      answer: kind,
      message: 'The course was bought.',
    }),
  );
const caseOf = async ({ paymentId }: Deal) => {
  const [row] = await product.db.query(
    `SELECT status, outcome, due_at AS "dueAt" FROM cases WHERE subject_id = $1 AND kind = 'dispute'`,
    [paymentId],
  );
  return row;
};
const mailsAbout = async ({ reference }: Deal) =>
  (await mailsTo(product.sandbox.httpUrl, operators)).filter(({ text }) => text.includes(reference));
const poll = () => inTransaction(product.db, (manager) => enqueue(manager, pollDisputesJob, {}));

describe('a dispute', () => {
  it('is recorded from its webhook with a case and a mail, and freezes the request until it is resolved', async () => {
    const deal = await pay();
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    await open(deal, { dueInHours: 500 });
    const dispute = await reaches(deal, {
      status: 'awaiting_merchant',
      amountMinor: 2_001_800,
      outcome: null,
    });
    // Ours is earlier than the 500 hours of the provider: 16 business hours.
    const days = (dispute.dueAt.getTime() - dispute.openedAt.getTime()) / dayMs;
    expect(days).toBeGreaterThan(0.6);
    expect(days).toBeLessThan(3.7);
    await vi.waitFor(async () => expect(await mailsAbout(deal)).toHaveLength(1), patient);
    // Not the 500 hours of the provider. The mail may be composed before the dispute is read from the provider.
    const answerBy = /Answer by\D+([\d-]+ [\d:]+) UTC/.exec((await mailsAbout(deal))[0]?.text ?? '')?.[1];
    const mailedMs = new Date(`${answerBy}Z`).getTime();
    expect(Math.abs(mailedMs - dispute.dueAt.getTime())).toBeLessThan(5 * minuteMs);
    expect((await mailsAbout(deal))[0]?.text).toContain('/ops/sign-in?next=%2Fops%2Fcase%3Fid%3D');
    const mailed = `SELECT 1 FROM outbox WHERE payload->>'mail' = 'dispute-waiting' AND payload->>'id' = $1`;
    expect(await product.db.query(mailed, [dispute.id])).toEqual([]);
    expect(await caseOf(deal)).toMatchObject({ status: 'open', dueAt: dispute.dueAt });
    expect(await isFrozen(product.db, deal.requestId)).toBe(true);
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'won' });
    await reaches(deal, { status: 'resolved', outcome: 'won' });
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    expect(await caseOf(deal)).toMatchObject({ status: 'closed' });
    expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [deal.paymentId])).toEqual([
      { status: 'approved' },
    ]);
  });

  it('lets the case of a course to be bought wait for the bank, unless it waits for another answer', async () => {
    const [free, asked] = [await pay(), await pay()];
    const ofPurchase = async ({ paymentId }: Deal) => {
      const [row] = await product.db.query(
        `SELECT c.status, c.waiting_on AS party, c.waiting_for AS matter, c.due_at > now() + interval '29 days' AS later
         FROM cases c JOIN purchases u ON u.id::text = c.subject_id WHERE c.kind = 'purchase' AND u.payment_id = $1`,
        [paymentId],
      );
      return row;
    };
    const aboutPrice = { status: 'waiting', party: 'sponsor', matter: 'price', later: false };
    await product.db.query(
      `UPDATE cases SET status = 'waiting', waiting_on = 'sponsor', waiting_for = 'price', waiting_until = due_at
       WHERE kind = 'purchase' AND subject_id = (SELECT id::text FROM purchases WHERE payment_id = $1)`,
      [asked.paymentId],
    );
    for (const deal of [free, asked]) await open(deal);
    const disputes = await Promise.all(
      [free, asked].map((deal) => reaches(deal, { status: 'awaiting_merchant' })),
    );
    const aboutDispute = { status: 'waiting', party: 'bank', matter: 'dispute', later: true };
    expect(await ofPurchase(free)).toEqual(aboutDispute);
    expect(await ofPurchase(asked)).toEqual(aboutPrice);
    for (const { providerId } of disputes)
      await control('POST', `disputes/${providerId}`, { outcome: 'won' });
    for (const deal of [free, asked]) await reaches(deal, { status: 'resolved' });
    expect(await ofPurchase(free)).toEqual({ status: 'open', party: null, matter: null, later: false });
    expect(await ofPurchase(asked)).toEqual(aboutPrice);
  });

  it('takes the earlier deadline when the provider’s is earlier than ours', async () => {
    const deal = await pay();
    await open(deal, { dueInHours: 1 });
    const { dueAt, openedAt } = await reaches(deal, { status: 'awaiting_merchant' });
    expect(Math.round((dueAt.getTime() - openedAt.getTime()) / minuteMs)).toBe(60);
  });

  it.each(['chargeback', 'fraud'])('about %s is fought with drafted evidence, and won', async (category) => {
    const deal = await pay();
    await open(deal, { category });
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    await answer(dispute, 'fight');
    await expect(answer(dispute, 'accept')).rejects.toMatchObject({ status: 409 });
    await reaches(deal, { status: 'awaiting_bank' });
    const books = await control('GET', 'ledger');
    const theirs = books.disputes.find((entry: { id: number }) => String(entry.id) === dispute.providerId);
    expect(theirs.evidence).toMatchObject({ customer_email: deal.sponsor.email });
    const file = await fetch(
      `${product.sandbox.httpUrl}/payments/control/dispute-files/${theirs.uploadedFilename}`,
    );
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    const plain = text.replace(/\s+/g, ' ');
    for (const fact of [
      'Machine Learning',
      deal.reference,
      'NGN 20,018.00',
      'Receipt',
      'Payment page opened',
    ])
      expect(plain).toContain(fact);
    expect(plain).not.toContain(deal.learner.email);
    expect(plain).not.toContain(deal.learner.fullName.split(' ').at(-1));
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'won' });
    await reaches(deal, { status: 'resolved', outcome: 'won' });
  });

  it('has no proof as evidence that operators have not confirmed', async () => {
    const deal = await pay();
    expect((await sendProof(product.url, deal.sponsor, deal.requestId, pdf('Blank'))).status).toBe(200);
    await open(deal);
    const { id } = await reaches(deal, { status: 'awaiting_merchant' });
    const evidence = await collectEvidence(product, id);
    expect(evidence).toMatchObject({ proof: null, deliveredAt: null });
    expect(evidence.serviceDetails).not.toContain('enrolled');
  });

  it('that is fought and lost gives the money back and ends the funding of the request', async () => {
    const deal = await pay();
    await open(deal);
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    await answer(dispute, 'fight');
    await reaches(deal, { status: 'awaiting_bank' });
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'lost' });
    await reaches(deal, { status: 'resolved', outcome: 'lost' });
    const [row] = await product.db.query(
      `SELECT p.status AS payment, r.status AS request FROM payments p JOIN requests r ON r.id = p.request_id
       WHERE p.id = $1`,
      [deal.paymentId],
    );
    expect(row).toEqual({ payment: 'reversed', request: 'refunded' });
  });

  it('of a part is accepted, and the payment stays approved', async () => {
    const deal = await pay();
    await open(deal, { amountMinor: 700 });
    await answer(await reaches(deal, { status: 'awaiting_merchant', amountMinor: 700 }), 'accept');
    await reaches(deal, { status: 'resolved', outcome: 'accepted' });
    expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [deal.paymentId])).toEqual([
      { status: 'approved' },
    ]);
  });

  it('that the provider archives without a resolution is won, as the money is still there', async () => {
    const deal = await pay();
    await open(deal);
    const { providerId } = await reaches(deal, { status: 'awaiting_merchant' });
    await control('POST', `disputes/${providerId}`, { outcome: 'archived' });
    await poll();
    await reaches(deal, { status: 'resolved', outcome: 'won' });
  });

  it('that was not answered in time is lost', async () => {
    const deal = await pay();
    await open(deal);
    const { providerId } = await reaches(deal, { status: 'awaiting_merchant' });
    await control('POST', `disputes/${providerId}`, { outcome: 'lost' });
    await reaches(deal, { status: 'resolved', outcome: 'lost' });
  });

  it('is stored and answered once, although webhooks and jobs come several times at once and late', async () => {
    const deal = await pay();
    await open(deal);
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    const { providerId } = dispute;
    await control('POST', 'faults', {
      on: 'dispute_resolve',
      reference: deal.reference,
      times: 100,
      fault: { kind: 'slow', delayMs: 20 },
    });
    const answers = await Promise.allSettled([1, 2, 3].map(() => answer(dispute, 'fight')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await inTransaction(product.db, async (manager) => {
      await enqueue(manager, answerDisputeJob, { disputeId: dispute.id }, { key: 'again' });
      for (let copy = 0; copy < 5; copy += 1) await enqueue(manager, syncDisputeJob, { providerId });
    });
    await reaches(deal, { status: 'awaiting_bank' });
    await control('POST', `webhooks/${deal.reference}`, { event: 'charge.dispute.create', copies: 5 });
    await untilIdle(product.db);
    expect(await find(deal)).toMatchObject([{ status: 'awaiting_bank' }]);
  });

  it('is found by polling when its webhook is lost, and operators are reminded once at half time', async () => {
    const deal = await pay();
    await control('PATCH', 'settings', { webhooks: 'off' });
    await open(deal);
    await poll();
    const { id } = await reaches(deal, { status: 'awaiting_merchant' });
    await vi.waitFor(async () => expect(await mailsAbout(deal)).toHaveLength(1), patient);
    expect(await caseOf(deal)).toMatchObject({ status: 'open' });
    await product.db.query(
      `UPDATE disputes SET opened_at = now() - interval '9 hours', due_at = now() + interval '8 hours' WHERE id = $1`,
      [id],
    );
    await poll();
    await vi.waitFor(async () => {
      const subjects = (await mailsAbout(deal)).map(({ subject }) => subject.split(':')[0]);
      expect(subjects.sort()).toEqual([
        'A payer disputes a payment',
        'Half of the time to answer a dispute is over',
      ]);
    }, patient);
    await poll();
    await untilIdle(product.db);
    expect(await mailsAbout(deal)).toHaveLength(2);
    await control('PATCH', 'settings', { webhooks: 'on' });
  });
});
