import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { syncRefunds } from '#services/flows/sync-refunds-and-disputes.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { openRefundDesk, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { readRefunds } from './provider-refunds.ts';

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

describe('the refunds of a payment in the list of the whole account', () => {
  it('are those that name the number of the transaction, or without a number its reference', async () => {
    const payment = {
      id: crypto.randomUUID(),
      reference: 'pay-mine',
      transactionId: '1641',
      createdAt: new Date(),
    };
    const listed = [
      reportedRefund('1'),
      reportedRefund('2', { reference: payment.reference }),
      reportedRefund('3', { reference: 'pay-other' }),
      reportedRefund('4', { transactionId: '1641' }),
      reportedRefund('5', { transactionId: '1642' }),
      reportedRefund('6', { transactionId: '1642', reference: payment.reference }),
    ];
    const provider = {
      listRefunds: async () => listed,
      verify: () => Promise.reject(new Error('Not needed')),
    };
    const { refunds } = await readRefunds(desk.product.db, provider, payment);
    expect(refunds.map(({ id }) => id)).toEqual(['2', '4']);
  });

  it('are found for a payment that was settled without the number of its transaction', async () => {
    const deal = await desk.pay();
    const { db, config } = desk.product;
    await db.query('UPDATE payments SET transaction_id = NULL WHERE id = $1', [deal.paymentId]);
    await desk.control('PATCH', 'settings', { webhooks: 'off' });
    await desk.control('POST', `transactions/${deal.reference}/refund`, { stage: 'processed' });
    await desk.control('PATCH', 'settings', { webhooks: 'on' });
    const provider = createPaymentProvider(config.payment);
    await syncRefunds(deal.reference, { db, provider, complete: (work) => inTransaction(db, work) });
    expect(await desk.stateOf(deal.reference)).toEqual({ payment: 'reversed', request: 'refunded' });
    const [{ id }] = await db.query('SELECT transaction_id AS id FROM payments WHERE id = $1', [
      deal.paymentId,
    ]);
    expect(id).toBe((await provider.verify(deal.reference))?.id);
  });

  it('are never those of another payment whose webhook was lost', async () => {
    const [first, second] = [await desk.pay(), await desk.pay()];
    await desk.control('PATCH', 'settings', { webhooks: 'off' });
    await desk.control('POST', `transactions/${first.reference}/refund`, { stage: 'processed' });
    await desk.control('PATCH', 'settings', { webhooks: 'on' });
    const refund = await desk.request(second, desk.ada, true);
    await desk.approve(refund, desk.grace);
    await desk.reaches(second, 'pending');
    expect(await desk.atProvider(second)).toMatchObject([{ status: 'pending', amountMinor: 2_001_800 }]);
    expect(await desk.stateOf(second.reference)).toEqual({ payment: 'approved', request: 'paid' });
    expect(await desk.refundsOf(second)).toHaveLength(1);
  });
});
