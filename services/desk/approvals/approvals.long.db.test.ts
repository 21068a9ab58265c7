import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalKind } from '#contracts/cases/cases.ts';
import * as desk from '#contracts/desk/desk.ts';
import * as contracts from '#contracts/desk/desk-approvals.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { approvalKindNames } from '#contracts/desk/desk-words.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { type Asked, type Askers, askers, askFor } from '#tests/support/people/ask-for-approval.ts';
import { callDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let people: Askers;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true', OPERATORS_APPROVAL_LIMITS: 'NGN:30000' });
  await product.startWorkers();
  people = await askers(product);
});
afterAll(() => product?.close());

const list = async ({ cookie }: TestOperator) =>
  (await callDesk(product.url, contracts.listApprovals, { query: { limit: 100 } }, cookie)).body.data;
const findIn = async (caseId: string, who: TestOperator) =>
  (await list(who)).approvals.find((approval) => approval.caseId === caseId);
async function find(caseId: string, who: TestOperator = people.grace): Promise<contracts.ApprovalView> {
  const approval = await findIn(caseId, who);
  if (!approval) throw new Error(`Nothing waits for approval in the case ${caseId}`);
  return approval;
}
const approve = (id: string, { cookie }: TestOperator, reason = 'Seen') =>
  callDesk(product.url, contracts.approveApproval, { params: { id }, body: { reason } }, cookie);
const decline = (id: string, { cookie }: TestOperator, reason = 'Not enough') =>
  callDesk(product.url, contracts.declineApproval, { params: { id }, body: { reason } }, cookie);
const pageOf = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, people.grace.cookie)).body.data;
const historyOf = async (id: string) =>
  (await pageOf(id)).history.map(({ act, detail }) => `${act}: ${detail}`);

/** What the database shows once an act is done, or is still so without it. */
const isDone: Record<ApprovalKind, (asked: Asked) => Promise<boolean>> = {
  refund: ({ paymentId }) => has('refunds', `payment_id = $1 AND approved_at IS NOT NULL`, paymentId),
  higher_price: ({ purchaseId }) =>
    has('purchases', 'id = $1 AND overrun_approved_by_id IS NOT NULL', purchaseId),
  accept_dispute: ({ paymentId }) => has('disputes', `payment_id = $1 AND answer = 'accept'`, paymentId),
  suspend: ({ userId }) => has('suspensions', 'user_id = $1 AND lifted_at IS NULL', userId),
  restore: ({ userId }) => has('suspensions', 'user_id = $1 AND lifted_at IS NOT NULL', userId),
  resume_payments: ({ requestId }) => has('requests', `id = $1 AND NOT 'frozen' = ANY (holds)`, requestId),
  show_request: ({ requestId }) => has('requests', `id = $1 AND NOT 'rejected' = ANY (holds)`, requestId),
  dismiss_report: ({ requestId }) => has('requests', `id = $1 AND NOT 'frozen' = ANY (holds)`, requestId),
};

async function has(table: string, condition: string, id: string | undefined): Promise<boolean> {
  return (await product.db.query(`SELECT 1 FROM ${table} WHERE ${condition}`, [id])).length > 0;
}

const kinds = Object.keys(isDone) as ApprovalKind[];
const amounts: Partial<Record<ApprovalKind, number>> = {
  refund: 2_001_800,
  higher_price: 2_160_000,
  accept_dispute: 2_000_000,
};

describe.each(kinds)('%s', (kind) => {
  const ask = () => askFor(product, people, kind);

  it('waits in its case, and is approved by another operator who does not own it', async () => {
    const asked = await ask();
    const { ada, grace } = people;
    const shown = await find(asked.caseId);
    expect(shown).toMatchObject({
      kind,
      askedBy: 'Ada',
      reason: 'A reason of Ada',
      amountMinor: amounts[kind] ?? null,
      currency: amounts[kind] ? 'NGN' : null,
      mayApprove: true,
    });
    expect(shown.notice).toMatch(/Another operator approves it: Grace, Lena\.$/);
    expect(await findIn(asked.caseId, ada)).toMatchObject({ mayApprove: false });
    expect(await pageOf(asked.caseId)).toMatchObject({
      waitsForApproval: true,
      approvals: [{ id: shown.id }],
    });

    expect(await approve(shown.id, ada)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Another operator has to approve it') },
    });
    expect(await isDone[kind](asked)).toBe(false);
    expect(await approve(shown.id, grace)).toMatchObject({ status: 200 });
    expect(await isDone[kind](asked)).toBe(true);
    expect((await historyOf(asked.caseId)).filter((act) => act.endsWith(': Seen'))).toHaveLength(1);
    expect(await findIn(asked.caseId, grace)).toBeUndefined();
    expect((await pageOf(asked.caseId)).waitsForApproval).toBe(false);
    expect((await approve(shown.id, people.lena)).status).toBe(404);
    expect((await decline(shown.id, people.lena)).status).toBe(404);
  });

  it('is declined with a reason, and can be asked for once more', async () => {
    const asked = await ask();
    const { id } = await find(asked.caseId);
    expect((await decline(id, people.grace, '')).status).toBe(422);
    expect((await decline(id, people.grace)).status).toBe(200);
    expect(await isDone[kind](asked)).toBe(false);
    expect(await historyOf(asked.caseId)).toContainEqual(`declined: ${approvalKindNames[kind]}: Not enough`);
    expect(await findIn(asked.caseId, people.grace)).toBeUndefined();
    expect((await approve(id, people.lena)).status).toBe(404);
    const { caseId } = await asked.again();
    expect((await find(caseId)).id).not.toBe(id);
  });

  it('is decided once by two operators at once', async () => {
    const asked = await ask();
    const { id } = await find(asked.caseId);
    const done = await Promise.all([
      approve(id, people.grace),
      approve(id, people.lena),
      decline(id, people.grace),
      decline(id, people.lena),
    ]);
    const statuses = done.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200).every((status) => [404, 409].includes(status))).toBe(
      true,
    );
    expect(await isDone[kind](asked)).toBe(statuses.slice(0, 2).includes(200));
  });

  it('is not approved twice by the same call with one key', async () => {
    const { caseId } = await ask();
    const { id } = await find(caseId);
    const call = () =>
      callDesk(
        product.url,
        contracts.approveApproval,
        { params: { id }, body: { reason: 'Seen' } },
        people.grace.cookie,
        { 'idempotency-key': `once-${id}` },
      );
    const first = await call();
    expect(first.status).toBe(200);
    expect(await call()).toMatchObject({ status: 200, body: first.body });
  });
});

describe('the count', () => {
  it('of /ops/me has what this operator may approve', async () => {
    const countOf = async ({ cookie }: TestOperator) =>
      (await callDesk(product.url, getOperator, {}, cookie)).body.data.waiting.approvals;
    const before = [await countOf(people.ada), await countOf(people.grace)];
    await askFor(product, people, 'resume_payments');
    expect([await countOf(people.ada), await countOf(people.grace)]).toEqual([
      before[0],
      Number(before[1]) + 1,
    ]);
  });

  it('of due cases has those of the caller and of no one', async () => {
    const countOf = async ({ cookie }: TestOperator) =>
      (await callDesk(product.url, getOperator, {}, cookie)).body.data.waiting.cases;
    const before = await countOf(people.grace);
    const insert = (owner: string | null, due: string, excluded: string | null = null) =>
      product.db.query(
        `INSERT INTO cases (kind, subject_type, subject_id, summary, status, owner_id, due_at, excluded_id)
         VALUES ('request_review', 'request', gen_random_uuid()::text, 'x', $1, $2, now() + $3::interval, $4)`,
        [owner ? 'claimed' : 'open', owner, due, excluded],
      );
    await insert(null, '-1 hour');
    await insert(people.grace.id, '-1 hour');
    await insert(people.ada.id, '-1 hour');
    await insert(null, '1 hour');
    await insert(null, '-1 hour', people.grace.id);
    expect(await countOf(people.grace)).toBe(before + 2);
  });
});

it('a suspension keeps the reasons of both operators in its history, and its case closes', async () => {
  const asked = await askFor(product, people, 'suspend');
  const { id, needsReason } = await find(asked.caseId);
  expect(needsReason).toBe(true);
  expect((await approve(id, people.grace, '')).status).toBe(422);
  await approve(id, people.grace, 'I see it too');
  expect(await pageOf(asked.caseId)).toMatchObject({
    kind: 'suspension',
    status: 'closed',
    outcome: 'suspended',
  });
  const history = await historyOf(asked.caseId);
  expect(history).toEqual([
    'opened: Suspend this person',
    'requested: A reason of Ada',
    'approved: I see it too',
    'closed: Suspended: A reason of Ada',
  ]);
  const body = { reason: 'Once more' };
  const reopened = await callDesk(
    product.url,
    desk.reopenCase,
    { params: { id: asked.caseId }, body },
    people.ada.cookie,
  );
  expect(reopened.status).toBe(409);
});

it('a declined price is no longer on the purchase', async () => {
  const { caseId, purchaseId } = await askFor(product, people, 'higher_price');
  await decline((await find(caseId)).id, people.grace);
  expect(await has('purchases', 'id = $1 AND overrun_minor IS NULL', purchaseId)).toBe(true);
});

it('a declined suspension closes its case with the reason', async () => {
  const { caseId } = await askFor(product, people, 'suspend');
  await decline((await find(caseId)).id, people.grace, 'Too harsh');
  expect(await pageOf(caseId)).toMatchObject({
    status: 'closed',
    outcome: 'declined',
    closedReason: 'Too harsh',
  });
});

it('what waits ends with its case', async () => {
  const { caseId } = await askFor(product, people, 'resume_payments');
  const { cookie } = people.ada;
  await callDesk(product.url, desk.claimCase, { params: { id: caseId } }, cookie);
  const body = { action: 'uphold', values: { reason: 'It is wrong' } };
  expect(
    (await callDesk(product.url, desk.runCaseAction, { params: { id: caseId }, body }, cookie)).status,
  ).toBe(200);
  expect(await product.db.query('SELECT 1 FROM pending_approvals WHERE case_id = $1', [caseId])).toEqual([]);
});

it('the operator who asked takes it back', async () => {
  const { caseId } = await askFor(product, people, 'resume_payments');
  expect((await decline((await find(caseId)).id, people.ada)).status).toBe(200);
  expect(await findIn(caseId, people.grace)).toBeUndefined();
});

it('lists the oldest first, as many as were asked for, with the total', async () => {
  const { approvals, total } = await list(people.grace);
  expect(approvals.map(({ askedAt }) => askedAt)).toEqual(approvals.map(({ askedAt }) => askedAt).toSorted());
  const first = await callDesk(
    product.url,
    contracts.listApprovals,
    { query: { limit: 1 } },
    people.grace.cookie,
  );
  expect(first.body.data).toMatchObject({ total, hasFourEyes: true, approvals: [{ id: approvals[0]?.id }] });
});

it('marks each row of the inbox in which something waits', async () => {
  const { caseId } = await askFor(product, people, 'resume_payments');
  const inbox = await callDesk(
    product.url,
    listCases,
    { query: { limit: 500 } } as never,
    people.grace.cookie,
  );
  expect(inbox.status, JSON.stringify(inbox.body)).toBe(200);
  const marked = inbox.body.data.cases.filter(({ waitsForApproval }) => waitsForApproval).map(({ id }) => id);
  expect(marked).toContain(caseId);
  const waiting = (await list(people.grace)).approvals.map((approval) => approval.caseId);
  expect(new Set(marked)).toEqual(new Set(waiting));
});
