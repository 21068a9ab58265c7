import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRule } from '#services/cases/approval.ts';
import { PendingApprovalEntity } from '#services/cases/cases.entity.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { caseOfDispute } from '#tests/support/money/case-of-dispute.ts';
import { fund } from '#tests/support/money/certificates.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { approveRefundUnlessDisputed, requestRefundUnlessDisputed } from './refund-unless-disputed.ts';
import { acceptance, acceptDispute } from './request-answer.ts';

const message = 'The course was never sent.';
const alone: ApprovalRule = { ...anyOther, isFourEyes: false };

let product: TestProduct;
let olive: string;
let oscar: string;
let people: [learner: SignedIn, sponsor: SignedIn];
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  olive = await idOf(product, await addOperator(product));
  oscar = await idOf(product, await addOperator(product));
  people = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
});
afterAll(() => product?.close());

/** Pays for a request and records a dispute of all of the payment. */
async function payAndDispute(): Promise<Dispute> {
  const { requestId } = await fund(product, ...people);
  const [{ reference }] = await product.db.query('SELECT reference FROM payments WHERE request_id = $1', [
    requestId,
  ]);
  const reported = {
    ...{ id: crypto.randomUUID(), reference, amountMinor: 2_001_800, currency: 'NGN', category: 'fraud' },
    ...{ status: 'awaiting_merchant' as const, resolution: null, dueAt: null, createdAt: null },
  };
  return inTransaction(product.db, async (manager) => {
    const dispute = await recordDispute(manager, reported, await databaseNow(manager));
    return dispute as Dispute;
  });
}

const accept = ({ id: disputeId }: Dispute, operatorId: string, rule = anyOther) =>
  inTransaction(product.db, async (manager) => {
    const caseId = await caseOfDispute(manager, disputeId);
    return acceptDispute(manager, { disputeId, caseId, operatorId, message }, rule);
  });
const refund = ({ paymentId }: Dispute, rule = anyOther) =>
  inTransaction(product.db, (manager) =>
    requestRefundUnlessDisputed(manager, { paymentId, operatorId: olive, reason: 'Wrong course' }, rule),
  );
const approve = (refundId: string) =>
  inTransaction(product.db, (manager) =>
    approveRefundUnlessDisputed(manager, { refundId, operatorId: oscar }, anyOther),
  );
const answerOf = async ({ id }: Dispute) =>
  (await product.db.getRepository(DisputeEntity).findOneByOrFail({ id })).answer;
/** Stores a pending refund that no rule has checked. */
const insertRefund = async ({ paymentId }: Dispute): Promise<string> => {
  const { identifiers } = await product.db.manager.insert(RefundEntity, {
    ...{ paymentId, origin: 'operator', amountMinor: 2_001_800, currency: 'NGN', reason: 'Wrong course' },
    requestedById: olive,
  });
  return identifiers[0]?.id;
};
/** Records a refund as the provider reports it. */
const reportRefund = ({ paymentId }: Dispute, status: 'processed' | 'failed', amountMinor: number) =>
  inTransaction(product.db, async (manager) => {
    const facts = { transactionId: null, reference: null, currency: 'NGN', createdAt: null };
    const refunds = [{ id: crypto.randomUUID(), status, amountMinor, ...facts }];
    await recordRefunds(manager, { paymentId, refunds, readAt: await databaseNow(manager) });
  });

const refunded = { status: 409, message: expect.stringMatching(/Nothing of this payment is left/) };
const accepted = { status: 409, message: expect.stringMatching(/A dispute of this payment is accepted/) };

describe('a dispute of a refunded payment', () => {
  it.each([
    ['waits for approval', anyOther],
    ['is under way', alone],
  ])('is not accepted while the refund %s', async (_, rule) => {
    const dispute = await payAndDispute();
    await refund(dispute, rule);
    await expect(accept(dispute, olive)).rejects.toMatchObject(refunded);
    await expect(accept(dispute, olive, alone)).rejects.toMatchObject(refunded);
    expect(await answerOf(dispute)).toBeNull();
  });

  it('is accepted after the refund failed', async () => {
    const dispute = await payAndDispute();
    await reportRefund(dispute, 'failed', 2_001_800);
    expect(await accept(dispute, olive, alone)).toBe(message);
  });

  it('is not accepted by the second operator when a refund came between', async () => {
    const dispute = await payAndDispute();
    await accept(dispute, olive);
    await insertRefund(dispute);
    await expect(accept(dispute, oscar)).rejects.toMatchObject(refunded);
    expect(await answerOf(dispute)).toBeNull();
  });

  it('ends the acceptance that waits when all of the payment was given back', async () => {
    const dispute = await payAndDispute();
    await accept(dispute, olive);
    await reportRefund(dispute, 'processed', 2_001_800);
    expect(await product.db.getRepository(PendingApprovalEntity).findBy(acceptance(dispute.id))).toEqual([]);
    const again = accept(dispute, oscar);
    await expect(again).rejects.toMatchObject({
      status: 409,
      message: 'This payment was already given back.',
    });
  });
});

describe('a payment whose dispute is accepted', () => {
  it.each([
    ['waits for approval', anyOther],
    ['is sent', alone],
  ])('is not refunded while the acceptance %s', async (_, rule) => {
    const dispute = await payAndDispute();
    await accept(dispute, olive, rule);
    await expect(refund(dispute)).rejects.toMatchObject(accepted);
    await expect(refund(dispute, alone)).rejects.toMatchObject(accepted);
  });

  it('has no refund approved that was requested before', async () => {
    const dispute = await payAndDispute();
    await accept(dispute, olive);
    await expect(approve(await insertRefund(dispute))).rejects.toMatchObject(accepted);
  });

  it('is refunded once the dispute is won', async () => {
    const dispute = await payAndDispute();
    await product.db.query(
      `UPDATE disputes SET answer = 'accept', status = 'resolved', outcome = 'won', resolved_at = now() WHERE id = $1`,
      [dispute.id],
    );
    expect(await approve((await refund(dispute)).id)).toMatchObject({ approvedById: oscar });
  });
});

it('a refund and an acceptance at once give the money back once', async () => {
  const dispute = await payAndDispute();
  let both: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await inTransaction(product.db, async (manager) => {
    await manager.query('SELECT 1 FROM payments WHERE id = $1 FOR UPDATE', [dispute.paymentId]);
    both = Promise.allSettled([refund(dispute, alone), accept(dispute, olive, alone)]);
    await waitForLockWaits(product, 2);
  });
  expect((await both)?.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
