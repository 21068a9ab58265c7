import { expect, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { RestReceiver } from '#contracts/payments/money-rules.ts';
import { chooseRest } from '#contracts/purchases/rests.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund } from '#services/refunds/request-refund.ts';
import { callApi } from '../product/api-client.ts';
import { patient } from '../soon.ts';
import { anyOther } from './approvals.ts';
import { controlPayments } from './payment-control.ts';
import { openPurchaseDesk } from './purchase-desk.ts';

/** What the payer of {@link openRestDesk} pays for each course. */
export const paidMinor = 2_000_000;
export const feeMinor = 1_800;

export type RestDesk = Awaited<ReturnType<typeof openRestDesk>>;

/** The desk of purchases whose payer wants the rest of a cheaper course back; refunds are processed at once. */
export async function openRestDesk() {
  const desk = await openPurchaseDesk();
  const { product } = desk;
  const choose = ({ requestId: id }: Purchase, rest: RestReceiver, who = desk.sponsor) =>
    callApi(product.url, chooseRest, { params: { id }, body: { rest } }, who.token);
  const refundsOf = ({ paymentId }: Purchase) =>
    product.db.getRepository(RefundEntity).find({ where: { paymentId }, order: { createdAt: 'ASC' } });
  const stepRefundsIn = (refundStepMs: number) =>
    controlPayments(product, 'PATCH', 'settings', { refundStepMs });
  await stepRefundsIn(1);
  return {
    ...desk,
    choose,
    refundsOf,
    stepRefundsIn,
    /** A paid course whose sponsor wants the rest back, claimed by Olive. */
    async wanting(rest: RestReceiver = 'payer'): Promise<Purchase> {
      const purchase = await desk.paid('gift-to-email');
      expect((await choose(purchase, rest)).status).toBe(200);
      await desk.claim(purchase);
      return purchase;
    },
    approve: ({ id: refundId }: Refund, operatorId: string) =>
      desk.record((manager) => approveRefund(manager, { refundId, operatorId }, anyOther)),
    processed: (purchase: Purchase, count = 1) =>
      vi.waitFor(async () => {
        const refunds = await refundsOf(purchase);
        expect(refunds.filter(({ status }) => status === 'processed')).toHaveLength(count);
      }, patient),
    buyFor: (purchase: Purchase, chargedMinor: number) => desk.buy(purchase, { chargedMinor }),
    /** Returns what the sponsor's dashboard says about a course. */
    async shown({ requestId }: Purchase) {
      const query = { query: { requests: 50 } as object };
      const { body } = await callApi(product.url, getDashboard, query, desk.sponsor.token);
      if (!('sponsoredRequests' in body)) throw new Error('Not a sponsor');
      return body.sponsoredRequests.find(({ _id }) => _id === requestId);
    },
    openCases: ({ paymentId }: Purchase) =>
      product.db.query(`SELECT kind, summary FROM cases WHERE subject_id = $1 AND status <> 'closed'`, [
        paymentId,
      ]),
  };
}
