import type { EntityManager } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import type { ApprovalRule } from '#services/cases/approval.ts';
import { openCase } from '#services/cases/open-case.ts';
import { acceptDispute } from '#services/disputes/request-answer.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { approveOverrun } from '#services/purchases/buy-purchase.ts';
import { approveRefund } from '#services/refunds/request-refund.ts';
import { payForCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

import { findApprovalRule } from '../approvals/find-approvals.ts';

let product: TestProduct;
let people: { learner: SignedIn; sponsor: SignedIn };
let lena: TestOperator;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({
    OPERATORS_FOUR_EYES: 'true',
    OPERATORS_APPROVAL_LIMITS: 'NGN:20000,USD:10',
  });
  await product.startWorkers();
  people = { learner: await join(product.url, 'learner'), sponsor: await join(product.url, 'sponsor') };
  lena = await joinDesk(product, 'lead', 'Lena');
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

/** Pays ₦20,018 for a course. Returns the cases of its refund and of its purchase. */
async function payAndOpenCases(): Promise<{ refund: string; purchase: string }> {
  const { id, paymentId } = await payForCourse(product, people);
  const subject = { type: 'payment', id: paymentId } as const;
  const refund = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'refund', subject, summary: 'The course is gone.' }),
  );
  const [{ purchase }] = await product.db.query(
    `SELECT id AS purchase FROM cases WHERE kind = 'purchase' AND subject_id = $1`,
    [id],
  );
  return { refund, purchase };
}

/** Claims a case and does an action on it; the case is free again afterwards. */
async function act(
  id: string,
  action: string,
  { cookie }: TestOperator,
  values: Record<string, string> = {},
): Promise<[notice: string | undefined, status: number, message: string]> {
  await callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
  const { actions } = (await callDesk(product.url, desk.getCase, { params: { id } }, cookie)).body.data;
  const body = { action, values };
  const done = await callDesk(product.url, desk.runCaseAction, { params: { id }, body }, cookie);
  await callDesk(product.url, desk.releaseCase, { params: { id }, body: {} }, cookie);
  return [actions.find(({ name }) => name === action)?.notice, done.status, done.body.message];
}

const byLead = 'It is more than ₦20,000, so a lead approves it: Lena.';

/** Expects that the limit holds in the transaction that approves, not only where the form is offered. */
async function isLeads(
  approve: (manager: EntityManager, rule: ApprovalRule) => Promise<unknown>,
): Promise<void> {
  const rule = await findApprovalRule(product.db, product.config);
  const approved = inTransaction(product.db, (manager) => approve(manager, rule));
  await expect(approved).rejects.toThrow(byLead);
}

it('a refund above the limit is approved by a lead, as both forms say', async () => {
  const { refund: id } = await payAndOpenCases();
  const asked = await act(id, 'refund', ada, { reason: 'The course is gone.' });
  expect(asked).toEqual([expect.stringContaining(byLead), 200, expect.any(String)]);
  expect(await act(id, 'approve-refund', grace)).toEqual([expect.stringContaining(byLead), 409, byLead]);
  const [{ refundId }] = await product.db.query(
    'SELECT r.id AS "refundId" FROM refunds r JOIN cases c ON c.subject_id = r.payment_id::text WHERE c.id = $1',
    [id],
  );
  await isLeads((manager, rule) => approveRefund(manager, { refundId, operatorId: grace.id }, rule));
  expect((await act(id, 'approve-refund', lena))[1]).toBe(200);
});

it('a refund that the only lead asked for is approved by another operator, as the form says', async () => {
  const { refund: id } = await payAndOpenCases();
  expect((await act(id, 'refund', lena, { reason: 'The course is gone.' }))[1]).toBe(200);
  expect((await act(id, 'approve-refund', lena))[1]).toBe(409);
  const others = /there is no lead but the one who asked, so another operator approves it: Ada, Grace\.$/;
  expect(await act(id, 'approve-refund', grace)).toEqual([
    expect.stringMatching(others),
    200,
    expect.any(String),
  ]);
});

it('a higher price above the limit is approved by a lead', async () => {
  const { purchase: id } = await payAndOpenCases();
  await act(id, 'start-buying', ada);
  expect((await act(id, 'ask-for-higher-price', ada, { price: '21600' }))[1]).toBe(200);
  const notice = expect.stringMatching(
    /^₦1,600 more than was paid, from the completion fund\. The fund .* afterwards\.\n.* so a lead approves it: Lena\.$/,
  );
  expect(await act(id, 'approve-higher-price', grace)).toEqual([notice, 409, byLead]);
  const [{ purchaseId }] = await product.db.query(
    'SELECT subject_id AS "purchaseId" FROM cases WHERE id = $1',
    [id],
  );
  await isLeads((manager, rule) => approveOverrun(manager, { purchaseId, operatorId: grace.id }, rule));
  expect((await act(id, 'approve-higher-price', lena)).slice(0, 2)).toEqual([notice, 200]);
});

/** Pays for a course and records a dispute of the payment, in minor units. Returns the case of the dispute. */
async function payAndDispute(amountMinor: number): Promise<string> {
  const { paymentId } = await payForCourse(product, people);
  const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE id = $1', [paymentId]);
  const reported = {
    ...{ id: crypto.randomUUID(), reference, amountMinor, currency: 'NGN', category: 'fraud' },
    ...{ status: 'awaiting_merchant' as const, resolution: null, dueAt: null, createdAt: null },
  };
  await inTransaction(product.db, (manager) => recordDispute(manager, reported, new Date()));
  const [{ id }] = await product.db.query(`SELECT id FROM cases WHERE kind = 'dispute' AND subject_id = $1`, [
    paymentId,
  ]);
  return id;
}

it('accepting a dispute above the limit is approved by a lead, as both forms say', async () => {
  const id = await payAndDispute(2_001_800);
  const notice = expect.stringMatching(
    /^₦20,018 go back to the payer: .*\n.* so a lead approves it: Lena\.$/,
  );
  const asked = await act(id, 'accept-dispute', ada, { message: 'Take it.' });
  expect(asked).toEqual([notice, 200, expect.any(String)]);
  expect(await act(id, 'approve-acceptance', grace)).toEqual([notice, 409, byLead]);
  const [{ disputeId }] = await product.db.query(
    'SELECT d.id AS "disputeId" FROM disputes d JOIN cases c ON c.subject_id = d.payment_id::text WHERE c.id = $1',
    [id],
  );
  const acceptance = { disputeId, caseId: id, operatorId: grace.id, message: '' };
  await isLeads((manager, rule) => acceptDispute(manager, acceptance, rule));
  expect((await act(id, 'approve-acceptance', lena)).slice(0, 2)).toEqual([notice, 200]);
});

it('accepting a dispute up to the limit is approved by another operator', async () => {
  const id = await payAndDispute(2_000_000);
  const notice = expect.stringContaining('Another operator approves it: Grace, Lena.');
  expect((await act(id, 'accept-dispute', ada, { message: 'Take it.' })).slice(0, 2)).toEqual([notice, 200]);
  expect((await act(id, 'approve-acceptance', grace)).slice(0, 2)).toEqual([notice, 200]);
});
