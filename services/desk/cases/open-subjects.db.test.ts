import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import type { CaseKey } from '#services/cases/open-case.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { toHttpError } from '#services/platform/http/error-handler.ts';
import { markEnrolled } from '#services/purchases/record-enrolment.ts';
import {
  countMissingCases,
  openMissingCases,
} from '#services/purchases/required-cases/open-required-cases.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { closeUnseen } from '#tests/support/database/close-unseen.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { conflictOf, openPurchaseDesk, type PurchaseDesk } from '#tests/support/money/purchase-desk.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';

let people: PurchaseDesk;
let ada: TestOperator;
beforeAll(async () => {
  people = await openPurchaseDesk();
  ada = await joinDesk(people.product, 'operator', 'Ada');
});
afterAll(() => people?.product.close());

const open = (kind: CaseKey['kind'], id: string) =>
  people.record((manager) => openCase(manager, { kind, subject: { type: 'payment', id }, summary: 'Look.' }));
const caseOf = async (kind: string, subjectId: string) => {
  const [row] = await people.product.db.query(
    `SELECT id, status FROM cases WHERE kind = $1 AND subject_id = $2 ORDER BY created_at DESC`,
    [kind, subjectId],
  );
  return row as { id: string; status: string } | undefined;
};

async function close(id: string) {
  const { url } = people.product;
  await callDesk(url, desk.claimCase, { params: { id } }, ada.cookie);
  const body = { outcome: 'done', reason: 'Nothing to do.' };
  const { status, body: answer } = await callDesk(url, desk.closeCase, { params: { id }, body }, ada.cookie);
  return `${status} ${answer.message}`;
}

const closed = `status = 'closed', outcome = 'x', closed_reason = 'x', closed_at = now()`;
const setPayment = (id: string, status: string) =>
  people.product.db.query('UPDATE payments SET status = $2 WHERE id = $1', [id, status]);

async function report(paymentId: string, id: string, more: object = {}) {
  const [{ reference }] = await people.product.db.query('SELECT reference FROM payments WHERE id = $1', [
    paymentId,
  ]);
  const dispute = {
    id,
    reference,
    status: 'awaiting_merchant' as const,
    resolution: null,
    amountMinor: 2_001_800,
    currency: 'NGN',
    category: 'chargeback',
    dueAt: null,
    createdAt: new Date(),
    ...more,
  };
  await people.record((manager) => recordDispute(manager, dispute, new Date()));
}

describe('a case is not closed by hand', () => {
  it('while its course is paid and not bought', async () => {
    const purchase = await people.paid();
    const purchaseCase = await caseOf('purchase', purchase.id);
    expect(await close(purchaseCase?.id ?? '')).toBe(
      '409 The purchase has not ended. The case is closed when the learner is enrolled, or when you end the purchase.',
    );
    expect(await caseOf('purchase', purchase.id)).toMatchObject({ status: 'claimed' });
  });

  it('while its dispute is not resolved', async () => {
    const { paymentId } = await people.paid();
    await report(paymentId, `dispute-${paymentId}`);
    const disputeCase = await caseOf('dispute', paymentId);
    expect(await close(disputeCase?.id ?? '')).toMatch(/^409 The dispute is not resolved/);
  });

  it.each([
    ['refund', 'refund_due'],
    ['payment_review', 'needs_review'],
  ] as const)('%s while its payment is %s and we hold the money', async (kind, status) => {
    const { paymentId } = await people.paid();
    await setPayment(paymentId, status);
    expect(await close(await open(kind, paymentId))).toMatch(/^409 We hold the money of this payment/);
    await setPayment(paymentId, 'approved');
  });

  it('while a refund of its payment is not paid out', async () => {
    const { paymentId } = await people.paid();
    const id = await open('refund', paymentId);
    const refund = { paymentId, operatorId: people.olive, reason: 'Wrong course' };
    await people.record((manager) => requestRefund(manager, refund, { isFourEyes: true }));
    expect(await close(id)).toMatch(/^409 A refund of this payment is not paid out/);
  });

  it('while it is the review of a payment whose refund is not paid out, and no other case is open', async () => {
    const { id: purchaseId, paymentId } = await people.handedOver('gift-to-email');
    const enrolled = { purchaseId, operatorId: people.olive, reason: 'By telephone' };
    await people.record((manager) => markEnrolled(manager, enrolled));
    const id = await open('payment_review', paymentId);
    const refund = { paymentId, operatorId: people.olive, reason: 'Asked for' };
    await people.record((manager) => requestRefund(manager, refund, { isFourEyes: true }));
    expect(await close(id)).toMatch(/^409 A refund of this payment is not paid out/);
  });

  it('unless nothing of its subject is open: the review of a payment may end before its purchase', async () => {
    const { paymentId } = await people.paid();
    expect(await close(await open('payment_review', paymentId))).toBe('200 The case is closed.');
  });
});

describe('the database', () => {
  it('rejects the closing of the only case about something that is open', async () => {
    const purchase = await people.paid();
    const purchaseCase = await caseOf('purchase', purchase.id);
    const closing = people.product.db.query(`UPDATE cases SET ${closed} WHERE id = $1`, [purchaseCase?.id]);
    await expect(closing).rejects.toThrow(`Case ${purchaseCase?.id} is about something that is open`);
  });

  it.each([
    ['closes the case of a purchase', `UPDATE cases SET ${closed} WHERE subject_id = $1`, 'id'],
    ['enrols without an order', `UPDATE requests SET status = 'enrolled' WHERE id = $1`, 'requestId'],
  ] as const)(
    'lets the previous release, which %s, respond that it can be tried again',
    async (_, sql, key) => {
      const purchase = await people.paid();
      const error = await people.product.db.query(sql, [purchase[key]]).catch((thrown: unknown) => thrown);
      // Its error middleware is the same.
      expect(toHttpError(error)).toMatchObject({ status: 503, retryAfterS: 5 });
    },
  );
});

describe('cases that were closed before', () => {
  it('are counted and opened again, once', async () => {
    const { id, paymentId } = await people.paid();
    await report(paymentId, `dispute-${paymentId}`);
    await closeUnseen(people.product, id, paymentId);
    expect(await countMissingCases(people.product.db)).toEqual(
      new Map([
        ['dispute', 1],
        ['purchase', 1],
      ]),
    );
    expect(await openMissingCases(people.product.db)).toBe(2);
    expect(await caseOf('purchase', id)).toMatchObject({ status: 'open' });
    expect(await caseOf('dispute', paymentId)).toMatchObject({ status: 'open' });
    expect(await openMissingCases(people.product.db)).toBe(0);
  });

  it('stay closed when their subject is settled at the same moment', async () => {
    const { id } = await people.handedOver('gift-to-email');
    await closeUnseen(people.product, id);
    let opened: Promise<number> | undefined;
    await people.record(async (manager) => {
      await markEnrolled(manager, { purchaseId: id, operatorId: people.olive, reason: 'By telephone' });
      opened = openMissingCases(people.product.db);
      await Promise.race([opened, waitForLockWaits(people.product, 1)]);
    });
    expect(await opened).toBe(0);
    expect(await caseOf('purchase', id)).toMatchObject({ status: 'closed' });
  });
});

describe('an event closes a case only when nothing else of its subject is open', () => {
  it('one of two disputes is resolved', async () => {
    const { paymentId } = await people.paid();
    await report(paymentId, `first-${paymentId}`);
    await report(paymentId, `second-${paymentId}`);
    const won = { status: 'resolved', resolution: 'won' };
    await report(paymentId, `first-${paymentId}`, won);
    expect(await caseOf('dispute', paymentId)).toMatchObject({ status: 'open' });
    await report(paymentId, `second-${paymentId}`, won);
    expect(await caseOf('dispute', paymentId)).toMatchObject({ status: 'closed' });
  });

  it('a part of a payment is given back that must be given back completely', async () => {
    const { paymentId } = await people.paid();
    await setPayment(paymentId, 'refund_due');
    await open('refund', paymentId);
    const part = {
      id: `part-${paymentId}`,
      transactionId: null,
      reference: null,
      status: 'processed' as const,
      amountMinor: 1_000,
      currency: 'NGN',
      createdAt: new Date(),
    };
    await people.record((manager) =>
      recordRefunds(manager, { paymentId, refunds: [part as never], readAt: new Date() }),
    );
    expect(await caseOf('refund', paymentId)).toMatchObject({ status: 'open' });
  });

  it('a learner is enrolled while a refund waits for approval: the refund gets a case of its own', async () => {
    const purchase = await people.handedOver('gift-to-email');
    const refund = { paymentId: purchase.paymentId, operatorId: people.olive, reason: 'Asked for' };
    await people.record((manager) => requestRefund(manager, refund, { isFourEyes: true }));
    const enrolled = { purchaseId: purchase.id, operatorId: people.olive, reason: 'By telephone' };
    expect(await conflictOf(people.record((manager) => markEnrolled(manager, enrolled)))).toBe('done');
    expect(await caseOf('purchase', purchase.id)).toMatchObject({ status: 'closed' });
    expect(await caseOf('refund', purchase.paymentId)).toMatchObject({ status: 'open' });
  });
});
