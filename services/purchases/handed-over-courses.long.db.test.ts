import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { redeemCourse, revealCode } from '#contracts/purchases/purchases.ts';
import { closeUnseen } from '#tests/support/database/close-unseen.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import {
  conflictOf,
  openPurchaseDesk,
  type PurchaseDesk,
  secretCode,
} from '#tests/support/money/purchase-desk.ts';
import { join, mailsTo } from '#tests/support/people/people.ts';
import { patient } from '#tests/support/soon.ts';
import { approveOverrun, requestOverrun } from './buy-purchase.ts';
import { followUpPurchases } from './follow-up-purchases.ts';
import { releasePurchase } from './lock-purchase.ts';
import type { Purchase } from './purchase.entity.ts';
import { markEnrolled } from './record-enrolment.ts';

let desk: PurchaseDesk;
beforeAll(async () => {
  desk = await openPurchaseDesk();
});
afterAll(() => desk?.product.close());

const mark = (purchase: Purchase, operatorId = desk.olive) =>
  desk.record((manager) =>
    markEnrolled(manager, { purchaseId: purchase.id, operatorId, reason: 'The platform has confirmed it.' }),
  );

describe('an enrolment code', () => {
  // ASVS 14.2.4
  it('is stored encrypted and shown once, to its learner alone', async () => {
    const purchase = await desk.handedOver(undefined, { redeemBy: new Date('2027-03-01T00:00:00Z') });
    const stored = await desk.product.db.query(
      'SELECT encrypted FROM purchase_codes WHERE purchase_id = $1',
      [purchase.id],
    );
    expect(stored).toHaveLength(1);
    expect(String(stored[0].encrypted)).not.toContain(secretCode);
    for (const who of [await join(desk.product.url, 'learner')])
      expect((await desk.call(revealCode, purchase, who)).status).toBe(404);
    expect((await desk.call(revealCode, purchase, desk.sponsor)).status).toBe(403);

    const answers = await Promise.all([desk.call(revealCode, purchase), desk.call(revealCode, purchase)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      data: { code: secretCode, redeemBy: '2027-03-01T00:00:00.000Z' },
    });
    expect(
      await desk.product.db.query('SELECT 1 FROM purchase_codes WHERE purchase_id = $1', [purchase.id]),
    ).toEqual([]);
    expect((await desk.purchaseOf(purchase)).codeSeenAt).not.toBeNull();
    expect((await desk.call(revealCode, purchase)).body.message).toMatch(/^You have seen this code/);
  });

  it('is in no mail, job or audit entry', async () => {
    const purchase = await desk.handedOver();
    await vi.waitFor(async () => {
      const mails = await mailsTo(desk.product.sandbox.httpUrl, desk.learner.email);
      expect(mails.some(({ subject }) => subject === 'Your course is ready: Machine Learning')).toBe(true);
      expect(JSON.stringify(mails)).not.toContain(secretCode);
    }, patient);
    const [leaks] = await desk.product.db.query(
      `SELECT count(*)::int AS n FROM (SELECT payload::text AS text FROM outbox UNION ALL
         SELECT reason FROM audit_entries UNION ALL SELECT detail FROM case_acts) AS all_texts WHERE text LIKE $1`,
      [`%${secretCode}%`],
    );
    expect(leaks.n).toBe(0);
    expect((await desk.call(revealCode, purchase)).status).toBe(200);
  });

  it('is required, can be sent again, and is not there before', async () => {
    const purchase = await desk.paid();
    expect((await desk.call(revealCode, purchase)).status).toBe(409);
    await desk.claim(purchase);
    expect(await conflictOf(desk.handOver(purchase, secretCode))).toBe('409 This course is not bought yet.');
    await desk.buy(purchase);
    expect(await conflictOf(desk.handOver(purchase))).toBe('422 Please enter the enrolment code.');
    await desk.handOver(purchase, 'LOST');
    await desk.call(revealCode, purchase);
    await desk.handOver(purchase, secretCode);
    expect((await desk.call(revealCode, purchase)).body).toMatchObject({ data: { code: secretCode } });
  });
});

describe('a course that is handed over', () => {
  it.each(['gift-to-email', 'platform-login'])(
    'by %s is redeemed once, and ends request and case',
    async (delivery) => {
      const purchase = await desk.handedOver(delivery);
      expect(await conflictOf(desk.handOver(purchase))).toBe('409 This course is handed over already.');
      expect((await desk.call(redeemCourse, purchase, await join(desk.product.url, 'learner'))).status).toBe(
        404,
      );
      const answers = await Promise.all(Array.from({ length: 4 }, () => desk.call(redeemCourse, purchase)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await desk.requestStatus(purchase)).toBe('enrolled');
      expect(await conflictOf(desk.claim(purchase))).toBe(
        '409 The learner is enrolled already; there is nothing to buy.',
      );
      expect(await desk.purchaseOf(purchase)).toMatchObject({
        status: 'redeemed',
        redeemedAt: expect.any(Date),
      });
      expect(await desk.caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'enrolled' });
      const logins = await desk.product.db.query('SELECT 1 FROM platform_logins WHERE request_id = $1', [
        purchase.requestId,
      ]);
      expect(logins).toEqual([]);
      await vi.waitFor(async () => {
        const subjects = (await mailsTo(desk.product.sandbox.httpUrl, desk.sponsor.email)).map(
          ({ subject }) => subject,
        );
        expect(subjects).toContainEqual(expect.stringMatching(/is enrolled: Machine Learning$/));
      }, patient);
    },
  );

  it('is redeemed by proof of enrolment as well', async () => {
    const purchase = await desk.handedOver();
    expect((await sendProof(desk.product.url, desk.sponsor, purchase.requestId, pdf())).status).toBe(200);
    expect((await desk.purchaseOf(purchase)).status).toBe('redeemed');
    expect(
      await desk.product.db.query('SELECT 1 FROM purchase_codes WHERE purchase_id = $1', [purchase.id]),
    ).toEqual([]);
    expect((await desk.call(redeemCourse, purchase)).status).toBe(200);
  });

  it('is marked as enrolled by one of two operators at once, and learner and payer are notified', async () => {
    const purchase = await desk.handedOver();
    const answers = await Promise.all([conflictOf(mark(purchase)), conflictOf(mark(purchase, desk.oscar))]);
    expect(answers.sort()).toEqual(['409 The learner is enrolled already.', 'done']);
    expect(await desk.requestStatus(purchase)).toBe('enrolled');
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'closed', outcome: 'enrolled' });
    expect(
      await desk.product.db.query('SELECT 1 FROM purchase_codes WHERE purchase_id = $1', [purchase.id]),
    ).toEqual([]);
    const notified = await desk.product.db.query(
      `SELECT payload->>'mail' AS mail FROM outbox WHERE payload->>'id' IN ($1, $2)
         AND payload->>'mail' IN ('enrolled', 'course-redeemed') ORDER BY 1`,
      [purchase.id, purchase.requestId],
    );
    expect(notified).toEqual([{ mail: 'course-redeemed' }, { mail: 'enrolled' }]);
    await vi.waitFor(async () => {
      const mails = await mailsTo(desk.product.sandbox.httpUrl, desk.learner.email);
      expect(mails.map(({ text }) => text)).toContainEqual(
        expect.stringContaining('Our staff has confirmed that you are enrolled.'),
      );
    }, patient);
  });

  // ASVS 2.3.1
  it('cannot be redeemed before', async () => {
    const purchase = await desk.paid();
    expect((await desk.call(redeemCourse, purchase)).status).toBe(409);
    expect(await conflictOf(mark(purchase))).toMatch(/^409 This course is not handed over/);
    expect(await desk.requestStatus(purchase)).toBe('paid');
  });
});

describe('the follow-up', () => {
  const age = (purchase: Purchase, sql: string) =>
    desk.product.db.query(`UPDATE purchases SET ${sql} WHERE id = $1`, [purchase.id]);
  const reminders = async ({ id }: Purchase) =>
    (
      await desk.product.db.query(
        `SELECT 1 FROM outbox WHERE payload->>'mail' = 'redeem-reminder' AND payload->>'id' = $1`,
        [id],
      )
    ).length;

  it('reminds after 3 days and 3 days before the last day, once each', async () => {
    const purchase = await desk.handedOver();
    await followUpPurchases(desk.product.db);
    expect(await reminders(purchase)).toBe(0);
    await age(
      purchase,
      `handed_over_at = now() - interval '73 hours', redeem_by = now() + interval '9 days'`,
    );
    await Promise.all([followUpPurchases(desk.product.db), followUpPurchases(desk.product.db)]);
    expect(await reminders(purchase)).toBe(1);
    await age(purchase, `reminded_at = now() - interval '7 days', redeem_by = now() + interval '2 days'`);
    await followUpPurchases(desk.product.db);
    await followUpPurchases(desk.product.db);
    expect(await reminders(purchase)).toBe(2);
  });

  it('reminds of no course whose last day is over, and requeues none before it', async () => {
    const purchase = await desk.handedOver();
    await age(
      purchase,
      `handed_over_at = now() - interval '73 hours', redeem_by = now() + interval '1 day', reminded_at = now()`,
    );
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'handed_over' });
    const before = await reminders(purchase);
    await age(purchase, `redeem_by = now() - interval '1 minute', reminded_at = NULL`);
    await followUpPurchases(desk.product.db);
    expect(await reminders(purchase)).toBe(before);
  });

  it('puts a course that was not redeemed in time back into the queue, without its code', async () => {
    const purchase = await desk.handedOver();
    await age(purchase, `redeem_by = now() - interval '1 minute'`);
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'queued', attempt: 2, boughtAt: null });
    expect((await desk.call(revealCode, purchase)).status).toBe(409);
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'open' });
    await desk.claim(purchase);
    await desk.buy(purchase, { orderNumber: 'ORDER-2' });
    expect(await desk.balances(purchase)).toMatchObject({
      purchases: -4_000_000,
      completion_fund: 2_000_000,
    });
  });

  it('keeps a claim while a higher price waits for its approval, which gives the full time to buy', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const action = { purchaseId: purchase.id, operatorId: desk.olive };
    await desk.record((manager) => requestOverrun(manager, { ...action, spentMinor: 2_160_000 }));
    await age(purchase, `claimed_until = now() - interval '2 days'`);
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'claimed', ownerId: desk.olive });
    expect(await conflictOf(desk.claim(purchase, desk.oscar))).toMatch(
      /has claimed this purchase until another operator approves the higher price\.$/,
    );
    await desk.record((manager) => approveOverrun(manager, { ...action, operatorId: desk.oscar }, anyOther));
    await followUpPurchases(desk.product.db);
    await desk.buy(purchase, { chargedMinor: 2_160_000 });
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'bought', spentMinor: 2_160_000 });
  });

  it('releases an approved claim that lapsed, and forgets a price that was not approved', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    const action = { purchaseId: purchase.id, operatorId: desk.olive };
    await desk.record((manager) => requestOverrun(manager, { ...action, spentMinor: 2_160_000 }));
    await desk.record((manager) => releasePurchase(manager, action));
    expect(await desk.claim(purchase, desk.oscar)).toMatchObject({ overrunMinor: null, overrunById: null });
    const other = { ...action, operatorId: desk.oscar };
    await desk.record((manager) => requestOverrun(manager, { ...other, spentMinor: 2_160_000 }));
    await desk.record((manager) => approveOverrun(manager, { ...other, operatorId: desk.olive }, anyOther));
    await age(purchase, `claimed_until = now() - interval '1 minute'`);
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'queued', ownerId: null });
    expect(await desk.claim(purchase)).toMatchObject({ overrunMinor: 2_160_000 });
  });

  it('releases claims that lapsed, and opens cases that are missing', async () => {
    const purchase = await desk.paid();
    await desk.claim(purchase);
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'claimed', ownerId: desk.olive });
    await age(purchase, `claimed_until = now() - interval '1 minute'`);
    await closeUnseen(desk.product, purchase.id);
    await followUpPurchases(desk.product.db);
    expect(await desk.purchaseOf(purchase)).toMatchObject({ status: 'queued', ownerId: null });
    expect(await desk.caseOf(purchase)).toMatchObject({ status: 'open' });
  });
});
