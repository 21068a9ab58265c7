import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#contracts/durations.ts';
import { openCase } from '#services/cases/open-case.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { startRefund } from '#services/flows/start-refund.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { PaymentProvider, ProviderRefund } from '#services/providers/payment-provider.ts';
import { ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { type Deal, openRefundDesk, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { reportedRefund } from '#tests/support/money/reported-refund.ts';
import { fileRequest, join, mailsTo, press, startPayment } from '#tests/support/people/people.ts';
import { patient } from '#tests/support/soon.ts';
import { type Refund, RefundEntity } from './refund.entity.ts';
import { pollRefundsJob, startRefundJob } from './refunds.jobs.ts';
import { withdrawRefund } from './request-refund.ts';

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

describe('reports of the provider', () => {
  const record = ({ paymentId }: Deal, refund: ProviderRefund, readAt = new Date()) =>
    inTransaction(desk.product.db, (manager) =>
      recordRefunds(manager, { paymentId, refunds: [refund], readAt }),
    );

  it('are stored in their order: an older one and an earlier status change nothing', async () => {
    const deal = await desk.pay();
    const id = crypto.randomUUID();
    const readAt = new Date();
    await record(deal, reportedRefund(id, { status: 'pending' }), readAt);
    await record(deal, reportedRefund(id, { status: 'processed' }), new Date(readAt.getTime() - 1));
    expect(await desk.refundsOf(deal)).toMatchObject([{ status: 'pending', readAt }]);
    await record(deal, reportedRefund(id, { status: 'processing' }), new Date(readAt.getTime() + 1));
    await record(deal, reportedRefund(id, { status: 'pending' }), new Date(readAt.getTime() + 2));
    expect(await desk.refundsOf(deal)).toMatchObject([{ status: 'processing' }]);
    expect(await desk.openCases(deal)).toEqual([]);
  });

  it('close the case of a payment when none of its refunds is open or failed', async () => {
    const deal = await desk.pay();
    const subject = { type: 'payment', id: deal.paymentId } as const;
    await inTransaction(desk.product.db, (manager) =>
      openCase(manager, { kind: 'refund', subject, summary: 'The payer asked.' }),
    );
    const [open, done] = [crypto.randomUUID(), crypto.randomUUID()];
    await record(deal, reportedRefund(open, { amountMinor: 300 }));
    await record(deal, reportedRefund(done, { amountMinor: 500, status: 'processed' }));
    expect(await desk.openCases(deal)).toEqual([{ kind: 'refund' }]);
    await record(deal, reportedRefund(open, { amountMinor: 300, status: 'processed' }));
    expect(await desk.openCases(deal)).toEqual([]);
    const kinds = await desk.product.db.query(
      `SELECT kind FROM ledger_transactions WHERE payment_id = $1 AND kind IN ('refund', 'reversal')`,
      [deal.paymentId],
    );
    expect(kinds).toEqual([{ kind: 'refund' }, { kind: 'refund' }]);
    await record(deal, reportedRefund(crypto.randomUUID(), { amountMinor: 200, status: 'failed' }));
    expect([await desk.openCases(deal), (await desk.purchaseActs(deal)).at(-1)]).toEqual([
      [],
      'refund_failed',
    ]);
    expect((await desk.stateOf(deal.reference)).payment).toBe('approved');
  });
});

it('only a refund that was started and is open is polled, and not right after it was read', async () => {
  const deal = await desk.pay();
  const { db } = desk.product;
  const { identifiers } = await db.manager.insert(RefundEntity, {
    paymentId: deal.paymentId,
    origin: 'operator',
    amountMinor: 100,
    currency: 'NGN',
    reason: 'The course is gone.',
  });
  const set = (change: string) =>
    db.query(`UPDATE refunds SET ${change} WHERE id = $1`, [identifiers[0]?.id]);
  const polls = async () => {
    await inTransaction(db, (manager) => enqueue(manager, pollRefundsJob, {}));
    await desk.idle();
    const jobs = await db.query(
      `SELECT 1 FROM outbox WHERE job = 'refunds.sync' AND payload->>'reference' = $1`,
      [deal.reference],
    );
    return jobs.length;
  };
  await set(`created_at = now() - interval '1 day', read_at = now() - interval '1 day'`);
  expect(await polls()).toBe(0);
  await set('approved_at = now(), called_at = now(), read_at = NULL');
  expect(await polls()).toBe(0);
  await set(`status = 'failed', read_at = now() - interval '1 day'`);
  expect(await polls()).toBe(0);
  await set(`status = 'processing'`);
  expect(await polls()).toBe(1);
});

describe('the call that starts a refund', () => {
  /** Inserts an approved refund without its job. */
  const insertRefund = async ({ paymentId }: Deal, more: Partial<Refund> = {}): Promise<string> => {
    const { identifiers } = await desk.product.db.manager.insert(RefundEntity, {
      paymentId,
      origin: 'operator',
      amountMinor: 2_001_800,
      currency: 'NGN',
      reason: 'The course is gone.',
      approvedAt: new Date(),
      ...more,
    });
    return identifiers[0]?.id;
  };
  /** Starts a refund at a provider that lists these refunds. Returns how often it was called. */
  const start = async (
    refundId: string,
    { listed = [], create }: { listed?: ProviderRefund[]; create?: () => Promise<ProviderRefund> } = {},
  ): Promise<number> => {
    const createRefund = vi.fn(create ?? (async () => reportedRefund(crypto.randomUUID())));
    const provider = { listRefunds: async () => listed, createRefund } as Partial<PaymentProvider>;
    const { db } = desk.product;
    await startRefund(refundId, {
      db,
      provider: provider as PaymentProvider,
      complete: (work) => inTransaction(db, work),
    });
    return createRefund.mock.calls.length;
  };

  it('is not made without an approval', async () => {
    const deal = await desk.pay();
    expect(await start(await insertRefund(deal, { approvedAt: null }))).toBe(0);
    expect(await desk.refundsOf(deal)).toMatchObject([{ status: 'pending', calledAt: null }]);
  });

  it('is not made when the provider has given back a part since; a failed part does not count', async () => {
    const deal = await desk.pay();
    const listed = [
      reportedRefund(crypto.randomUUID(), { reference: deal.reference, amountMinor: 800, status: 'failed' }),
      reportedRefund(crypto.randomUUID(), {
        reference: deal.reference,
        amountMinor: 1,
        status: 'processing',
      }),
    ];
    expect(await start(await insertRefund(deal), { listed })).toBe(0);
    expect((await desk.refundsOf(deal))[0]).toMatchObject({
      status: 'failed',
      calledAt: null,
      failureReason: 'The provider already refunds this payment, or a dispute gives it back.',
    });
    expect(await start(await insertRefund(deal, { amountMinor: 2_001_799 }), { listed })).toBe(1);
  });

  it('that got no answer is not repeated, and is left to operators after an hour', async () => {
    const deal = await desk.pay();
    const calledAt = (minutes: number) => new Date(Date.now() - minutes * minuteMs);
    const id = await insertRefund(deal, { calledAt: calledAt(59) });
    await expect(start(id)).rejects.toThrow('The provider does not list this refund yet');
    await desk.product.db.manager.update(RefundEntity, id, { calledAt: calledAt(61) });
    expect(await start(id)).toBe(0);
    expect(await desk.refundsOf(deal)).toMatchObject([{ status: 'failed' }]);
  });

  it('that the provider rejects leaves the refund to operators, unless it has moved meanwhile', async () => {
    const deal = await desk.pay();
    const reject = () => Promise.reject(new ProviderRejectedError('Too much', 400));
    await start(await insertRefund(deal), { create: reject });
    expect(await desk.refundsOf(deal)).toMatchObject([
      { status: 'failed', failureReason: 'The provider rejected it: Too much' },
    ]);
    const moved = await insertRefund(deal);
    await start(moved, {
      create: async () => {
        await desk.product.db.manager.update(RefundEntity, moved, { status: 'processing' });
        return reject();
      },
    });
    expect((await desk.refundsOf(deal)).at(-1)).toMatchObject({ status: 'processing', failureReason: null });
  });
});

describe('a refund that operators start', () => {
  it('needs a second operator, is paid out, and the request is no longer paid', async () => {
    const deal = await desk.pay();
    const calls = await desk.countCalls(deal);
    const refund = await desk.request(deal, desk.ada, true);
    expect(refund).toMatchObject({ status: 'pending', approvedAt: null, amountMinor: 2_001_800 });
    await expect(desk.approve(refund, desk.ada)).rejects.toMatchObject({ status: 409 });
    await desk.approve(refund, desk.grace);
    const { providerId } = await desk.reaches(deal, 'pending');
    await expect(desk.approve(refund, desk.grace)).rejects.toMatchObject({ status: 409 });
    await desk.move(providerId, 'processing');
    expect(await desk.reaches(deal, 'processing')).toMatchObject({ attentions: 0 });
    await desk.move(providerId, 'processed');
    await vi.waitFor(
      async () =>
        expect(await desk.stateOf(deal.reference)).toEqual({ payment: 'reversed', request: 'refunded' }),
      patient,
    );
    await vi.waitFor(async () => {
      expect(await desk.subjects(deal.sponsor)).toEqual(
        expect.arrayContaining(['Your refund is on its way', 'Your refund was paid out']),
      );
      expect(await desk.subjects(deal.learner)).toContain('Your course is no longer paid for');
    }, patient);
    const mails = await mailsTo(desk.product.sandbox.httpUrl, deal.learner.email);
    const mail = mails.find(({ subject }) => subject.startsWith('Your course is no longer'));
    expect(mail?.text).not.toContain(deal.sponsor.fullName);
    expect(await calls()).toBe(1);
    expect(await desk.openCases(deal)).toEqual([]);
    const audit = await desk.product.db.query(
      'SELECT action, actor_id AS by FROM audit_entries WHERE subject = $1 ORDER BY created_at',
      [`refund:${refund.id}`],
    );
    expect(audit).toEqual(
      expect.arrayContaining([
        { action: 'refund.requested', by: desk.ada },
        { action: 'refund.approved', by: desk.grace },
        { action: 'refund.processed', by: null },
      ]),
    );
  });

  it('can be withdrawn until it is approved', async () => {
    const deal = await desk.pay();
    const refund = await desk.request(deal, desk.ada, true);
    const withdraw = () =>
      inTransaction(desk.product.db, (manager) =>
        withdrawRefund(manager, { refundId: refund.id, operatorId: desk.ada, reason: 'A mistake' }),
      );
    await withdraw();
    await expect(withdraw()).rejects.toMatchObject({ status: 404 });
    expect(await desk.refundsOf(deal)).toEqual([]);
  });

  it('exists once, although it is requested, approved and started several times at once', async () => {
    const deal = await desk.pay();
    const calls = await desk.countCalls(deal);
    const requested = await Promise.allSettled(
      [desk.ada, desk.grace, desk.ada, desk.grace].map((who) => desk.request(deal, who, true)),
    );
    const [refund, ...more] = requested.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    expect(more).toEqual([]);
    for (const result of requested)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          status: 409,
          message: expect.stringMatching(/already under way/),
        });
    const other = refund?.requestedById === desk.ada ? desk.grace : desk.ada;
    const approved = await Promise.allSettled([1, 2, 3].map(() => desk.approve(refund as Refund, other)));
    expect(approved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await inTransaction(desk.product.db, async (manager) => {
      for (const key of ['again', 'and-again'])
        await enqueue(manager, startRefundJob, { refundId: (refund as Refund).id }, { key });
    });
    await desk.reaches(deal, 'pending');
    await desk.idle();
    expect([
      await calls(),
      (await desk.atProvider(deal)).length,
      (await desk.refundsOf(deal)).length,
    ]).toEqual([1, 1, 1]);
  });

  it('is found in the provider’s list, not called again, when the answer was lost', async () => {
    const deal = await desk.pay();
    await desk.control('POST', 'faults', {
      on: 'refund',
      reference: deal.reference,
      times: 10,
      fault: { kind: 'answer_lost' },
    });
    await desk.request(deal);
    await desk.reaches(deal, 'pending');
    await desk.idle();
    expect(await desk.atProvider(deal)).toHaveLength(1);
    const rules: { reference: string; used: number }[] = await desk.control('GET', 'faults');
    expect(rules.find(({ reference }) => reference === deal.reference)?.used).toBe(1);
  });

  it('that the provider answered with a wrong key is made when the key is right', async () => {
    const deal = await desk.pay();
    const rule = { on: 'refund', reference: deal.reference, times: 2, fault: { kind: 'invalid_key' } };
    await desk.control('POST', 'faults', rule);
    await desk.request(deal);
    await desk.reaches(deal, 'pending');
    expect(await desk.atProvider(deal)).toHaveLength(1);
    expect(await desk.refundsOf(deal)).toMatchObject([{ status: 'pending', failureReason: null }]);
  });

  it('is left to the operators when the provider never lists it', async () => {
    const deal = await desk.pay();
    const rule = { on: 'refund', reference: deal.reference, times: 10, fault: { kind: 'no_answer' } };
    await desk.control('POST', 'faults', rule);
    const { id } = await desk.request(deal);
    await vi.waitFor(async () => expect((await desk.refundsOf(deal))[0]?.calledAt).not.toBeNull(), patient);
    await desk.product.db.query(
      `UPDATE refunds SET called_at = called_at - interval '61 minutes' WHERE id = $1`,
      [id],
    );
    await vi.waitFor(async () => expect((await desk.refundsOf(deal))[0]?.status).toBe('failed'), patient);
    expect([await desk.openCases(deal), (await desk.purchaseActs(deal)).at(-1)]).toEqual([
      [],
      'refund_failed',
    ]);
    await desk.control('DELETE', 'faults');
    await desk.request(deal);
    await desk.reaches(deal, 'pending');
    expect(await desk.atProvider(deal)).toHaveLength(1);
  });

  it('can be started again after it failed at the provider', async () => {
    const deal = await desk.pay();
    await desk.request(deal);
    await desk.move((await desk.reaches(deal, 'pending')).providerId, 'failed');
    await desk.reaches(deal, 'failed');
    expect(await desk.stateOf(deal.reference)).toEqual({ payment: 'approved', request: 'paid' });
    expect([await desk.openCases(deal), (await desk.purchaseActs(deal)).at(-1)]).toEqual([
      [],
      'refund_failed',
    ]);
    await desk.request(deal);
    await desk.move((await desk.reaches(deal, 'pending')).providerId, 'processed');
    await vi.waitFor(
      async () => expect((await desk.stateOf(deal.reference)).payment).toBe('reversed'),
      patient,
    );
    expect(await desk.openCases(deal)).toEqual([]);
    await expect(desk.request(deal)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a refund from the provider’s dashboard', () => {
  it('of a part is recorded as it is, and the payment stays approved', async () => {
    const deal = await desk.pay();
    await desk.control('POST', `transactions/${deal.reference}/refund`, { amountMinor: 1_800 });
    await vi.waitFor(
      async () =>
        expect(await desk.refundsOf(deal)).toMatchObject([
          { origin: 'provider', status: 'processed', amountMinor: 1_800 },
        ]),
      patient,
    );
    expect(await desk.stateOf(deal.reference)).toEqual({ payment: 'approved', request: 'paid' });
    expect(await desk.request(deal)).toMatchObject({ amountMinor: 2_000_000 });
    await desk.move((await desk.reaches(deal, 'pending')).providerId, 'processed');
    await vi.waitFor(
      async () => expect((await desk.stateOf(deal.reference)).payment).toBe('reversed'),
      patient,
    );
  });

  it('is found by polling when its webhooks are lost', async () => {
    const deal = await desk.pay();
    await desk.request(deal);
    const { id, providerId } = await desk.reaches(deal, 'pending');
    await desk.idle();
    await desk.control('PATCH', 'settings', { webhooks: 'off' });
    await desk.move(providerId, 'processed');
    await desk.product.db.query(`UPDATE refunds SET read_at = now() - interval '1 day' WHERE id = $1`, [id]);
    await inTransaction(desk.product.db, (manager) => enqueue(manager, pollRefundsJob, {}));
    await desk.reaches(deal, 'processed');
    await desk.control('PATCH', 'settings', { webhooks: 'on' });
  });
});

it('is requested by the settlement for a payment that came too late, and one operator approves it', async () => {
  const { url, sandbox, db } = desk.product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await db.query(`UPDATE requests SET terms = terms + 1 WHERE id = $1`, [requestId]);
  await press(sandbox.httpUrl, access_code, 'pay');
  await vi.waitFor(async () => expect((await desk.stateOf(reference)).payment).toBe('refund_due'), patient);
  const [{ id: paymentId }] = await db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
  const deal = { paymentId, reference, requestId, learner, sponsor };
  const [refund] = await desk.refundsOf(deal);
  expect(refund).toMatchObject({ origin: 'settlement', status: 'pending', approvedAt: null, calledAt: null });
  await expect(desk.request(deal)).rejects.toMatchObject({ status: 409 });
  const withdrawn = inTransaction(db, (manager) =>
    withdrawRefund(manager, { refundId: refund?.id ?? '', operatorId: desk.ada, reason: 'A mistake' }),
  );
  await expect(withdrawn).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/must get this money back/),
  });
  await desk.approve(refund as Refund, desk.ada);
  await desk.move((await desk.reaches(deal, 'pending')).providerId, 'processed');
  await vi.waitFor(async () => expect((await desk.stateOf(reference)).payment).toBe('reversed'), patient);
});
