import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { openRefundDesk, patient, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { fileRequest, join, mailsTo, press, startPayment } from '#tests/support/people/people.ts';
import type { Refund } from './refund.entity.ts';
import { pollRefundsJob, startRefundJob } from './refunds.jobs.ts';
import { withdrawRefund } from './request-refund.ts';

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

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
    await desk.reaches(deal, 'processing');
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
    const [refund, ...more] = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(more).toEqual([]);
    for (const one of requested)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, message: /already under way/ });
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
    expect(await desk.openCases(deal)).toEqual([{ kind: 'refund' }]);
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
    expect(await desk.openCases(deal)).toEqual([{ kind: 'refund' }]);
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
  await desk.approve(refund as Refund, desk.ada);
  await desk.move((await desk.reaches(deal, 'pending')).providerId, 'processed');
  await vi.waitFor(async () => expect((await desk.stateOf(reference)).payment).toBe('reversed'), patient);
});
