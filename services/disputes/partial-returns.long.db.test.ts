import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApprovalRule } from '#services/cases/approval.ts';
import { startRefund } from '#services/flows/start-refund.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { anyOther } from '#tests/support/money/approvals.ts';
import { caseOfDispute } from '#tests/support/money/case-of-dispute.ts';
import { balancesOf, orderCourse } from '#tests/support/money/paid-purchases.ts';
import { type Deal, openRefundDesk, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { patient } from '#tests/support/soon.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { approveRefundUnlessDisputed, requestRefundUnlessDisputed } from './refund-unless-disputed.ts';
import { acceptDispute, requestAnswer } from './request-answer.ts';

const chargedMinor = 2_001_800;
const message = 'The course was never sent.';
const alone: ApprovalRule = { ...anyOther, isFourEyes: false };

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

const record = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(desk.product.db, work);

const disputesOf = ({ paymentId }: Deal) =>
  desk.product.db.getRepository(DisputeEntity).findBy({ paymentId });
/** Waits until the newest dispute of the payment has these fields here. */
const disputed = (deal: Deal, fields: Partial<Dispute> = { status: 'awaiting_merchant' }) =>
  vi.waitFor(async () => {
    const dispute = (await disputesOf(deal)).at(-1);
    expect(dispute).toMatchObject(fields);
    return dispute as Dispute;
  }, patient);
async function dispute(deal: Deal, amountMinor?: number): Promise<Dispute> {
  await desk.control('POST', `transactions/${deal.reference}/dispute`, { amountMinor });
  return disputed(deal);
}
const accept = ({ id: disputeId }: Dispute, operatorId = desk.ada, rule = alone) =>
  record(async (manager) => {
    const caseId = await caseOfDispute(manager, disputeId);
    return acceptDispute(manager, { disputeId, caseId, operatorId, message }, rule);
  });
async function loseDispute(deal: Deal, amountMinor: number): Promise<void> {
  await dispute(deal, amountMinor);
  const ending = { stage: 'resolve', resolution: 'auto-accepted' };
  await desk.control('POST', `transactions/${deal.reference}/dispute`, ending);
  await disputed(deal, { outcome: 'lost' });
}
/** Has the provider's dashboard pay out a part of the payment. */
async function refundAtProvider(deal: Deal, amountMinor: number, stage = 'processed') {
  await desk.control('POST', `transactions/${deal.reference}/refund`, { stage, amountMinor });
  await desk.reaches(deal, stage);
}
const refund = ({ paymentId }: Deal, rule = alone) =>
  record((manager) =>
    requestRefundUnlessDisputed(manager, { paymentId, operatorId: desk.ada, reason: 'Gone' }, rule),
  );
const approve = ({ id: refundId }: Pick<Refund, 'id'>) =>
  record((manager) => approveRefundUnlessDisputed(manager, { refundId, operatorId: desk.grace }, anyOther));
async function payOut(deal: Deal): Promise<void> {
  const { providerId } = await desk.reaches(deal, 'pending');
  await desk.move(providerId, 'processed');
}

/** Waits until all is given back; returns what the ledger and the provider's books have of it. */
async function booksOf(deal: Deal) {
  await vi.waitFor(
    async () => expect(await desk.stateOf(deal.reference)).toMatchObject({ payment: 'reversed' }),
    patient,
  );
  const { disputes, refunds } = await desk.control('GET', 'ledger');
  const sum = (rows: { reference: string; amountMinor: number; isLost?: boolean; status: string }[]) =>
    rows
      .filter(
        ({ reference, isLost, status }) => reference === deal.reference && (isLost ?? status === 'processed'),
      )
      .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const { provider = 0, provider_fees = 0, ...ledger } = await balancesOf(desk.product, deal.paymentId);
  return { ledger, leftMinor: provider + provider_fees, returnedMinor: sum(refunds) + sum(disputes) };
}
const allGivenBack = {
  ledger: { request: 0, service_fees: 0, refunds_out: 0, disputes_lost: 0 },
  leftMinor: 0,
  returnedMinor: chargedMinor,
};

describe('a dispute of a payment that was refunded in part', () => {
  it.each(['before', 'after'])('is accepted for what is left: refunded %s the acceptance', async (when) => {
    const deal = await desk.pay();
    if (when === 'before') await refundAtProvider(deal, 700);
    const current = await dispute(deal);
    if (when === 'before') expect(await accept(current)).toBe(message);
    else {
      await accept(current, desk.ada, anyOther);
      await refundAtProvider(deal, 700);
      expect(await accept(current, desk.grace, anyOther)).toBe(message);
    }
    await disputed(deal, { outcome: 'accepted', amountMinor: chargedMinor - 700 });
    expect(await booksOf(deal)).toMatchObject(allGivenBack);
    expect((await desk.stateOf(deal.reference)).request).toBe('refunded');
  });

  it('is accepted in full where that is not more than what is left', async () => {
    const deal = await desk.pay();
    await refundAtProvider(deal, 700);
    await accept(await dispute(deal, 1_000));
    await disputed(deal, { outcome: 'accepted', amountMinor: 1_000 });
    expect((await desk.stateOf(deal.reference)).payment).toBe('approved');
  });

  it('ends the purchase of a course that is handed over with the last part', async () => {
    const deal = await desk.pay();
    await orderCourse(desk.product, deal.requestId);
    await refundAtProvider(deal, 700, 'pending');
    await accept(await dispute(deal));
    await disputed(deal, { outcome: 'accepted', amountMinor: chargedMinor - 700 });
    await payOut(deal);
    expect(await booksOf(deal)).toMatchObject({ leftMinor: 0, returnedMinor: chargedMinor });
    const { requestId } = deal;
    expect(await desk.product.db.getRepository(PurchaseEntity).findOneBy({ requestId })).toMatchObject({
      status: 'failed',
      failureReason: 'A dispute and refunds gave all of the payment back.',
    });
  });

  it('is not accepted when all was given back before the answer was sent, and can be fought', async () => {
    const deal = await desk.pay();
    const { id } = await dispute(deal);
    // The answer is enqueued in this transaction, so the refund is there before it is sent.
    await record(async (manager) => {
      const given = { disputeId: id, operatorId: desk.ada, answer: 'accept' as const, message };
      await requestAnswer(manager, given);
      await manager.insert(RefundEntity, {
        ...{ paymentId: deal.paymentId, origin: 'provider', amountMinor: chargedMinor, currency: 'NGN' },
        ...{ reason: 'On the dashboard', providerId: crypto.randomUUID() },
        ...{ approvedAt: new Date(), calledAt: new Date() },
      });
    });
    await desk.idle();
    const reopened = await disputed(deal, { status: 'awaiting_merchant', answer: null, message: null });
    const acts = await desk.product.db.query(
      `SELECT a.detail FROM case_acts a JOIN cases c ON c.id = a.case_id
       WHERE c.subject_id = $1 AND c.kind = 'dispute' AND a.act = 'updated'`,
      [deal.paymentId],
    );
    expect(acts).toEqual([
      {
        detail:
          'All of the payment was given back before the dispute was accepted. Fight it with that refund.',
      },
    ]);
    await expect(accept(reopened)).rejects.toMatchObject({ status: 409 });
    const fight = { disputeId: id, operatorId: desk.ada, answer: 'fight' as const, message };
    expect(await record((manager) => requestAnswer(manager, fight))).toMatchObject({ answer: 'fight' });
  });
});

describe('a payment of which a dispute takes a part', () => {
  const part = 500_000;
  const rest = chargedMinor - part;

  it('is refunded for the rest, once, and the books balance', async () => {
    const deal = await desk.pay();
    await accept(await dispute(deal, part));
    await disputed(deal, { outcome: 'accepted', amountMinor: part });
    expect(await refund(deal)).toMatchObject({ amountMinor: rest });
    await expect(refund(deal)).rejects.toMatchObject({ status: 409 });
    await payOut(deal);
    expect(await booksOf(deal)).toMatchObject(allGivenBack);
    await expect(refund(deal)).rejects.toMatchObject({ status: 409 });
  });

  it('is refunded for the rest also while the acceptance waits or is not sent yet', async () => {
    const deal = await desk.pay();
    const current = await dispute(deal, part);
    await accept(current, desk.ada, anyOther);
    expect(await refund(deal, anyOther)).toMatchObject({ amountMinor: rest });
    expect(await accept(current, desk.grace, anyOther)).toBe(message);
    await disputed(deal, { outcome: 'accepted', amountMinor: part });
    await approve((await desk.refundsOf(deal))[0] as Refund);
    await payOut(deal);
    expect(await booksOf(deal)).toMatchObject(allGivenBack);
  });

  it('has a refund that was requested before approved for the rest', async () => {
    const deal = await desk.pay();
    const waiting = await refund(deal, anyOther);
    await loseDispute(deal, part);
    expect(await approve(waiting)).toMatchObject({ amountMinor: rest });
    await payOut(deal);
    expect(await booksOf(deal)).toMatchObject(allGivenBack);
  });

  it('is being given back as a whole while the rest is refunded, for learner and payer', async () => {
    const deal = await desk.pay();
    await loseDispute(deal, part);
    const shown = async () => {
      const steps = await findPurchaseSteps(desk.product.db, [deal.requestId]);
      return steps.get(deal.requestId)?.isRefunding;
    };
    const { id } = await refund(deal, anyOther);
    expect(await shown()).toBe(false);
    const approved = 'UPDATE refunds SET approved_at = now(), approved_by_id = $1 WHERE id = $2';
    await desk.product.db.query(approved, [desk.grace, id]);
    expect(await shown()).toBe(true);
    await desk.product.db.query('UPDATE refunds SET amount_minor = amount_minor - 1 WHERE id = $1', [id]);
    expect(await shown()).toBe(false);
  });

  it('has no refund started that is more than the rest', async () => {
    const deal = await desk.pay();
    await loseDispute(deal, part);
    const { db } = desk.product;
    const { id } = await refund(deal, anyOther);
    await db.query('UPDATE refunds SET amount_minor = $2, approved_at = now() WHERE id = $1', [
      id,
      chargedMinor,
    ]);
    await startRefund(id, {
      db,
      provider: { listRefunds: async () => [], verify: async () => undefined } as never,
      complete: (work) => inTransaction(db, work),
    });
    expect(await db.getRepository(RefundEntity).findOneBy({ id })).toMatchObject({
      status: 'failed',
      failureReason: expect.stringContaining('a dispute gives it back'),
    });
  });
});
