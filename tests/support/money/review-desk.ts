import { vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { approveApproval } from '#contracts/desk/desk-approvals.ts';
import { reconcile } from '#services/ledger/reconciliation/reconcile.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { callDesk, joinDesk, type TestOperator } from '../people/operators.ts';
import { fileRequest, join, mailsTo, press, type SignedIn, startPayment } from '../people/people.ts';
import type { TestProduct } from '../product/test-product.ts';
import { patient } from '../soon.ts';
import { controlPayments } from './payment-control.ts';

/** Price of the course of each {@link Review}, in minor units of NGN. */
export const reviewedPriceMinor = 2_000_000;

/** A payment under review and its people. */
export interface Review {
  sponsor: SignedIn;
  learner: SignedIn;
  requestId: string;
  paymentId: string;
  reference: string;
  /** Of the case about the review, which Ada owns. */
  caseId: string;
}

export type ReviewDesk = Awaited<ReturnType<typeof joinReviewDesk>>;

/** Joins the desk as two operators, Ada and Grace, and returns what they do with payments under review. */
export async function joinReviewDesk(product: TestProduct) {
  const { url, db, sandbox } = product;
  const provider = createPaymentProvider(product.config.payment);
  const ada = await joinDesk(product, 'operator', 'Ada');
  const grace = await joinDesk(product, 'operator', 'Grace');
  const refundsAtProvider = async (reference: string): Promise<{ id: number; status: string }[]> =>
    (await controlPayments(product, 'GET', 'ledger')).refunds.filter(
      (refund: { reference: string }) => refund.reference === reference,
    );
  const claim = (id: string, { cookie } = ada) => callDesk(url, desk.claimCase, { params: { id } }, cookie);
  const read = async (id: string, { cookie } = ada) =>
    (await callDesk(url, desk.getCase, { params: { id } }, cookie)).body.data;
  const purchaseOf = ({ paymentId }: Review) =>
    db.getRepository(PurchaseEntity).findOneByOrFail({ paymentId });
  const caseOf = async (kind: string, subjectId: string): Promise<string> => {
    const text = 'SELECT id FROM cases WHERE kind = $1 AND subject_id = $2 ORDER BY created_at DESC';
    return (await db.query(text, [kind, subjectId]))[0]?.id;
  };

  return {
    ada,
    grace,
    claim,
    read,
    purchaseOf,
    caseOf,
    refundsAtProvider,
    /** Has the provider capture another amount or currency than the requested one; workers must run. */
    async underReview(paid: { amountMinor?: number; currency?: string }): Promise<Review> {
      const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
      const requestId = await fileRequest(url, learner);
      const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
      await controlPayments(product, 'PATCH', `transactions/${reference}`, paid);
      await press(sandbox.httpUrl, access_code, 'pay');
      await controlPayments(product, 'POST', `webhooks/${reference}`, { event: 'charge.success' });
      const { id: paymentId } = await vi.waitFor(
        () => db.getRepository(PaymentEntity).findOneByOrFail({ reference, status: 'needs_review' }),
        patient,
      );
      const caseId = await caseOf('payment_review', paymentId);
      await claim(caseId);
      return { sponsor, learner, requestId, paymentId, reference, caseId };
    },
    /** Does an action on a case, at this API. */
    act: (id: string, action: string, values: Record<string, string> = {}, { cookie } = ada, at = url) =>
      callDesk(at, desk.runCaseAction, { params: { id }, body: { action, values } }, cookie),
    /** The actions of a case with their obstacles. */
    offered: async (id: string) =>
      Object.fromEntries((await read(id)).actions.map(({ name, obstacle }) => [name, obstacle])),
    paymentOf: ({ paymentId }: Review) => db.getRepository(PaymentEntity).findOneByOrFail({ id: paymentId }),
    /** Its refunds, oldest first. */
    refundsOf: ({ paymentId }: Review) =>
      db.getRepository(RefundEntity).find({ where: { paymentId }, order: { createdAt: 'ASC' } }),
    requestStatus: async ({ requestId }: Review): Promise<string> =>
      (await db.query('SELECT status FROM requests WHERE id = $1', [requestId]))[0].status,
    purchaseCaseOf: async (review: Review) => caseOf('purchase', (await purchaseOf(review)).id),
    /**
     * Has the provider apply `fault` to the next calls that start a refund of this payment; returns how to count them. By default
     * they take effect, and are answered later.
     */
    async countRefundCalls(
      { reference }: Review,
      fault: { kind: 'slow'; delayMs: number } | { kind: 'answer_lost' | 'no_answer' } = {
        kind: 'slow',
        delayMs: 20,
      },
      times = 100,
    ) {
      const rule = { on: 'refund', reference, times, fault };
      const { id } = await controlPayments(product, 'POST', 'faults', rule);
      return async (): Promise<number> =>
        (await controlPayments(product, 'GET', 'faults')).find((stored: { id: number }) => stored.id === id)
          .used;
    },
    /** What the books of the provider and the ledger differ in about these payments. */
    async differences(...references: string[]) {
      const { differences } = await reconcile(db, provider, { days: 7, settledAfterMs: 0 });
      return differences.filter(({ reference }) => references.includes(reference));
    },
    /** Subjects of the mails that a person got, up to the first colon, sorted. */
    subjects: async ({ email }: SignedIn) =>
      (await mailsTo(sandbox.httpUrl, email)).map(({ subject }) => subject.split(':')[0] ?? '').sort(),
    /** How often each thing was done for a payment. */
    async done({ paymentId, requestId }: Review) {
      const [counts] = await db.query(
        `SELECT (SELECT count(*)::int FROM purchases WHERE request_id = $2) AS purchases,
           (SELECT count(*)::int FROM enrolments WHERE request_id = $2) AS enrolments,
           (SELECT count(*)::int FROM cases c JOIN purchases p ON p.id::text = c.subject_id
             WHERE p.request_id = $2 AND c.kind = 'purchase') AS "purchaseCases",
           (SELECT count(*)::int FROM ledger_transactions WHERE payment_id = $1 AND kind = 'capture') AS captures,
           (SELECT count(*)::int FROM ledger_transactions WHERE payment_id = $1 AND kind = 'refund') AS refunds,
           (SELECT count(*)::int FROM ledger_transactions WHERE payment_id = $1 AND kind = 'purchase') AS orders`,
        [paymentId, requestId],
      );
      return counts as Record<string, number>;
    },
    /** Approves what waits in a case, by the list of approvals. */
    approve: async (caseId: string, { cookie }: TestOperator) => {
      const [approval] = (await read(caseId)).approvals;
      const sent = { params: { id: approval?.id ?? '' }, body: { reason: 'Seen' } };
      return callDesk(url, approveApproval, sent, cookie);
    },
  };
}
