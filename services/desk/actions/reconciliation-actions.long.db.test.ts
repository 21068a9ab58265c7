import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { approveApproval, declineApproval, listApprovals } from '#contracts/desk/desk-approvals.ts';
import { hourMs, minuteMs } from '#contracts/durations.ts';
import { refundTransaction } from '#services/flows/refund-transaction.ts';
import { settle } from '#services/flows/settle.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { PaymentProvider, ProviderRefund } from '#services/providers/payment-provider.ts';
import { ProviderRejectedError, ProviderUnavailableError } from '#services/providers/provider-errors.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { openUnmatchedDesk } from '#tests/support/money/unmatched-desk.ts';
import { callDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, startPayment } from '#tests/support/people/people.ts';
import { patient } from '#tests/support/soon.ts';

let desk: Awaited<ReturnType<typeof openUnmatchedDesk>>;
beforeAll(async () => {
  desk = await openUnmatchedDesk();
});
afterAll(() => desk?.product.close());

const offered = async (id: string) => (await desk.read(id)).actions.map(({ name }) => name);

/** A payment of the same amount whose page has closed. */
async function unpaid() {
  const { url, db } = desk.product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference } = (await startPayment(url, sponsor, requestId)).body.data.data;
  const [{ id }] = await db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
  await db.query(
    `UPDATE payments SET status = 'abandoned', opened_at = opened_at - interval '3 hours', created_at = created_at - interval '3 hours' WHERE id = $1`,
    [id],
  );
  return { id, reference, requestId, sponsor };
}
const paymentOf = async (id: string) =>
  (
    await desk.product.db.query('SELECT status, reference, transaction_id FROM payments WHERE id = $1', [id])
  )[0];

it('the case shows who paid what and when, and the payments without money that it may belong to', async () => {
  const { id, sponsor } = await unpaid();
  const open = await unpaid();
  await desk.product.db.query('UPDATE payments SET opened_at = now() WHERE id = $1', [open.id]);
  const { reference, id: caseId } = await desk.take(sponsor.email);
  const { transaction, payments } = await desk.read(caseId);
  expect(payments).toEqual([]);
  expect(transaction).toMatchObject({
    reference,
    amount: { minor: 2_001_800, currency: 'NGN' },
    fee: { minor: 30_027, currency: 'NGN' },
    payerEmail: sponsor.email,
    payer: { id: expect.any(String) },
    paidAt: expect.any(String),
    decision: null,
  });
  expect(transaction?.candidates[0]).toMatchObject({ id, status: 'abandoned' });
  expect(transaction?.candidates.map((payment) => payment.id)).not.toContain(open.id);
  expect(await offered(caseId)).toEqual(['assign-transaction', 'refund-transaction', 'not-ours']);
});

it('a transaction that is not ours is left out from then on; the case can be decided anew', async () => {
  const { reference, id } = await desk.take();
  expect((await desk.act(id, 'not-ours', { reason: 'The shop’s own' })).status).toBe(200);
  expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'not_ours' });
  expect(await desk.differences()).not.toContain(reference);
  expect(await desk.caseOf(reference)).toMatchObject({ id, status: 'closed' });
});

describe('a refund at the provider', () => {
  const waiting = async (caseId: string) => {
    const { body } = await callDesk(desk.product.url, listApprovals, {}, desk.grace.cookie);
    const approval = body.data.approvals.find((row) => row.caseId === caseId);
    if (!approval) throw new Error('Nothing waits for approval');
    return approval;
  };
  const decide = async (
    call: typeof approveApproval | typeof declineApproval,
    id: string,
    who = desk.grace,
  ) => {
    const sent = { params: { id }, body: { reason: 'Seen' } };
    return (await callDesk(desk.product.url, call, sent, who.cookie)).status;
  };

  it('needs a second operator, is called once, and closes its case when it is paid out', async () => {
    const { reference, id } = await desk.take();
    const calls = await desk.countCalls({ reference });
    expect((await desk.act(id, 'refund-transaction', { reason: 'Nobody knows it' })).status).toBe(200);
    expect(await desk.stored(reference)).toMatchObject({ decision: null });
    const approval = await waiting(id);
    expect(approval).toMatchObject({ kind: 'refund', amountMinor: 2_001_800, mayApprove: true });
    expect(await offered(id)).toEqual(['approve-transaction-refund']);
    expect(await decide(approveApproval, approval.id, desk.ada)).toBe(409);
    const both = await Promise.all([1, 2].map(() => decide(approveApproval, approval.id)));
    expect(both.sort()).not.toEqual([200, 200]);
    expect(both).toContain(200);
    await desk.idle();
    expect(await calls()).toBe(1);
    expect(await desk.differences()).toContain(reference);
    const [{ id: refundId } = { id: 0 }] = await desk.atProvider({ reference });
    await desk.move(refundId, 'processing');
    await desk.move(refundId, 'processed');
    await vi.waitFor(
      async () =>
        expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'refunded' }),
      patient,
    );
    expect(await desk.differences()).not.toContain(reference);
    expect(
      await desk.product.db.query('SELECT 1 FROM provider_incidents WHERE reference = $1', [reference]),
    ).toEqual([]);
  });

  it('that is declined leaves the transaction to be decided', async () => {
    const { reference, id } = await desk.take();
    await desk.act(id, 'refund-transaction', { reason: 'Nobody knows it' });
    expect(await decide(declineApproval, (await waiting(id)).id)).toBe(200);
    expect(await desk.stored(reference)).toMatchObject({ decision: null });
    expect(await offered(id)).toContain('not-ours');
  });

  /** Decides a refund, and starts it at a provider that lists these refunds. Returns how often it was called. */
  const start = async (
    reference: string,
    { listed = [], create }: { listed?: ProviderRefund[]; create?: () => Promise<ProviderRefund> } = {},
  ) => {
    const { db } = desk.product;
    const createRefund = vi.fn(create ?? (async () => reportedRefund(crypto.randomUUID())));
    const provider = { listRefunds: async () => listed, createRefund } as Partial<PaymentProvider>;
    const complete = (work: Parameters<typeof inTransaction>[1]) => inTransaction(db, work);
    const job = { db, provider: provider as PaymentProvider, complete } as never;
    await refundTransaction((await desk.stored(reference)).id, job);
    return createRefund.mock.calls.length;
  };
  const decided = async () => {
    const taken = await desk.take();
    await desk.product.db.query(
      `UPDATE unmatched_transactions SET decision = 'refund', decided_by_id = $2, decided_at = now(), refund_status = 'pending'
       WHERE reference = $1`,
      [taken.reference, desk.ada.id],
    );
    return taken;
  };

  it('whose process ends after the call is not called again, and is found in the list of the provider', async () => {
    const { reference } = await decided();
    const lose = () => Promise.reject(new ProviderUnavailableError('No answer', { hasResponded: false }));
    await expect(start(reference, { create: lose })).rejects.toThrow('No answer');
    await expect(start(reference)).rejects.toThrow('does not list this refund yet');
    const refund = reportedRefund('r-1', { reference, amountMinor: 2_001_800, createdAt: new Date() });
    expect(await start(reference, { listed: [refund] })).toBe(0);
    expect(await desk.stored(reference)).toMatchObject({ refund_provider_id: 'r-1' });
    expect(await start(reference, { listed: [{ ...refund, status: 'processed' }] })).toBe(0);
    expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'refunded' });
  });

  it('that is nowhere after an hour, or rejected, can be decided anew', async () => {
    const { reference, id } = await decided();
    const called = new Date(Date.now() - hourMs - minuteMs);
    await desk.product.db.query(
      'UPDATE unmatched_transactions SET refund_called_at = $2 WHERE reference = $1',
      [reference, called],
    );
    expect(await start(reference)).toBe(0);
    expect(await desk.stored(reference)).toMatchObject({ refund_status: 'failed' });
    expect(await offered(id)).toContain('refund-transaction');
    const other = await decided();
    await start(other.reference, {
      create: () => Promise.reject(new ProviderRejectedError('Too much', 400)),
    });
    expect(await desk.stored(other.reference)).toMatchObject({
      refund_status: 'failed',
      refund_failure: 'The provider rejected it: Too much',
    });
  });

  it('gives back what is left when a part was refunded on the dashboard', async () => {
    const { reference } = await decided();
    const part = reportedRefund('p-1', { reference, amountMinor: 800, status: 'processed' });
    const create = vi.fn(async (input: { amountMinor: number }) =>
      reportedRefund('r-2', { reference, amountMinor: input.amountMinor }),
    );
    await start(reference, { listed: [part], create: create as never });
    expect(create.mock.calls[0]?.[0]).toMatchObject({ amountMinor: 2_001_000 });
    const all = await decided();
    const whole = reportedRefund('p-2', {
      reference: all.reference,
      amountMinor: 2_001_800,
      status: 'processing',
    });
    expect(await start(all.reference, { listed: [whole] })).toBe(0);
    expect(await desk.stored(all.reference)).toMatchObject({ refund_status: 'processing' });
  });
});

describe('a transaction that belongs to a payment', () => {
  const assign = (id: string, payment: string) => desk.act(id, 'assign-transaction', { payment });

  it('settles it under its own reference, once, also when it is sent twice at the same moment', async () => {
    const payment = await unpaid();
    const { reference, id } = await desk.take();
    const both = await Promise.all([1, 2].map(() => assign(id, payment.reference)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await desk.idle();
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'approved', reference });
    expect((await desk.stateOf(reference)).request).toBe('paid');
    expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'assigned' });
    expect(await desk.differences()).not.toContain(reference);
  });

  it('is owed to its payer when the request was paid by another one in the meantime', async () => {
    const { reference, id } = await desk.take();
    const payment = await unpaid();
    await desk.product.db.query(`UPDATE requests SET terms = terms + 1 WHERE id = $1`, [payment.requestId]);
    expect((await assign(id, `https://people.example/ops/money?id=${payment.id}`)).status).toBe(200);
    await desk.idle();
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'refund_due', reference });
  });

  it('is rejected for a payment that has its money, can still be paid, or does not exist', async () => {
    const { id } = await desk.take();
    const paid = await desk.pay();
    expect((await assign(id, paid.reference)).body.message).toMatch(/^This payment has its money already/);
    const open = await unpaid();
    await desk.product.db.query(`UPDATE payments SET status = 'pending', opened_at = now() WHERE id = $1`, [
      open.id,
    ]);
    expect((await assign(id, open.reference)).body.message).toMatch(/^The payer can still pay/);
    expect(await assign(id, 'pay-unknown')).toMatchObject({
      status: 422,
      body: { errors: { payment: expect.any(String) } },
    });
  });

  it('does not let a verification that began before decide by the former reference', async () => {
    const payment = await unpaid();
    const { reference, id } = await desk.take();
    const { db } = desk.product;
    const verify: PaymentProvider['verify'] = async (read) => {
      await assign(id, payment.reference);
      return {
        status: 'success',
        id: '1',
        reference: read,
        amountMinor: 2_001_800,
        currency: 'NGN',
        feesMinor: null,
      };
    };
    await settle(payment.reference, {
      db,
      provider: { ...desk.provider, verify },
      runInTransaction: (work) => inTransaction(db, work),
    });
    await desk.idle();
    expect(await paymentOf(payment.id)).toMatchObject({ status: 'approved', reference });
  });
});
