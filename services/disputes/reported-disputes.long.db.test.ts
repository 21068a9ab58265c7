import { In } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hourMs } from '#contracts/durations.ts';
import { answerDispute } from '#services/flows/answer-dispute.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { syncDispute, syncRecentDisputes } from '#services/flows/sync-refunds-and-disputes.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { PaymentProvider, ProviderDispute } from '#services/providers/payment-provider.ts';
import { ProviderKeyError, ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { addOperator, idOf } from '#tests/security/support/accounts.ts';
import { fund } from '#tests/support/money/certificates.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { isFrozen, remindOfDisputes } from './disputes.ts';
import { requestAnswer } from './request-answer.ts';

let product: TestProduct;
let operatorId: string;
let people: [learner: SignedIn, sponsor: SignedIn];
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  operatorId = await idOf(product, await addOperator(product));
  people = [await join(product.url, 'learner'), await join(product.url, 'sponsor')];
});
afterAll(() => product?.close());

interface Deal {
  paymentId: string;
  reference: string;
  requestId: string;
}

async function pay(): Promise<Deal> {
  const { requestId } = await fund(product, ...people);
  const [payment] = await product.db.query(
    'SELECT id AS "paymentId", reference FROM payments WHERE request_id = $1',
    [requestId],
  );
  return { ...payment, requestId };
}

const caseOf = async ({ paymentId }: Deal) => {
  const [row] = await product.db.query(
    `SELECT status, outcome, due_at AS "dueAt" FROM cases WHERE subject_id = $1 AND kind = 'dispute'`,
    [paymentId],
  );
  return row;
};
const waitOf = async ({ paymentId }: Deal) => {
  const [row] = await product.db.query(
    `SELECT status, waiting_on, waiting_for, owner_id,
       round(extract(epoch FROM waiting_until - now()) / 86400)::int AS days
     FROM cases WHERE subject_id = $1 AND kind = 'dispute'`,
    [paymentId],
  );
  return row;
};
const requestFight = ({ id }: Dispute) => {
  const answer = { disputeId: id, operatorId, answer: 'fight', message: 'The course was bought.' } as const;
  return inTransaction(product.db, (manager) => requestAnswer(manager, answer));
};

/** A dispute of a payment as the provider reports it. */
const reportOf = ({ reference }: Pick<Deal, 'reference'>, more: Partial<ProviderDispute> = {}) => ({
  id: crypto.randomUUID(),
  reference,
  status: 'awaiting_merchant' as const,
  resolution: null,
  amountMinor: 2_001_800,
  currency: 'NGN',
  category: 'fraud',
  dueAt: null,
  createdAt: new Date(),
  ...more,
});
const record = (reported: ProviderDispute, readAt = new Date()) =>
  inTransaction(product.db, (manager) => recordDispute(manager, reported, readAt));
const statusOf = async ({ paymentId }: Deal): Promise<string> =>
  (await product.db.query('SELECT status FROM payments WHERE id = $1', [paymentId]))[0].status;

describe('a reported dispute', () => {
  it('freezes the course until it is resolved, also once the bank has our answer, and never waits for us again', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    await record(report);
    expect(await record({ ...report, status: 'awaiting_bank' })).toMatchObject({ status: 'awaiting_bank' });
    expect(await isFrozen(product.db, deal.requestId)).toBe(true);
    expect(await record(report)).toMatchObject({ status: 'awaiting_bank' });
    expect(await record({ ...report, status: 'resolved', resolution: 'won' })).toMatchObject({
      outcome: 'won',
    });
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    expect(await record(report)).toMatchObject({ status: 'resolved' });
    expect(await statusOf(deal)).toBe('approved');
  });

  it('lets its case wait for the bank, with or without an owner, and another dispute brings the case back', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    await record(report);
    expect(await waitOf(deal)).toMatchObject({ status: 'open', waiting_on: null });
    await record({ ...report, status: 'awaiting_bank' });
    const waiting = { status: 'waiting', waiting_on: 'bank', waiting_for: 'dispute', owner_id: null };
    expect(await waitOf(deal)).toMatchObject({ ...waiting, days: 30 });
    const other = reportOf(deal);
    await record(other);
    expect(await waitOf(deal)).toMatchObject({
      status: 'open',
      waiting_on: null,
      waiting_for: null,
      days: null,
    });
    // The first dispute is with the bank, and the other waits for our answer.
    await record({ ...report, status: 'awaiting_bank' });
    expect(await waitOf(deal)).toMatchObject({ status: 'open' });
    await record({ ...other, status: 'awaiting_bank' });
    expect(await waitOf(deal)).toMatchObject(waiting);
  });

  it('is not changed by an older report', async () => {
    const report = reportOf(await pay());
    const readAt = new Date();
    await record(report, readAt);
    const older = new Date(readAt.getTime() - 1);
    const resolved = { ...report, status: 'resolved', resolution: 'won' } as const;
    expect(await record(resolved, older)).toMatchObject({ status: 'awaiting_merchant', readAt });
  });

  it('that we accept gives all of the money back', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    const dispute = await record(report);
    await product.db.manager.update(DisputeEntity, dispute?.id ?? '', { answer: 'accept' });
    const resolved = { ...report, status: 'resolved', resolution: 'accepted' } as const;
    expect(await record(resolved)).toMatchObject({ outcome: 'accepted', resolvedAt: expect.any(Date) });
    expect(await statusOf(deal)).toBe('reversed');
    expect(await caseOf(deal)).toMatchObject({ status: 'closed', outcome: 'accepted' });
  });

  it.each([
    ['fight', 'accepted', 'lost'],
    [null, 'lost', 'lost'],
    ['fight', 'won', 'won'],
  ] as const)('with our answer %s that ends as %s is %s', async (given, resolution, outcome) => {
    const deal = await pay();
    const report = reportOf(deal, { amountMinor: 700 });
    const dispute = await record(report);
    await product.db.manager.update(DisputeEntity, dispute?.id ?? '', { answer: given });
    expect(await record({ ...report, status: 'resolved', resolution })).toMatchObject({ outcome });
    const [lost] = await product.db.query(
      `SELECT 1 FROM ledger_transactions WHERE payment_id = $1 AND kind = 'dispute_lost'`,
      [deal.paymentId],
    );
    expect(lost !== undefined).toBe(outcome === 'lost');
  });

  it('can get an earlier deadline and no later one', async () => {
    const report = reportOf(await pay());
    const dueAt = (await record(report))?.dueAt as Date;
    const hours = (count: number) => new Date(dueAt.getTime() + count * hourMs);
    expect(await record({ ...report, dueAt: hours(1) })).toMatchObject({ dueAt });
    expect(await record({ ...report, dueAt: hours(-1) })).toMatchObject({ dueAt: hours(-1) });
  });

  it('has a case that is due at the earlier deadline', async () => {
    for (const [inHours, isOurs] of [
      [1, false],
      [500, true],
    ] as const) {
      const deal = await pay();
      const theirs = new Date(Date.now() + inHours * hourMs);
      const dispute = await record(reportOf(deal, { dueAt: theirs }));
      expect((await caseOf(deal)).dueAt).toEqual(dispute?.dueAt);
      expect(dispute?.dueAt.getTime() === theirs.getTime()).toBe(!isOurs);
    }
  });

  it('has amount and currency of the payment when the provider does not say them', async () => {
    const report = reportOf(await pay(), { amountMinor: 0, currency: null, createdAt: null });
    expect(await record(report)).toMatchObject({
      amountMinor: 2_001_800,
      currency: 'NGN',
      openedAt: expect.any(Date),
    });
  });

  it('that was resolved before we read it opens no case and sends no mail', async () => {
    const deal = await pay();
    const resolved = { status: 'resolved', resolution: 'won' } as const;
    const dispute = await record(reportOf(deal, resolved));
    expect(dispute).toMatchObject({ outcome: 'won' });
    expect(await caseOf(deal)).toBeUndefined();
    expect(await product.db.query(`SELECT 1 FROM outbox WHERE payload ->> 'id' = $1`, [dispute?.id])).toEqual(
      [],
    );
  });

  it('of a payment that is not ours is left out', async () => {
    expect(await record(reportOf({ reference: 'sponsor_unknown' }))).toBeUndefined();
    expect(await record({ ...reportOf({ reference: '' }), reference: null })).toBeUndefined();
  });
});

const deps = (calls: Partial<PaymentProvider>) => ({
  db: product.db,
  provider: calls as PaymentProvider,
  complete: (work: Parameters<typeof inTransaction<void>>[1]) => inTransaction(product.db, work),
});

describe('reading disputes', () => {
  it('ends when the provider does not know the dispute, and is repeated after another error', async () => {
    const failing = (error: Error) =>
      syncDispute('unknown', deps({ readDispute: () => Promise.reject(error) }));
    await expect(failing(new ProviderRejectedError('Not found', 404))).resolves.toBeUndefined();
    await expect(failing(new Error('Gone'))).rejects.toThrow('Gone');
  });

  it('reads each open dispute that the list of the last days leaves out', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    await record(report);
    const read: string[] = [];
    const readDispute = async (id: string): Promise<ProviderDispute> => {
      read.push(id);
      return { ...report, id, status: 'resolved', resolution: 'won', reference: null };
    };
    await syncRecentDisputes(deps({ listDisputes: async () => [report], readDispute }));
    expect(read).not.toContain(report.id);
    await syncRecentDisputes(deps({ listDisputes: async () => [], readDispute }));
    expect(read).toContain(report.id);
  });

  it('goes on after one that the provider no longer knows, and fails when the provider cannot answer', async () => {
    const [lost, report] = [reportOf(await pay()), reportOf(await pay())];
    for (const dispute of [lost, report]) await record(dispute);
    const reading = (error: Error) => async (id: string) => {
      if (id === lost.id) throw error;
      const reference = id === report.id ? report.reference : null;
      return { ...report, id, status: 'resolved' as const, resolution: 'won' as const, reference };
    };
    const sync = (error: Error) =>
      syncRecentDisputes(deps({ listDisputes: async () => [], readDispute: reading(error) }));
    await expect(sync(new Error('Gone'))).rejects.toThrow('Gone');
    await expect(sync(new ProviderKeyError())).rejects.toThrow(ProviderKeyError);
    await sync(new ProviderRejectedError('Not found', 404));
    const statuses = await product.db.getRepository(DisputeEntity).findBy({
      providerId: In([lost.id, report.id]),
    });
    expect(new Map(statuses.map(({ providerId, status }) => [providerId, status]))).toEqual(
      new Map([
        [lost.id, 'awaiting_merchant'],
        [report.id, 'resolved'],
      ]),
    );
  });
});

describe('the answer to a dispute', () => {
  const answerWith = (id: string, calls: Partial<PaymentProvider>) =>
    answerDispute(id, {
      ...deps({ uploadEvidence: async () => 'acceptance.txt', ...calls }),
      config: product.config,
    });

  it('is sent only when there is one, and the dispute waits for it here and at the provider', async () => {
    const report = reportOf(await pay());
    const { id } = (await record(report)) as Dispute;
    const readDispute = vi.fn(async () => ({ ...report, status: 'awaiting_bank' as const }));
    const resolveDispute = vi.fn(async () => undefined);
    await answerWith(id, { readDispute, resolveDispute });
    expect(readDispute).not.toHaveBeenCalled();
    await product.db.manager.update(DisputeEntity, id, { answer: 'accept' });
    await answerWith(id, { readDispute, resolveDispute });
    expect(resolveDispute).not.toHaveBeenCalled();
    await answerWith(id, { readDispute, resolveDispute });
    expect(readDispute).toHaveBeenCalledTimes(1);
  });

  it('that the provider rejects fails, unless the dispute has moved meanwhile', async () => {
    const report = reportOf(await pay());
    const { id } = (await record(report)) as Dispute;
    await product.db.manager.update(DisputeEntity, id, { answer: 'accept' });
    const resolveDispute = () => Promise.reject(new ProviderRejectedError('No', 400));
    await expect(answerWith(id, { readDispute: async () => report, resolveDispute })).rejects.toThrow('No');
    const readDispute = vi.fn<PaymentProvider['readDispute']>();
    readDispute.mockResolvedValueOnce(report).mockResolvedValue({ ...report, status: 'awaiting_bank' });
    await answerWith(id, { readDispute, resolveDispute });
    expect(await product.db.getRepository(DisputeEntity).findOneBy({ id })).toMatchObject({
      status: 'awaiting_bank',
    });
  });

  it('is recorded although the dispute was read again while it was sent', async () => {
    const report = reportOf(await pay());
    const { id } = (await record(report)) as Dispute;
    await product.db.manager.update(DisputeEntity, id, { answer: 'accept' });
    const readDispute = vi.fn<PaymentProvider['readDispute']>();
    readDispute.mockResolvedValueOnce(report).mockResolvedValue({ ...report, status: 'awaiting_bank' });
    const resolveDispute = () => syncDispute(report.id, deps({ readDispute: async () => report }));
    await answerWith(id, { readDispute, resolveDispute });
    expect(await product.db.getRepository(DisputeEntity).findOneBy({ id })).toMatchObject({
      status: 'awaiting_bank',
    });
  });

  it('is stored only while the dispute waits for it', async () => {
    const report = reportOf(await pay());
    const dispute = (await record({ ...report, status: 'awaiting_bank' })) as Dispute;
    await expect(requestFight(dispute)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/not wait/),
    });
  });

  it('ends the reminders, and so does the provider', async () => {
    const remind = () => inTransaction(product.db, remindOfDisputes);
    await remind();
    const age = (change: string) =>
      product.db.query(
        `UPDATE disputes SET opened_at = now() - interval '9 hours', ${change} WHERE id = $1`,
        [id],
      );
    const { id } = (await record(reportOf(await pay()))) as Dispute;
    await age(`due_at = now() + interval '10 hours'`);
    expect(await remind()).toBe(0);
    await age(`due_at = now() + interval '8 hours', answer = 'fight'`);
    expect(await remind()).toBe(0);
    await age(`answer = NULL, status = 'awaiting_bank'`);
    expect(await remind()).toBe(0);
    await age(`status = 'awaiting_merchant'`);
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
  });
});
