import { afterAll, beforeAll, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { payForCourse } from '#tests/support/money/paid-purchases.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let people: { learner: SignedIn; sponsor: SignedIn };
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  people = { learner: await join(product.url, 'learner'), sponsor: await join(product.url, 'sponsor') };
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

const read = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie)).body.data;
const caseOf = async (kind: string, subjectId: string): Promise<string> =>
  (await product.db.query('SELECT id FROM cases WHERE kind = $1 AND subject_id = $2', [kind, subjectId]))[0]
    .id;

/** Claims a case and does an action on it; the case is free again afterwards. */
async function act(
  id: string,
  action: string,
  { cookie }: TestOperator,
  values: Record<string, string> = {},
): Promise<number> {
  await callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
  const body = { action, values };
  const { status } = await callDesk(product.url, desk.runCaseAction, { params: { id }, body }, cookie);
  await callDesk(product.url, desk.releaseCase, { params: { id }, body: {} }, cookie);
  return status;
}

it('the refund that waits for approval is approved beside one of the provider’s dashboard', async () => {
  const { paymentId } = await payForCourse(product, people);
  const subject = { type: 'payment', id: paymentId } as const;
  const id = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'refund', subject, summary: 'The course is gone.' }),
  );
  await product.db.manager.insert(RefundEntity, {
    ...{ paymentId, origin: 'provider', amountMinor: 700, currency: 'NGN', reason: 'On the dashboard' },
    ...{ providerId: crypto.randomUUID(), approvedAt: new Date(), calledAt: new Date() },
  });
  expect(await act(id, 'refund', ada, { reason: 'The course is gone.' })).toBe(200);
  expect(await act(id, 'approve-refund', grace)).toBe(200);
});

it('the rest of a mistyped order is withdrawn in its case, and is in the completion fund', async () => {
  const { paymentId } = await payForCourse(product, people);
  const [{ id: operatorId }] = await product.db.query('SELECT id FROM users WHERE full_name = $1', ['Ada']);
  await product.db.manager.insert(RefundEntity, {
    ...{ paymentId, origin: 'payer', isRest: true, amountMinor: 700, currency: 'NGN', reason: 'Cheaper' },
    requestedById: operatorId,
  });
  const subject = { type: 'payment', id: paymentId } as const;
  const id = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'refund', subject, summary: 'Give back the rest' }),
  );
  const withdrawal = (await read(id)).actions.find(({ name }) => name === 'withdraw-refund');
  expect(withdrawal?.hint).toContain('the rest of a cheaper course stays in the completion fund');
  expect(await act(id, 'withdraw-refund', ada, { reason: 'Mistyped' })).toBe(200);
  expect(await product.db.getRepository(RefundEntity).countBy({ paymentId })).toBe(0);
});

it('confirming a proof says what the refund costs and who approves it', async () => {
  const purchase = await payForCourse(product, people);
  await sendProof(product.url, people.sponsor, purchase.requestId, pdf('Receipt'));
  const { actions } = await read(await caseOf('purchase', purchase.id));
  expect(actions.find(({ name }) => name === 'confirm-proof')?.notice).toMatch(
    /^₦20,018 go back to the payer: .*\nAnother operator approves it: Grace\.$/,
  );
});

it.each([
  ['both wait', 'awaiting_merchant', 'awaiting_merchant', 'older'],
  ['the newer one is at the bank', 'awaiting_merchant', 'awaiting_bank', 'older'],
  ['the older one is at the bank', 'awaiting_bank', 'awaiting_merchant', 'newer'],
] as const)(
  'of two disputes the page shows the one that is answered: %s',
  async (_, older, newer, answered) => {
    const { paymentId } = await payForCourse(product, people);
    const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE id = $1', [
      paymentId,
    ]);
    const report = async (category: string, status: typeof older | typeof newer, createdAt: Date) => {
      const facts = { id: crypto.randomUUID(), reference, currency: 'NGN', resolution: null, dueAt: null };
      const reported = { ...facts, category, status, createdAt, amountMinor: 700 };
      await inTransaction(product.db, async (manager) =>
        recordDispute(manager, reported, await databaseNow(manager)),
      );
    };
    // The newer one is stored first, so that the order of rows does not hide the rule.
    await report('newer', newer, new Date('2026-11-17T08:00:00Z'));
    await report('older', older, new Date('2026-11-16T08:00:00Z'));
    const id = await caseOf('dispute', paymentId);
    expect((await read(id)).payments[0]?.dispute?.category).toBe(answered);
    expect(await act(id, 'fight-dispute', ada, { message: 'It was delivered.' })).toBe(200);
    const fought = await product.db.query(
      `SELECT category FROM disputes WHERE payment_id = $1 AND answer = 'fight'`,
      [paymentId],
    );
    expect(fought).toEqual([{ category: answered }]);
  },
);
