import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import * as inbox from '#contracts/desk/desk-inbox.ts';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { type NewCase, openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { payForCourse } from '#tests/support/money/paid-purchases.ts';
import { type Askers, askers, askFor } from '#tests/support/people/ask-for-approval.ts';
import { callDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let people: Askers;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true', OPERATORS_APPROVAL_LIMITS: 'NGN:30000' });
  await product.startWorkers();
  people = await askers(product);
});
afterAll(() => product?.close());

const list = async (query: Record<string, string> = {}, who: TestOperator = people.ada) =>
  (await callDesk(product.url, inbox.listCases, { query: { limit: '500', ...query } } as object, who.cookie))
    .body.data;
const rowOf = async (caseId: string, who: TestOperator = people.ada) => {
  const shown = (await list({}, who)).cases.find(({ id }) => id === caseId);
  if (!shown) throw new Error(`The inbox does not list ${caseId}`);
  return shown;
};
const idsOf = async (query: Record<string, string>, who?: TestOperator) =>
  (await list(query, who)).cases.map(({ id }) => id);
const next = (
  body: Partial<Record<'kind' | 'except' | 'age' | 'owner' | 'waiting', string>>,
  who: TestOperator = people.ada,
  key?: string,
) =>
  callDesk(product.url, inbox.takeNextCase, { body } as object, who.cookie, {
    ...(key && { 'idempotency-key': key }),
  });
const nextId = async (...given: Parameters<typeof next>) => (await next(...given)).body.data.id;
const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);

/** Opens a case about a new request of the learner. */
async function open(given: Partial<NewCase> = {}): Promise<string> {
  const subject = { type: 'request', id: await fileRequest(product.url, people.learner) } as const;
  return inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'request_review', subject, summary: 'Please look.', ...given }),
  );
}

async function caseOf(kind: string, subjectId: string): Promise<string> {
  const [row] = await product.db.query('SELECT id FROM cases WHERE kind = $1 AND subject_id = $2', [
    kind,
    subjectId,
  ]);
  return row.id;
}

describe('a row', () => {
  it('has learner, course, amount and stage of a purchase, and since when it waits for the sponsor', async () => {
    const purchase = await payForCourse(product, people);
    const id = await caseOf('purchase', purchase.id);
    const unclaimed = await rowOf(id);
    expect(unclaimed).toMatchObject({
      person: { name: expect.stringMatching(/\S/) },
      course: 'Machine Learning',
      amount: { minor: 2_000_000, currency: 'NGN' },
      stage: 'queued',
      since: unclaimed.createdAt,
      owner: null,
      mayClaim: true,
    });
    await claim(id, people.ada);
    const claimed = await rowOf(id);
    expect(claimed.since > unclaimed.since).toBe(true);
    expect(claimed.mayClaim).toBe(false);
    const until = new Date(Date.now() + dayMs).toISOString();
    const body = { on: 'sponsor' as const, until, reason: 'The price' };
    await callDesk(product.url, desk.waitForCase, { params: { id }, body }, people.ada.cookie);
    const waiting = await rowOf(id);
    expect(waiting).toMatchObject({ waitingOn: 'sponsor', owner: { name: 'Ada' } });
    expect(waiting.since > claimed.since).toBe(true);
  });

  it('of a refund has what goes back, and that no one has approved it', async () => {
    const { caseId } = await askFor(product, people, 'refund');
    expect(await rowOf(caseId)).toMatchObject({
      stage: 'unapproved',
      amount: { minor: 2_001_800, currency: 'NGN' },
    });
  });

  it('of a dispute has the disputed amount', async () => {
    const { caseId } = await askFor(product, people, 'accept_dispute');
    expect(await rowOf(caseId)).toMatchObject({
      stage: 'awaiting_merchant',
      amount: { minor: 2_000_000, currency: 'NGN' },
      waitsForApproval: true,
    });
  });

  it('of a suspension has the person, and neither course nor amount', async () => {
    const { caseId } = await askFor(product, people, 'suspend');
    expect(await rowOf(caseId)).toMatchObject({
      person: { name: expect.stringMatching(/\S/) },
      course: null,
      amount: null,
      stage: null,
    });
  });
});

describe('filters', () => {
  it('apply all at once', async () => {
    const [mine, theirs, free] = [
      await open({ kind: 'payment_review' }),
      await open({ kind: 'payment_review' }),
      await open({ kind: 'report' }),
    ];
    await claim(mine, people.ada);
    await claim(theirs, people.grace);
    expect(await idsOf({ kind: 'payment_review', owner: 'me' })).toEqual([mine]);
    expect(await idsOf({ kind: 'payment_review', owner: 'others' })).toEqual([theirs]);
    const both = await idsOf({ kind: 'payment_review,report', waiting: 'nothing' });
    expect(new Set(both)).toEqual(new Set([mine, theirs, free]));
    expect(await idsOf({ kind: 'payment_review,report', waiting: 'sponsor' })).toEqual([]);
    expect(await idsOf({ kind: 'payment_review', age: 'overdue', owner: 'me' })).toEqual([]);
  });

  it('show what waits for approval, and for a person', async () => {
    const waiting = (await list({ waiting: 'approval' })).cases;
    expect(waiting.length).toBeGreaterThan(0);
    expect(waiting.every(({ waitsForApproval }) => waitsForApproval)).toBe(true);
    const forSponsors = (await list({ waiting: 'sponsor' })).cases;
    expect(forSponsors.map(({ waitingOn }) => waitingOn)).toEqual(['sponsor']);
  });

  it.each([{ kind: 'other' }, { kind: '' }, { order: 'random' }, { waiting: 'me' }, { page: '0' }])(
    'are refused when they are unknown: %o',
    async (query) => {
      const sent = { query } as object;
      expect((await callDesk(product.url, inbox.listCases, sent, people.ada.cookie)).status).toBe(422);
    },
  );

  it('apply in each order', async () => {
    const opened = (await list({ order: 'newest' })).cases.map(({ createdAt }) => createdAt);
    expect(opened).toEqual(opened.toSorted().toReversed());
    expect((await list({ order: 'oldest' })).cases.map(({ createdAt }) => createdAt)).toEqual(
      opened.toSorted(),
    );
    const amounts = (await list({ order: 'amount' })).cases.map(({ amount }) => amount?.minor ?? 0);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    expect(amounts[0]).toBeGreaterThan(0);
  });
});

describe('the next case', () => {
  it('is the first of the filter that no one has, for one operator each', async () => {
    const [late, soon] = [
      await open({ kind: 'payment_review', dueAt: new Date(Date.now() - hourMs) }),
      await open({ kind: 'payment_review', dueAt: new Date(Date.now() - hourMs / 2) }),
    ];
    const taken = await Promise.all([
      nextId({ kind: 'payment_review' }, people.ada),
      nextId({ kind: 'payment_review' }, people.grace),
    ]);
    expect(new Set(taken)).toEqual(new Set([late, soon]));
    const none = await next({ kind: 'payment_review' });
    expect(none).toMatchObject({
      status: 200,
      body: { data: { id: null }, message: expect.stringMatching(/^No unclaimed/) },
    });
    const owner = (await rowOf(taken[0] ?? '')).owner;
    expect(owner).toMatchObject({ name: 'Ada' });
  });

  it('keeps only those parts of the filter that fit a case that no one has', async () => {
    const id = await open({ kind: 'reconciliation' });
    expect(await nextId({ kind: 'reconciliation', owner: 'me', age: 'closed' })).toBe(id);
  });

  it('is not the appeal against a decision of this operator', async () => {
    const appeal = await open({ kind: 'appeal', excludedId: people.ada.id });
    expect(await rowOf(appeal)).toMatchObject({ mayClaim: false });
    expect(await rowOf(appeal, people.grace)).toMatchObject({ mayClaim: true });
    expect(await nextId({ kind: 'appeal' })).toBeNull();
    expect(await nextId({ kind: 'appeal' }, people.grace)).toBe(appeal);
  });

  it('is not one in which only another operator may approve what waits', async () => {
    const { caseId } = await askFor(product, people, 'suspend');
    await product.db.query(`UPDATE cases SET due_at = now() - interval '1 year' WHERE id = $1`, [caseId]);
    expect(await nextId({ kind: 'suspension', waiting: 'approval' }, people.ada)).toBeNull();
    expect(await nextId({ kind: 'suspension' }, people.grace)).toBe(caseId);
  });

  it('is not one that waits for a person, until its time has come', async () => {
    const id = await open({ kind: 'payment_review' });
    const until = (interval: string) =>
      product.db.query(
        `UPDATE cases SET status = 'waiting', waiting_on = 'provider', waiting_until = now() + $2::interval,
           due_at = now() + $2::interval WHERE id = $1`,
        [id, interval],
      );
    await until('1 hour');
    expect(await nextId({ kind: 'payment_review' })).toBeNull();
    await until('-1 minute');
    expect(await nextId({ kind: 'payment_review' })).toBe(id);
  });

  it('is another one than the case that was just released', async () => {
    const [first, second] = [await open({ kind: 'incident' }), await open({ kind: 'incident' })];
    expect(await nextId({ kind: 'incident', except: first })).toBe(second);
  });

  it('is the same one for a call that is repeated with its key', async () => {
    const [first, second] = [await open({ kind: 'payment_review' }), await open({ kind: 'payment_review' })];
    const key = `next-${first}`;
    expect(await nextId({ kind: 'payment_review' }, people.ada, key)).toBe(first);
    expect(await nextId({ kind: 'payment_review' }, people.ada, key)).toBe(first);
    expect(await rowOf(second)).toMatchObject({ owner: null });
  });
});

it('all of 500 cases are on numbered pages, each case on one of them', async () => {
  await product.db.query(
    `INSERT INTO cases (kind, subject_type, subject_id, summary, due_at)
     SELECT 'reconciliation', 'reconciliation', n::text, 'Number ' || n, now() FROM generate_series(1, 500) n`,
  );
  const pageOf = (page: number) =>
    list({ kind: 'reconciliation', owner: 'unassigned', limit: '50', page: `${page}` });
  const first = await pageOf(1);
  expect(first).toMatchObject({ total: 500, page: 1, pages: 10 });
  const ids = new Set<string>();
  for (let page = 1; page <= first.pages; page += 1)
    for (const { id } of (await pageOf(page)).cases) ids.add(id);
  expect(ids.size).toBe(500);
  expect(await pageOf(99)).toMatchObject({ page: 10 });
});
