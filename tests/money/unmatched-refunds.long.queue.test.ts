import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { assignCase } from '#contracts/desk/desk.ts';
import { approveApproval, declineApproval } from '#contracts/desk/desk-approvals.ts';
import { openUnmatchedDesk, type UnmatchedDesk } from '#tests/support/money/unmatched-desk.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { onBothBackends } from './backends.ts';

const amountMinor = 2_001_800;
const reason = 'The payer is unknown';
const statusesOf = (results: readonly { status: number }[]) => results.map(({ status }) => status).sort();

/** Opens the desk of a running product whose provider pays refunds out by itself. */
async function openDesk(product: TestProduct) {
  const desk = await openUnmatchedDesk(product);
  await desk.control('PATCH', 'settings', { refundStepMs: 50 });
  return desk;
}

interface CountedRule {
  on: string;
  reference: string | null;
  used: number;
}

const countOf = async (desk: UnmatchedDesk, matches: (rule: CountedRule) => boolean): Promise<number> =>
  ((await desk.control('GET', 'faults')) as CountedRule[])
    .filter(matches)
    .reduce((sum, { used }) => sum + used, 0);

/** How often the refund of a transaction was started at the provider; all calls of the test must match a rule. */
const callsOf = (desk: UnmatchedDesk, reference: string) =>
  countOf(desk, (rule) => rule.on === 'refund' && rule.reference === reference);

const expectClosed = (desk: UnmatchedDesk, reference: string) =>
  vi.waitFor(
    async () => expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'refunded' }),
    patient,
  );

/** Waits until the case is closed by the refund, and expects that all of the money went back exactly once. */
async function expectRefundedOnce(desk: UnmatchedDesk, reference: string) {
  await expectClosed(desk, reference);
  await desk.idle();
  expect(await desk.atProvider({ reference })).toMatchObject([{ amountMinor, status: 'processed' }]);
  expect(await desk.stored(reference)).toMatchObject({
    ...{ decision: 'refund', refund_status: 'processed', refund_failure: null },
    refund_provider_id: expect.any(String),
  });
  expect(await desk.differences()).not.toContain(reference);
}

/** How often operators decided on the refund of a transaction. */
const decisionsOf = async ({ product: { db } }: UnmatchedDesk, reference: string): Promise<number> =>
  (
    await db.query(`SELECT FROM audit_entries WHERE action = 'transaction.refund' AND subject = $1`, [
      `transaction:${reference}`,
    ])
  ).length;

onBothBackends(
  'an unmatched transaction that two operators refund',
  { OPERATORS_FOUR_EYES: 'true', PAYMENT_TIMEOUT_MS: '1000' },
  (product) => {
    let desk: UnmatchedDesk;
    let ruth: TestOperator;
    beforeAll(async () => {
      desk = await openDesk(product());
      ruth = await joinDesk(product(), 'operator', 'Ruth');
    });

    /** Requests the refund twice at once. Returns the reference, the case and the approval that waits. */
    const requested = async () => {
      const { reference, id } = await desk.take();
      await desk.countCalls({ reference });
      const presses = [1, 2].map(() => desk.act(id, 'refund-transaction', { reason }));
      expect(statusesOf(await Promise.all(presses))).toEqual([200, 409]);
      const { approvals } = await desk.read(id);
      expect(approvals).toHaveLength(1);
      return { reference, id, approvalId: approvals[0]?.id ?? '' };
    };
    const decide = (
      call: typeof approveApproval | typeof declineApproval,
      id: string,
      { cookie }: TestOperator,
    ) => callDesk(product().url, call, { params: { id }, body: { reason: 'Seen' } }, cookie);

    it('goes back once when both of the others approve it at once, in the case and in the list of approvals', async () => {
      const { reference, id, approvalId } = await requested();
      const approved = await Promise.all(
        [desk.grace, ruth].flatMap((operator) => [
          desk.act(id, 'approve-transaction-refund', {}, operator),
          decide(approveApproval, approvalId, operator),
        ]),
      );
      expect(statusesOf(approved).filter((status) => status === 200)).toHaveLength(1);
      await expectRefundedOnce(desk, reference);
      expect(await callsOf(desk, reference)).toBe(1);
      expect(await decisionsOf(desk, reference)).toBe(1);
    });

    it('is approved or declined, whichever comes first, and never both', async () => {
      const { reference, id, approvalId } = await requested();
      const [approved, declined] = await Promise.all([
        decide(approveApproval, approvalId, desk.grace),
        decide(declineApproval, approvalId, ruth),
      ]);
      expect([approved, declined].filter(({ status }) => status === 200)).toHaveLength(1);
      if (declined.status === 200) {
        expect(await desk.stored(reference)).toMatchObject({ decision: null });
        expect((await desk.act(id, 'refund-transaction', { reason })).status).toBe(200);
        expect((await desk.act(id, 'approve-transaction-refund', {}, ruth)).status).toBe(200);
      }
      await expectRefundedOnce(desk, reference);
      expect(await callsOf(desk, reference)).toBe(1);
    });
  },
);

onBothBackends(
  'an unmatched transaction that an operator refunds alone',
  { OPERATORS_FOUR_EYES: 'false', PAYMENT_TIMEOUT_MS: '1000' },
  (product) => {
    let desk: UnmatchedDesk;
    let lead: TestOperator;
    beforeAll(async () => {
      desk = await openDesk(product());
      lead = await joinDesk(product(), 'lead', 'Lynn');
    });
    afterEach(() => desk.control('DELETE', 'faults'));

    const refund = (id: string, operator?: TestOperator) =>
      desk.act(id, 'refund-transaction', { reason }, operator);
    /** Presses the button twice, while a lead takes the case over and presses it as well. */
    const pressAtOnce = (id: string) =>
      Promise.all([
        refund(id),
        refund(id),
        callDesk(
          product().url,
          assignCase,
          { params: { id }, body: { to: lead.id, reason: 'I do it' } },
          lead.cookie,
        ).then(() => refund(id, lead)),
      ]);
    /** Takes a transaction the first refund calls of which fail like this. */
    const takeWith = async (fault: object) => {
      const taken = await desk.take();
      await desk.control('POST', 'faults', { on: 'refund', reference: taken.reference, fault });
      await desk.countCalls(taken);
      return taken;
    };

    it('goes back once when its owner presses twice and a lead takes the case over and presses too', async () => {
      const { reference, id } = await desk.take();
      await desk.countCalls({ reference });
      expect(statusesOf(await pressAtOnce(id))).toEqual([200, 409, 409]);
      await expectRefundedOnce(desk, reference);
      expect(await callsOf(desk, reference)).toBe(1);
      expect(await decisionsOf(desk, reference)).toBe(1);
    });

    it('is refunded or not ours, whichever comes first, and never both', async () => {
      const { reference, id } = await desk.take();
      await desk.countCalls({ reference });
      const [refunded, notOurs] = await Promise.all([refund(id), desk.act(id, 'not-ours', { reason })]);
      expect(statusesOf([refunded, notOurs])).toEqual([200, 409]);
      if (refunded.status === 200) return expectRefundedOnce(desk, reference);
      await desk.idle();
      expect(await desk.caseOf(reference)).toMatchObject({ status: 'closed', outcome: 'not_ours' });
      expect(await desk.stored(reference)).toMatchObject({ decision: 'not_ours', refund_status: null });
      expect(await callsOf(desk, reference)).toBe(0);
    });

    it('stays open until all parts that went back on the dashboard are paid out, without a call', async () => {
      const { reference, id } = await desk.take();
      await desk.countCalls({ reference });
      await desk.control('PATCH', 'settings', { refundStepMs: null });
      const parts: string[] = [];
      for (const minor of [800, 1_000, amountMinor - 1_800]) {
        const part = { reference, amountMinor: minor, currency: 'NGN', merchantNote: 'Dashboard' };
        parts.push((await desk.provider.createRefund(part)).id);
      }
      await desk.control('PATCH', 'settings', { refundStepMs: 50 });
      const calls = await callsOf(desk, reference);
      const [first = '', second = '', third = ''] = parts;
      const waitsFor = (part: string) =>
        vi.waitFor(
          async () => expect(await desk.stored(reference)).toMatchObject({ refund_provider_id: part }),
          patient,
        );
      await desk.move(first, 'processed');
      expect(statusesOf(await pressAtOnce(id))).toEqual([200, 409, 409]);
      await waitsFor(third);
      await desk.move(third, 'processed');
      await waitsFor(second);
      expect((await desk.caseOf(reference)).status).not.toBe('closed');
      await desk.move(second, 'processed');
      await expectClosed(desk, reference);
      expect(await callsOf(desk, reference)).toBe(calls);
    });

    it('waits while the provider cannot list its refunds, and then goes back once', async () => {
      const { reference, id } = await desk.take();
      await desk.countCalls({ reference });
      await desk.control('POST', 'faults', {
        ...{ on: 'refund_list', times: 2, fault: { kind: 'error', status: 503 } },
      });
      expect(statusesOf(await pressAtOnce(id))).toEqual([200, 409, 409]);
      await expectRefundedOnce(desk, reference);
      expect(await callsOf(desk, reference)).toBe(1);
      expect(await countOf(desk, ({ on }) => on === 'refund_list')).toBe(2);
    });

    it.each([
      ['responds with 503', { kind: 'error', status: 503, committed: true }],
      ['loses the response', { kind: 'answer_lost' }],
      ['closes the connection', { kind: 'reset', committed: true }],
      ['is slower than the timeout', { kind: 'slow', delayMs: 1_500 }],
    ])('goes back once when the provider starts the refund but %s', async (_, fault) => {
      const { reference, id } = await takeWith(fault);
      expect(statusesOf(await pressAtOnce(id))).toEqual([200, 409, 409]);
      await expectRefundedOnce(desk, reference);
      expect(await callsOf(desk, reference)).toBe(1);
    });

    describe.each([
      ['responds with 503', { kind: 'error', status: 503 }],
      ['does not respond', { kind: 'no_answer' }],
    ])('whose refund the provider does not start when it %s', (_, fault) => {
      /** Returns the transaction when its refund has failed, because the provider lists none for an hour. */
      const failed = async () => {
        const { reference, id } = await takeWith(fault);
        const lists = { on: 'refund_list', times: null, fault: { kind: 'slow', delayMs: 0 } };
        await desk.control('POST', 'faults', lists);
        expect(statusesOf(await pressAtOnce(id))).toEqual([200, 409, 409]);
        // The first attempt calls the provider, the next ones only read its list.
        await vi.waitFor(
          async () => expect(await countOf(desk, ({ on }) => on === 'refund_list')).toBeGreaterThan(2),
          patient,
        );
        expect(await callsOf(desk, reference)).toBe(1);
        expect(await desk.stored(reference)).toMatchObject({ refund_status: 'pending' });
        await product().db.query(
          `UPDATE unmatched_transactions SET refund_called_at = refund_called_at - interval '61 minutes' WHERE reference = $1`,
          [reference],
        );
        await vi.waitFor(
          async () => expect(await desk.stored(reference)).toMatchObject({ refund_status: 'failed' }),
          patient,
        );
        expect((await desk.caseOf(reference)).status).not.toBe('closed');
        // Its owner now is either of the two.
        const again = () => Promise.all([desk.ada, desk.ada, lead, lead].map((who) => refund(id, who)));
        return { reference, again };
      };

      it('goes back once when it is refunded anew after an hour', async () => {
        const { reference, again } = await failed();
        expect(statusesOf(await again())).toEqual([200, 409, 409, 409]);
        await expectRefundedOnce(desk, reference);
        expect(await callsOf(desk, reference)).toBe(2);
        expect(await decisionsOf(desk, reference)).toBe(2);
      });

      it('is not called again when the provider lists a refund by then', async () => {
        const { reference, again } = await failed();
        const calls = await callsOf(desk, reference);
        const late = { reference, amountMinor, currency: 'NGN', merchantNote: 'Late' };
        await desk.provider.createRefund(late);
        expect(statusesOf(await again())).toEqual([200, 409, 409, 409]);
        await expectRefundedOnce(desk, reference);
        expect(await callsOf(desk, reference)).toBe(calls + 1);
      });
    });
  },
);
