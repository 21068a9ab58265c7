import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { reportNotReceived, reportNotReceivedByLink } from '#contracts/purchases/not-received.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { claimCase } from '#services/cases/case-ownership.ts';
import { waitForAnswer } from '#services/cases/case-waiting.ts';
import { conflictOf, openPurchaseDesk, type PurchaseDesk } from '#tests/support/money/purchase-desk.ts';
import { join, mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';
import { followUpPurchases } from './follow-up-purchases.ts';
import type { Purchase } from './purchase.entity.ts';

let desk: PurchaseDesk;
beforeAll(async () => {
  desk = await openPurchaseDesk();
});
afterAll(() => desk?.product.close());

const report = (purchase: Purchase, who = desk.learner) => desk.call(reportNotReceived, purchase, who);

/** A gift that is handed over, and its case, which waits for the learner. */
async function waiting() {
  const purchase = await desk.handedOver('gift-to-email');
  const [{ id: caseId }] = await desk.product.db.query('SELECT id FROM cases WHERE subject_id = $1', [
    purchase.id,
  ]);
  const action = { caseId, operatorId: desk.olive };
  await desk.record((manager) => claimCase(manager, action));
  const until = new Date('2099-01-01T00:00:00Z');
  await desk.record((manager) =>
    waitForAnswer(manager, { ...action, on: 'learner', until, reason: 'Until enrolled.' }),
  );
  return { purchase, caseId };
}
const acts = async (caseId: string) =>
  (await desk.product.db.query('SELECT act, detail FROM case_acts WHERE case_id = $1', [caseId])).filter(
    ({ detail }: { detail: string }) => detail.includes('did not arrive'),
  );
const handedOverMails = async (purchase: Purchase) =>
  (
    await desk.product.db.query(
      `SELECT 1 FROM outbox WHERE payload->>'mail' = 'course-handed-over' AND payload->>'id' = $1`,
      [purchase.id],
    )
  ).length;

it('returns the waiting case to its operator once, however often and by whatever way the learner presses', async () => {
  const { purchase, caseId } = await waiting();
  const answers = await Promise.all(Array.from({ length: 4 }, () => report(purchase)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await acts(caseId)).toEqual([
    { act: 'resumed', detail: 'The learner says that the course did not arrive.' },
  ]);
  const [resumed] = await desk.product.db.query(
    'SELECT status, due_at <= now() AS "isDue", waiting_on FROM cases WHERE id = $1',
    [caseId],
  );
  expect(resumed).toEqual({ status: 'claimed', isDue: true, waiting_on: null });
  const { body } = await callApi(desk.product.url, getDashboard, {}, desk.learner.token);
  const shown = 'requests' in body ? body.requests.find(({ _id }) => _id === purchase.requestId) : undefined;
  expect(shown && 'purchase' in shown && shown.purchase).toMatchObject({ notReceivedAt: expect.any(String) });
});

it('is seen in a case that was released while it waited', async () => {
  const { purchase, caseId } = await waiting();
  await desk.product.db.query(
    `UPDATE cases SET status = 'open', owner_id = NULL, claimed_at = NULL, waiting_on = NULL, waiting_until = NULL WHERE id = $1`,
    [caseId],
  );
  await report(purchase);
  expect(await acts(caseId)).toEqual([
    { act: 'updated', detail: 'The learner says that the course did not arrive.' },
  ]);
});

it('is one press in the mail, which says what was sent, where to and when, and never contains the code', async () => {
  const purchase = await desk.handedOver();
  const subject = 'Your course is ready: Machine Learning';
  const text = await vi.waitFor(async () => {
    const mails = await mailsTo(desk.product.sandbox.httpUrl, desk.learner.email);
    const texts = mails.filter((mail) => mail.subject === subject).map((mail) => mail.text);
    return (
      texts.find((sent) => sent.includes('An enrolment code')) ?? Promise.reject(new Error('No mail yet'))
    );
  }, patient);
  expect(text).toContain('Your dashboard');
  expect(text).toContain(String(purchase.handedOverAt?.getUTCFullYear()));
  expect(text).toContain('coursera.org');
  expect(text).toContain(desk.product.config.brand.email.support);
  expect(text).not.toContain('CANARY');
  const token = /\/course-not-received\?token=(\S+)/.exec(text)?.[1] ?? '';
  const press = (sent: string) =>
    callApi(desk.product.url, reportNotReceivedByLink, { body: { token: sent } });
  expect((await press('made-up')).status).toBe(422);
  expect((await desk.purchaseOf(purchase)).notReceivedAt).toBeNull();
  expect([(await press(token)).status, (await press(token)).status]).toEqual([200, 200]);
  expect((await desk.purchaseOf(purchase)).notReceivedAt).not.toBeNull();
  await desk.call(redeemCourse, purchase);
  expect((await press(token)).status).toBe(409);
});

it('is for the learner alone, and only between the handover and the enrolment', async () => {
  const purchase = await desk.paid('gift-to-email');
  expect((await report(purchase)).status).toBe(409);
  await desk.claim(purchase);
  await desk.buy(purchase);
  expect((await report(purchase)).status).toBe(409);
  await desk.handOver(purchase);
  expect((await report(purchase, await join(desk.product.url, 'learner'))).status).toBe(404);
  expect((await report(purchase, desk.sponsor)).status).toBe(403);
  await desk.call(redeemCourse, purchase);
  expect((await report(purchase)).body.message).toBe('You are enrolled in this course already.');
});

it('lets an operator hand every kind of course over again, with another mail and no reminder before', async () => {
  const purchase = await desk.handedOver('gift-to-email');
  expect(await conflictOf(desk.handOver(purchase))).toBe('409 This course is handed over already.');
  await report(purchase);
  await desk.product.db.query(
    `UPDATE purchases SET handed_over_at = now() - interval '73 hours' WHERE id = $1`,
    [purchase.id],
  );
  expect((await followUpPurchases(desk.product.db)).reminded).toBe(0);
  await desk.handOver(purchase);
  expect(await handedOverMails(purchase)).toBe(2);
  expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'handed_over', notReceivedAt: null });
  expect((await report(purchase)).status).toBe(200);
  expect((await desk.purchaseOf(purchase)).notReceivedAt).not.toBeNull();
});
