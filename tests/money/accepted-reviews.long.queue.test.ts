import { beforeAll, describe, expect, it, vi } from 'vitest';
import { assignCase } from '#contracts/desk/desk.ts';
import { payDifference, takeMoneyBack } from '#contracts/purchases/price-choices.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { PriceChoiceEntity } from '#services/purchases/purchase.entity.ts';
import { followUpPurchasesJob } from '#services/purchases/purchases.jobs.ts';
import { balancesOf } from '#tests/support/money/paid-purchases.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import {
  joinReviewDesk,
  type Review,
  type ReviewDesk,
  reviewedPriceMinor,
} from '#tests/support/money/review-desk.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { press } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';
import { onBothBackends } from './backends.ts';

const order = { orderNumber: 'CO-1', charged: '20000', currency: 'NGN' };
const mailsOfSurplus = [
  'Please confirm your email address',
  'Your receipt',
  'Your refund is on its way',
  'Your refund was paid out',
];
/** Those of the calls that did something. */
const done = (results: readonly { status: number }[]) =>
  results.map(({ status }) => status).filter((status) => status === 200);

onBothBackends('a payment under review', { OPERATORS_FOUR_EYES: 'true' }, (product) => {
  let desk: ReviewDesk;
  let lead: TestOperator;
  beforeAll(async () => {
    desk = await joinReviewDesk(product());
    await controlPayments(product(), 'PATCH', 'settings', { refundStepMs: 50 });
    lead = await joinDesk(product(), 'lead', 'Lynn');
  });

  const refundStatuses = async (review: Review) => (await desk.refundsOf(review)).map(({ status }) => status);
  const untilRefunded = (review: Review) =>
    vi.waitFor(async () => expect(await refundStatuses(review)).toEqual(['processed']), patient);
  /** Accepts it three times at once: twice by its owner, and by a lead who takes the case over. */
  const acceptAtOnce = (caseId: string, action = 'accept-payment') =>
    Promise.all([
      desk.act(caseId, action),
      desk.act(caseId, action),
      callDesk(
        product().url,
        assignCase,
        { params: { id: caseId }, body: { to: lead.id, reason: 'I do it' } },
        lead.cookie,
      ).then(() => desk.act(caseId, action, {}, lead)),
    ]);
  /** Buys and hands over the course, each step twice at once. */
  const buyCourse = async (review: Review) => {
    const caseId = await desk.purchaseCaseOf(review);
    await desk.claim(caseId);
    expect((await desk.act(caseId, 'start-buying')).status).toBe(200);
    const ordered = await Promise.all([1, 2].map(() => desk.act(caseId, 'record-order', order)));
    expect(done(ordered)).toHaveLength(1);
    expect((await desk.act(caseId, 'hand-over')).status).toBe(200);
    expect(await desk.purchaseOf(review)).toMatchObject({ status: 'handed_over', attempt: 1 });
    expect(await desk.read(caseId)).toMatchObject({ status: 'waiting', waitingOn: 'learner' });
  };

  describe('above the price', () => {
    it('is accepted and its surplus approved at once by two operators: it goes back once, then the course is bought once', async () => {
      const review = await desk.underReview({ amountMinor: 2_100_000 });
      const calls = await desk.countRefundCalls(review);
      expect(done(await acceptAtOnce(review.caseId))).toHaveLength(1);
      expect((await desk.act(review.caseId, 'accept-payment', {}, lead)).status).toBe(409);
      const caseId = await desk.purchaseCaseOf(review);
      await desk.claim(caseId);
      expect((await desk.act(caseId, 'start-buying')).body.message).toContain('is being refunded');
      const approved = await Promise.all([
        desk.act(caseId, 'approve-refund', {}, desk.grace),
        desk.act(caseId, 'approve-refund', {}, lead),
        desk.approve(caseId, desk.grace),
        desk.approve(caseId, lead),
      ]);
      expect(done(approved)).toHaveLength(1);
      await untilRefunded(review);
      await buyCourse(review);
      expect(await calls()).toBe(1);
      expect(await desk.refundsAtProvider(review.reference)).toMatchObject([
        { amountMinor: 100_000, status: 'processed' },
      ]);
      expect(await desk.done(review)).toEqual({
        ...{ purchases: 1, purchaseCases: 1, enrolments: 1 },
        ...{ captures: 1, refunds: 1, orders: 1 },
      });
      expect(await balancesOf(product(), review.paymentId)).toEqual({
        ...{ provider: 1_968_500, provider_fees: 31_500, request: 0 },
        ...{ purchases: -reviewedPriceMinor, refunds_out: 0 },
      });
      expect(await desk.differences(review.reference)).toEqual([]);
      await vi.waitFor(
        async () => expect(await desk.subjects(review.sponsor)).toEqual(mailsOfSurplus),
        patient,
      );
    });

    it('is accepted or refunded as a whole, whichever of two operators comes first, and never both', async () => {
      const review = await desk.underReview({ amountMinor: 2_100_000 });
      const [accepted, refunded] = await Promise.all([
        desk.act(review.caseId, 'accept-payment'),
        desk.act(review.caseId, 'refund', { reason: 'Too much' }),
      ]);
      expect(done([accepted, refunded])).toHaveLength(1);
      const isAccepted = accepted?.status === 200;
      const { caseId } = isAccepted ? { caseId: await desk.purchaseCaseOf(review) } : review;
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      await untilRefunded(review);
      expect(await desk.refundsAtProvider(review.reference)).toMatchObject([
        { amountMinor: isAccepted ? 100_000 : 2_100_000 },
      ]);
      expect((await desk.requestStatus(review)) === 'paid').toBe(isAccepted);
      expect(await desk.done(review)).toMatchObject({ purchases: isAccepted ? 1 : 0, refunds: 1 });
      expect(await desk.differences(review.reference)).toEqual([]);
    });
  });

  it('a little below the price is accepted once, and the fund pays the rest of the order', async () => {
    const review = await desk.underReview({ amountMinor: 1_950_000 });
    expect(done(await acceptAtOnce(review.caseId))).toHaveLength(1);
    await buyCourse(review);
    expect(await desk.done(review)).toEqual({
      ...{ purchases: 1, purchaseCases: 1, enrolments: 1 },
      ...{ captures: 1, refunds: 0, orders: 1 },
    });
    expect(await balancesOf(product(), review.paymentId)).toMatchObject({
      ...{ request: 0, completion_fund: 50_000, purchases: -reviewedPriceMinor },
    });
    expect(await desk.differences(review.reference)).toEqual([]);
  });

  describe('far below the price', () => {
    const askForRest = async () => {
      const review = await desk.underReview({ amountMinor: 1_500_000 });
      const asked = await Promise.all([
        desk.act(review.caseId, 'ask-for-rest'),
        desk.act(review.caseId, 'ask-for-rest'),
        desk.act(review.caseId, 'accept-payment'),
      ]);
      expect(done(asked)).toHaveLength(1);
      const { id: purchaseId } = await desk.purchaseOf(review);
      const choices = product().db.getRepository(PriceChoiceEntity);
      const choice = () => choices.findOneByOrFail({ purchaseId });
      return { review, choice, id: (await choice()).id };
    };

    it('waits for the rest, which is paid once although two pages are opened and pressed twice', async () => {
      const { review, choice, id } = await askForRest();
      const { url, sandbox, db } = product();
      const started = await Promise.all(
        [1, 2].map(() => callApi(url, payDifference, { params: { id } }, review.sponsor.token)),
      );
      const codes = new Set(started.map(({ body }) => body.data.data.access_code));
      expect(codes.size).toBe(1);
      await Promise.all([...codes, ...codes].map((code) => press(sandbox.httpUrl, code, 'pay')));
      await vi.waitFor(async () => expect(await choice()).toMatchObject({ status: 'paid' }), patient);
      const added = await db.query(
        `SELECT id, reference FROM payments WHERE price_choice_id = $1 AND status = 'added'`,
        [id],
      );
      expect(added).toHaveLength(1);
      await buyCourse(review);
      expect(await balancesOf(product(), review.paymentId, added[0].id)).toMatchObject({
        ...{ request: 0, purchases: -reviewedPriceMinor },
      });
      expect(await desk.differences(review.reference, added[0].reference)).toEqual([]);
    });

    it('goes back once when the last day passes and the payer takes it back at the same time', async () => {
      const { review, choice, id } = await askForRest();
      const { url, db } = product();
      await db.query(`UPDATE price_choices SET due_at = now() - interval '1 minute' WHERE id = $1`, [id]);
      const followUp = () => inTransaction(db, (manager) => enqueue(manager, followUpPurchasesJob, {}));
      await Promise.all([
        followUp(),
        followUp(),
        callApi(url, takeMoneyBack, { params: { id } }, review.sponsor.token),
      ]);
      await vi.waitFor(async () => expect((await choice()).status).not.toBe('waiting'), patient);
      const caseId = await desk.caseOf('refund', review.paymentId);
      expect((await desk.act(caseId, 'approve-refund', {}, desk.grace)).status).toBe(200);
      await untilRefunded(review);
      expect(await desk.refundsAtProvider(review.reference)).toMatchObject([{ amountMinor: 1_500_000 }]);
      expect(await desk.done(review)).toMatchObject({ purchases: 1, captures: 1, refunds: 1, orders: 0 });
      expect((await desk.paymentOf(review)).status).toBe('reversed');
      expect(await desk.differences(review.reference)).toEqual([]);
    });
  });
});
