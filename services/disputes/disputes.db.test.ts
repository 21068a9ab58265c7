import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { answerDispute } from '#services/flows/answer-dispute.ts';
import { recordDispute } from '#services/flows/record-dispute.ts';
import { syncDispute, syncRecentDisputes } from '#services/flows/sync-disputes.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import type { ProviderDispute } from '#services/providers/dispute-calls.ts';
import { type PaymentProvider, ProviderRejectedError } from '#services/providers/payment-provider.ts';
import {
  fileRequest,
  join,
  mailsTo,
  press,
  type SignedIn,
  startPayment,
} from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { type Dispute, DisputeEntity } from './dispute.entity.ts';
import { answerDisputeJob, pollDisputesJob, syncDisputeJob } from './disputes.jobs.ts';
import { isFrozen } from './is-frozen.ts';
import { remindOfDisputes } from './remind-of-disputes.ts';
import { requestAnswer } from './request-answer.ts';

const patient = { timeout: 20_000, interval: 50 };
const operators = 'operators@courselift.example';

let product: TestProduct;
let operatorId: string;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_EMAIL: operators, PAYMENT_TIMEOUT_MS: '1000' });
  await product.startWorkers();
  const operator = { email: 'ada@staff.example', fullName: 'Ada', role: 'operator' as const };
  operatorId = (await product.db.manager.insert(UserEntity, operator)).identifiers[0]?.id;
});
afterAll(() => product?.close());

interface Deal {
  paymentId: string;
  reference: string;
  requestId: string;
  sponsor: SignedIn;
  learner: SignedIn;
}

async function control(method: string, path: string, body?: object) {
  const response = await fetch(`${product.sandbox.httpUrl}/payments/control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.status === 204 ? undefined : response.json();
}

async function pay(): Promise<Deal> {
  const { url, sandbox, db } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  const paymentId = await vi.waitFor(async () => {
    const [row] = await db.query(`SELECT id FROM payments WHERE reference = $1 AND status = 'approved'`, [
      reference,
    ]);
    expect(row).toBeDefined();
    return row.id as string;
  }, patient);
  return { paymentId, reference, requestId, sponsor, learner };
}

const open = (deal: Deal, fields: object = {}) =>
  control('POST', `transactions/${deal.reference}/dispute`, fields);
const find = ({ paymentId }: Deal) => product.db.getRepository(DisputeEntity).findBy({ paymentId });
const reaches = (deal: Deal, state: Partial<Dispute>) =>
  vi.waitFor(async () => {
    const [dispute, ...more] = await find(deal);
    expect(dispute).toMatchObject(state);
    expect(more).toEqual([]);
    return dispute as Dispute;
  }, patient);
const answer = (deal: Dispute, kind: 'accept' | 'fight') =>
  inTransaction(product.db, (manager) =>
    requestAnswer(manager, {
      disputeId: deal.id,
      operatorId,
      answer: kind,
      message: 'The course was bought.',
    }),
  );
const caseOf = async ({ paymentId }: Deal) => {
  const [row] = await product.db.query(
    `SELECT status, outcome, due_at AS "dueAt" FROM cases WHERE subject_id = $1 AND kind = 'dispute'`,
    [paymentId],
  );
  return row;
};
const mailsAbout = async ({ reference }: Deal) =>
  (await mailsTo(product.sandbox.httpUrl, operators)).filter(({ text }) => text.includes(reference));
const poll = () => inTransaction(product.db, (manager) => enqueue(manager, pollDisputesJob, {}));

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
    expect(await record({ ...report, status: 'resolved', resolution: 'declined' })).toMatchObject({
      outcome: 'won',
    });
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    expect(await record(report)).toMatchObject({ status: 'resolved' });
    expect(await statusOf(deal)).toBe('approved');
  });

  it('is not changed by an older report', async () => {
    const report = reportOf(await pay());
    const readAt = new Date();
    await record(report, readAt);
    const older = new Date(readAt.getTime() - 1);
    const resolved = { ...report, status: 'resolved' as const, resolution: 'declined' };
    expect(await record(resolved, older)).toMatchObject({ status: 'awaiting_merchant', readAt });
  });

  it('that we accept gives all of the money back', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    const dispute = await record(report);
    await product.db.manager.update(DisputeEntity, dispute?.id ?? '', { answer: 'accept' });
    const resolved = { ...report, status: 'resolved' as const, resolution: 'merchant-accepted' };
    expect(await record(resolved)).toMatchObject({ outcome: 'accepted', resolvedAt: expect.any(Date) });
    expect(await statusOf(deal)).toBe('reversed');
    expect(await caseOf(deal)).toMatchObject({ status: 'closed', outcome: 'accepted' });
  });

  it.each([
    ['fight', 'merchant-accepted', 'lost'],
    [null, 'auto-accepted', 'lost'],
    ['fight', 'declined', 'won'],
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
    const hours = (count: number) => new Date(dueAt.getTime() + count * 3_600_000);
    expect(await record({ ...report, dueAt: hours(1) })).toMatchObject({ dueAt });
    expect(await record({ ...report, dueAt: hours(-1) })).toMatchObject({ dueAt: hours(-1) });
  });

  it('has a case that is due at the earlier deadline', async () => {
    for (const [inHours, isOurs] of [
      [1, false],
      [500, true],
    ] as const) {
      const deal = await pay();
      const theirs = new Date(Date.now() + inHours * 3_600_000);
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

  it('that was resolved before we read it opens no case and mails nobody', async () => {
    const deal = await pay();
    const resolved = { status: 'resolved' as const, resolution: 'declined' };
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

describe('reading disputes', () => {
  const deps = (calls: Partial<PaymentProvider>) => ({
    db: product.db,
    provider: calls as PaymentProvider,
    complete: (work: Parameters<typeof inTransaction<void>>[1]) => inTransaction(product.db, work),
  });

  it('ends when the provider does not know the dispute, and is repeated after another error', async () => {
    const failing = (error: Error) =>
      syncDispute('unknown', deps({ readDispute: () => Promise.reject(error) }));
    await expect(failing(new ProviderRejectedError('Not found', 'not_found'))).resolves.toBeUndefined();
    await expect(failing(new Error('Gone'))).rejects.toThrow('Gone');
  });

  it('reads each open dispute that the list of the last days leaves out', async () => {
    const deal = await pay();
    const report = reportOf(deal);
    await record(report);
    const read: string[] = [];
    const readDispute = async (id: string): Promise<ProviderDispute> => {
      read.push(id);
      return { ...report, id, status: 'resolved', resolution: 'declined', reference: null };
    };
    await syncRecentDisputes(deps({ listDisputes: async () => [report], readDispute }));
    expect(read).not.toContain(report.id);
    await syncRecentDisputes(deps({ listDisputes: async () => [], readDispute }));
    expect(read).toContain(report.id);
  });
});

describe('the answer to a dispute', () => {
  // The provider does not know these disputes, and polling reads each open one.
  afterAll(() =>
    product.db.query(
      `UPDATE disputes SET status = 'resolved', outcome = 'won', resolved_at = now() WHERE status <> 'resolved'`,
    ),
  );

  const answerWith = (id: string, calls: Partial<PaymentProvider>) =>
    answerDispute(id, {
      db: product.db,
      config: product.config,
      provider: calls as PaymentProvider,
      complete: (work) => inTransaction(product.db, work),
    });

  it('is sent only when there is one, and the dispute waits for it here and at the provider', async () => {
    const report = reportOf(await pay());
    const { id } = (await record(report)) as Dispute;
    const readDispute = vi.fn(async () => ({ ...report, status: 'awaiting_bank' as const }));
    const resolveDispute = vi.fn(async () => report);
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
    const resolveDispute = () => Promise.reject(new ProviderRejectedError('No', 'invalid'));
    await expect(answerWith(id, { readDispute: async () => report, resolveDispute })).rejects.toThrow('No');
    const readDispute = vi.fn<PaymentProvider['readDispute']>();
    readDispute.mockResolvedValueOnce(report).mockResolvedValue({ ...report, status: 'awaiting_bank' });
    await answerWith(id, { readDispute, resolveDispute });
    expect(await product.db.getRepository(DisputeEntity).findOneBy({ id })).toMatchObject({
      status: 'awaiting_bank',
    });
  });

  it('is stored only while the dispute waits for it', async () => {
    const report = reportOf(await pay());
    const dispute = (await record({ ...report, status: 'awaiting_bank' })) as Dispute;
    await expect(answer(dispute, 'fight')).rejects.toMatchObject({ status: 409, message: /not wait/ });
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

describe('a dispute', () => {
  it('is recorded from its webhook with a case and a mail, and freezes the request until it is resolved', async () => {
    const deal = await pay();
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    await open(deal, { dueInHours: 500 });
    const dispute = await reaches(deal, {
      status: 'awaiting_merchant',
      amountMinor: 2_001_800,
      outcome: null,
    });
    // Ours is earlier than the 500 hours of the provider: 16 business hours.
    const days = (dispute.dueAt.getTime() - dispute.openedAt.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(0.6);
    expect(days).toBeLessThan(3.7);
    await vi.waitFor(async () => expect(await mailsAbout(deal)).toHaveLength(1), patient);
    // Not the 500 hours of the provider. The mail may be composed before the dispute is read from the provider.
    const answerBy = /Answer by\D+([\d-]+ [\d:]+) UTC/.exec((await mailsAbout(deal))[0]?.text ?? '')?.[1];
    const mailedMs = new Date(`${answerBy}Z`).getTime();
    expect(Math.abs(mailedMs - dispute.dueAt.getTime())).toBeLessThan(5 * 60_000);
    expect((await mailsAbout(deal))[0]?.text).toContain('/ops/sign-in?next=%2Fops%2Fcase%3Fid%3D');
    const mailed = `SELECT 1 FROM outbox WHERE payload->>'mail' = 'dispute-waiting' AND payload->>'id' = $1`;
    expect(await product.db.query(mailed, [dispute.id])).toEqual([]);
    expect(await caseOf(deal)).toMatchObject({ status: 'open', dueAt: dispute.dueAt });
    expect(await isFrozen(product.db, deal.requestId)).toBe(true);
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'won' });
    await reaches(deal, { status: 'resolved', outcome: 'won' });
    expect(await isFrozen(product.db, deal.requestId)).toBe(false);
    expect(await caseOf(deal)).toMatchObject({ status: 'closed' });
    expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [deal.paymentId])).toEqual([
      { status: 'approved' },
    ]);
  });

  it('takes the earlier deadline when the provider’s is earlier than ours', async () => {
    const deal = await pay();
    await open(deal, { dueInHours: 1 });
    const { dueAt, openedAt } = await reaches(deal, { status: 'awaiting_merchant' });
    expect(Math.round((dueAt.getTime() - openedAt.getTime()) / 60_000)).toBe(60);
  });

  it('is fought with drafted evidence, and won', async () => {
    const deal = await pay();
    await open(deal);
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    await answer(dispute, 'fight');
    await expect(answer(dispute, 'accept')).rejects.toMatchObject({ status: 409 });
    await reaches(deal, { status: 'awaiting_bank' });
    const books = await control('GET', 'ledger');
    const theirs = books.disputes.find((one: { id: number }) => String(one.id) === dispute.providerId);
    expect(theirs.evidence).toMatchObject({ customer_email: deal.sponsor.email });
    const file = await fetch(
      `${product.sandbox.httpUrl}/payments/control/dispute-files/${theirs.uploadedFilename}`,
    );
    const { text } = await extractText(new Uint8Array(await file.arrayBuffer()), { mergePages: true });
    const plain = text.replace(/\s+/g, ' ');
    for (const fact of [
      'Machine Learning',
      deal.reference,
      'NGN 20,018.00',
      'Receipt',
      'Payment page opened',
    ])
      expect(plain).toContain(fact);
    expect(plain).not.toContain(deal.learner.email);
    expect(plain).not.toContain(deal.learner.fullName.split(' ').at(-1));
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'won' });
    await reaches(deal, { status: 'resolved', outcome: 'won' });
  });

  it('that is fought and lost gives the money back and ends the funding of the request', async () => {
    const deal = await pay();
    await open(deal);
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    await answer(dispute, 'fight');
    await reaches(deal, { status: 'awaiting_bank' });
    await control('POST', `disputes/${dispute.providerId}`, { outcome: 'lost' });
    await reaches(deal, { status: 'resolved', outcome: 'lost' });
    const [row] = await product.db.query(
      `SELECT p.status AS payment, r.status AS request FROM payments p JOIN requests r ON r.id = p.request_id
       WHERE p.id = $1`,
      [deal.paymentId],
    );
    expect(row).toEqual({ payment: 'reversed', request: 'refunded' });
  });

  it('of a part is accepted, and the payment stays approved', async () => {
    const deal = await pay();
    await open(deal, { amountMinor: 700 });
    await answer(await reaches(deal, { status: 'awaiting_merchant', amountMinor: 700 }), 'accept');
    await reaches(deal, { status: 'resolved', outcome: 'accepted' });
    expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [deal.paymentId])).toEqual([
      { status: 'approved' },
    ]);
  });

  it('that was not answered in time is lost', async () => {
    const deal = await pay();
    await open(deal);
    const { providerId } = await reaches(deal, { status: 'awaiting_merchant' });
    await control('POST', `disputes/${providerId}`, { outcome: 'lost' });
    await reaches(deal, { status: 'resolved', outcome: 'lost' });
  });

  it('is stored and answered once, although webhooks and jobs come several times at once and late', async () => {
    const deal = await pay();
    await open(deal);
    const dispute = await reaches(deal, { status: 'awaiting_merchant' });
    const { providerId } = dispute;
    await control('POST', 'faults', {
      on: 'dispute_resolve',
      reference: deal.reference,
      times: 100,
      fault: { kind: 'slow', delayMs: 20 },
    });
    const answers = await Promise.allSettled([1, 2, 3].map(() => answer(dispute, 'fight')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await inTransaction(product.db, async (manager) => {
      await enqueue(manager, answerDisputeJob, { disputeId: dispute.id }, { key: 'again' });
      for (let copy = 0; copy < 5; copy += 1) await enqueue(manager, syncDisputeJob, { providerId });
    });
    await reaches(deal, { status: 'awaiting_bank' });
    await control('POST', `webhooks/${deal.reference}`, { event: 'charge.dispute.create', copies: 5 });
    await vi.waitFor(async () => {
      const left = await product.db.query(
        'SELECT 1 FROM outbox WHERE closed_at IS NULL AND available_at <= now()',
      );
      expect(left).toEqual([]);
    }, patient);
    expect(await find(deal)).toMatchObject([{ status: 'awaiting_bank' }]);
  });

  it('is found by polling when its webhook is lost, and operators are reminded once at half time', async () => {
    const deal = await pay();
    await control('PATCH', 'settings', { webhooks: 'off' });
    await open(deal);
    await poll();
    const { id } = await reaches(deal, { status: 'awaiting_merchant' });
    await vi.waitFor(async () => expect(await mailsAbout(deal)).toHaveLength(1), patient);
    expect(await caseOf(deal)).toMatchObject({ status: 'open' });
    await product.db.query(
      `UPDATE disputes SET opened_at = now() - interval '9 hours', due_at = now() + interval '8 hours' WHERE id = $1`,
      [id],
    );
    await poll();
    await vi.waitFor(async () => {
      const subjects = (await mailsAbout(deal)).map(({ subject }) => subject.split(':')[0]);
      expect(subjects.sort()).toEqual([
        'A payer disputes a payment',
        'Half of the time to answer a dispute is over',
      ]);
    }, patient);
    await poll();
    await vi.waitFor(async () => {
      const left = await product.db.query(
        'SELECT 1 FROM outbox WHERE closed_at IS NULL AND available_at <= now()',
      );
      expect(left).toEqual([]);
    }, patient);
    expect(await mailsAbout(deal)).toHaveLength(2);
    await control('PATCH', 'settings', { webhooks: 'on' });
  });
});
