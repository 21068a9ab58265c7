import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getDisputeEvidence } from '#contracts/desk/desk-documents.ts';
import { getPaymentStory } from '#contracts/desk/desk-money.ts';
import { type Dispute, DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { requestAnswer } from '#services/disputes/request-answer.ts';
import { momentText } from '#services/payments/receipts.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { markEnrolled } from '#services/purchases/record-enrolment.ts';
import { requeuePurchase } from '#services/purchases/requeue-purchase.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { payRequest } from '#tests/support/money/paid-purchases.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { openPurchaseDesk, type PurchaseDesk } from '#tests/support/money/purchase-desk.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { patient } from '#tests/support/soon.ts';
import { recordDispute } from '../record-dispute.ts';
import { recordRefunds } from '../record-refunds.ts';
import { collectEvidence } from './collect-evidence.ts';
import { storeEvidence } from './sent-evidence.ts';

let desk: PurchaseDesk;
let ada: TestOperator;
beforeAll(async () => {
  desk = await openPurchaseDesk();
  ada = await joinDesk(desk.product, 'operator', 'Ada');
});
afterAll(() => desk?.product.close());

const paymentOf = async ({ paymentId }: Purchase): Promise<{ reference: string; settledAt: Date }> => {
  const [payment] = await desk.product.db.query(
    'SELECT reference, settled_at AS "settledAt" FROM payments WHERE id = $1',
    [paymentId],
  );
  return payment;
};

/** Records a dispute as the provider reports it, without the provider. */
async function dispute(purchase: Purchase, facts: object = {}): Promise<Dispute> {
  const { reference } = await paymentOf(purchase);
  const reported = {
    ...{ id: crypto.randomUUID(), reference, amountMinor: 2_001_800, currency: 'NGN', category: 'fraud' },
    ...{ status: 'awaiting_merchant' as const, resolution: null, dueAt: null, createdAt: null, ...facts },
  };
  return desk.record(async (manager) => {
    return (await recordDispute(manager, reported, await databaseNow(manager))) as Dispute;
  });
}

const refund = ({ paymentId }: Purchase, amountMinor: number) =>
  desk.record(async (manager) => {
    const refunds = [reportedRefund(crypto.randomUUID(), { status: 'processed', amountMinor })];
    await recordRefunds(manager, { paymentId, refunds, readAt: await databaseNow(manager) });
  });
const enrol = ({ id: purchaseId }: Purchase) =>
  desk.record((manager) =>
    markEnrolled(manager, { purchaseId, operatorId: desk.olive, reason: 'The platform says so' }),
  );
/** Opens the evidence at the desk, by default of the current dispute. */
async function open({ paymentId }: Purchase, disputeId?: string) {
  const path = getDisputeEvidence.path.replace(':id', paymentId);
  const address = `${desk.product.url}/api${path}${disputeId ? `?dispute=${disputeId}` : ''}`;
  const response = await fetch(address, { headers: { cookie: ada.cookie } });
  return { status: response.status, file: Buffer.from(await response.arrayBuffer()) };
}
async function textOf(file: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}
const offered = async ({ paymentId }: Purchase) => {
  const params = { id: paymentId };
  const { body } = await callDesk(desk.product.url, getPaymentStory, { params }, ada.cookie);
  return body.data.disputes.map(({ evidence }) => evidence);
};

describe('the evidence of a dispute', () => {
  it('stays what was sent, whatever happens afterwards', async () => {
    const { product, paid, claim, buy, handOver, record, olive } = desk;
    const purchase = await paid();
    await claim(purchase);
    await buy(purchase);
    const startOver = { purchaseId: purchase.id, operatorId: olive, reason: 'Sold out', isMoneyBack: true };
    await record((manager) => requeuePurchase(manager, startOver));
    await claim(purchase);
    await buy(purchase, { orderNumber: 'ORDER-2' });
    await handOver(purchase, 'CODE-1');
    const { reference, settledAt } = await paymentOf(purchase);
    await controlPayments(product, 'POST', `transactions/${reference}/dispute`, {});
    const find = () =>
      product.db.getRepository(DisputeEntity).findOneByOrFail({ paymentId: purchase.paymentId });
    const { id, providerId } = await vi.waitFor(find, patient);
    expect(await offered(purchase)).toEqual(['draft']);
    const fight = { disputeId: id, operatorId: olive, answer: 'fight', message: '' } as const;
    await record((manager) => requestAnswer(manager, fight));
    await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'awaiting_bank' }), patient);
    const books = await controlPayments(product, 'GET', 'ledger');
    const theirs = books.disputes.find((entry: { id: number }) => String(entry.id) === providerId);
    const uploaded = await fetch(
      `${product.sandbox.httpUrl}/payments/control/dispute-files/${theirs.uploadedFilename}`,
    );
    const sent = Buffer.from(await uploaded.arrayBuffer());
    const text = await textOf(sent);
    expect(text).toContain(`Paid ${momentText(settledAt)}`);
    expect(text).toContain('and handed over to the learner on');
    expect(text.match(/Course bought/g)).toHaveLength(2);
    expect(text).toContain('Course to be bought again');
    expect(text).not.toMatch(/enrolled|is being bought/);
    expect(theirs.evidence.service_details).toContain('and handed over to the learner on');

    await enrol(purchase);
    await refund(purchase, 50_000);
    const later = await open(purchase);
    expect(later.status).toBe(200);
    expect(later.file.equals(sent)).toBe(true);
    expect(await offered(purchase)).toEqual(['sent']);
    // Another attempt sends the same.
    expect((await storeEvidence(product, id)).file.equals(sent)).toBe(true);
    // A new draft would say more.
    expect((await collectEvidence(product, id)).serviceDetails).toContain('The learner was enrolled');
  });

  it('is stored once by two attempts at the same time', async () => {
    const { product, paid } = desk;
    const { id } = await dispute(await paid());
    const drafts = await Promise.all([1, 2].map(() => storeEvidence(product, id)));
    expect(new Set(drafts.map(({ file }) => file.toString('hex'))).size).toBe(1);
  });

  it('dates enrolment, refunds and the end of the course', async () => {
    const { product, paid, claim, buy, handOver } = desk;
    const purchase = await paid();
    await claim(purchase);
    await buy(purchase);
    await handOver(purchase, 'CODE-1');
    await enrol(purchase);
    await product.db.query(`UPDATE requests SET completed_at = '2030-01-02T10:00Z' WHERE id = $1`, [
      purchase.requestId,
    ]);
    await refund(purchase, 50_000);
    await dispute(purchase);
    const text = await textOf((await open(purchase)).file);
    expect(text).toMatch(/The learner was enrolled in the course on \d/);
    expect(text).toMatch(/Refund of NGN 500\.00 paid out \d/);
    expect(text).toContain('Course completed 2 January 2030 at 10:00');
  });

  it('of a refunded payment says nothing of a later payment for the same request', async () => {
    const { product, sponsor, paid, claim, buy, handOver, record } = desk;
    const first = await paid();
    await refund(first, 2_001_800);
    await record(async (manager) => {
      const request = await manager.findOneByOrFail(HelpRequestEntity, { id: first.requestId });
      await moveRequest(manager, request, { to: 'pending' });
    });
    const second = await payRequest(product, sponsor, first.requestId);
    await claim(second);
    await buy(second);
    await handOver(second, 'CODE-1');
    await enrol(second);
    const { id } = await dispute(first);
    const { serviceDetails, deliveredAt } = await collectEvidence(product, id);
    expect(deliveredAt).toBeNull();
    expect(serviceDetails).toMatch(/All of the payment was given back on \d/);
  });

  it('is not there for a dispute that was accepted, and each of two disputes has its own', async () => {
    const { product, paid, record, olive } = desk;
    const purchase = await paid();
    const first = await dispute(purchase, { amountMinor: 700 });
    const accept = { disputeId: first.id, operatorId: olive, answer: 'accept', message: 'Agreed' } as const;
    await record((manager) => requestAnswer(manager, accept));
    const second = await dispute(purchase, { amountMinor: 900 });
    expect((await offered(purchase)).sort()).toEqual(['draft', null]);
    expect((await open(purchase, first.id)).status).toBe(404);
    expect((await open(purchase, crypto.randomUUID())).status).toBe(404);
    const text = await textOf((await open(purchase, second.id)).file);
    expect(text).toContain('NGN 9.00');
    expect(await storeEvidence(product, second.id)).toMatchObject({ deliveredAt: null });
  });
});
