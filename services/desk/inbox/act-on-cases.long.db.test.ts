import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseNumber } from '#contracts/cases/cases.ts';
import { claimCase, getCase, reopenCase } from '#contracts/desk/desk.ts';
import { actOnCases } from '#contracts/desk/desk-inbox.ts';
import { setAbsence } from '#contracts/desk/operators.ts';
import { dayMs } from '#contracts/durations.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { requestApproval } from '#services/cases/approval.ts';
import { type NewCase, openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { openCaseOf } from '#tests/support/desk/cases-of-kinds.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { type Askers, askers, askFor } from '#tests/support/people/ask-for-approval.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, press, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let people: Askers;
let ada: TestOperator;
let grace: TestOperator;
let lena: TestOperator;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  await product.startWorkers();
  people = await askers(product);
  ({ ada, grace, lena } = people);
});
afterAll(() => product?.close());

/** Opens a case about nothing that is open. */
const open = (given: Partial<NewCase> = {}) =>
  inTransaction(product.db, (manager) => {
    const subject = { type: 'reconciliation', id: `missing_there:${crypto.randomUUID()}` } as const;
    return openCase(manager, { kind: 'reconciliation', subject, summary: 'A difference.', ...given });
  });
const openAll = (count: number) => Promise.all(Array.from({ length: count }, () => open()));
const call = (body: Sent<typeof actOnCases>['body'], { cookie } = ada) =>
  callDesk(product.url, actOnCases, { body }, cookie);
/** Problems of the cases, in the order in which they were sent. */
const problems = async (...given: Parameters<typeof call>) => {
  const { status, body } = await call(...given);
  expect(status).toBe(200);
  expect(body.data.results.map(({ id }) => id)).toEqual([...new Set(given[0].ids)]);
  return body.data.results.map(({ problem }) => problem);
};
/** Has a payment reported with another amount. Returns the case of its review. */
async function moneyUnderReview(): Promise<string> {
  const requestId = await fileRequest(product.url, people.learner);
  const { reference, access_code } = (await startPayment(product.url, people.sponsor, requestId)).body.data
    .data;
  const fault = { on: 'verify', reference, fault: { kind: 'answer', amountMinor: 1_000_000 } };
  await controlPayments(product, 'POST', 'faults', fault);
  await press(product.sandbox.httpUrl, access_code, 'pay');
  return vi.waitFor(async () => {
    const [review] = await product.db.query(
      `SELECT c.id FROM cases c JOIN payments p ON p.id::text = c.subject_id WHERE p.reference = $1 AND p.status = 'needs_review'`,
      [reference],
    );
    return review.id;
  }, patient);
}

const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, claimCase, { params: { id } }, cookie);
const read = async (id: string) =>
  (await callDesk(product.url, getCase, { params: { id } }, ada.cookie)).body.data;
const actsOf = async (id: string) =>
  (await read(id)).history.map(({ act, actor, detail }) => [act, actor, detail]);
const auditOf = async (id: string): Promise<string[]> =>
  (
    await product.db.query('SELECT action FROM audit_entries WHERE subject = $1 ORDER BY created_at', [
      `case:${id}`,
    ])
  ).map(({ action }: { action: string }) => action);

describe('claiming several cases', () => {
  it('claims each that the operator may claim, and says why the others are not claimed', async () => {
    const [free, theirs] = [await open(), await open()];
    await claim(theirs, grace);
    const subject = { type: 'user', id: crypto.randomUUID() } as const;
    const appeal = await open({ kind: 'appeal', subject, excludedId: ada.id });
    const unknown = crypto.randomUUID();
    const { body } = await call({ act: 'claim', ids: [free, theirs, appeal, unknown, free] });
    expect(body.message).toBe('1 of 4 cases claimed.');
    expect(body.data.results).toEqual([
      { id: free, problem: null },
      { id: theirs, problem: 'Grace has already claimed this case.' },
      { id: appeal, problem: expect.stringContaining('a decision of yours') },
      { id: unknown, problem: 'There is no such case.' },
    ]);
    expect(await read(free)).toMatchObject({ status: 'claimed', owner: { name: 'Ada' } });
    expect(await auditOf(free)).toEqual(['case.claimed']);
  });

  it('changes nothing when it is repeated', async () => {
    const ids = await openAll(3);
    expect(await problems({ act: 'claim', ids })).toEqual([null, null, null]);
    const before = await Promise.all(ids.map(actsOf));
    const again = await call({ act: 'claim', ids });
    expect(again.body.message).toBe('3 cases claimed.');
    expect(await Promise.all(ids.map(actsOf))).toEqual(before);
  });

  it('gives each case to one of two operators who claim the same ones at once', async () => {
    const ids = await openAll(8);
    const [first, second] = await Promise.all([
      problems({ act: 'claim', ids }),
      problems({ act: 'claim', ids: ids.toReversed() }, grace),
    ]);
    const byGrace = second.toReversed();
    for (const [place, id] of ids.entries()) {
      const owner = (await read(id)).owner?.name;
      expect([first[place] === null, byGrace[place] === null]).toEqual([owner === 'Ada', owner === 'Grace']);
      expect((await auditOf(id)).filter((action) => action === 'case.claimed')).toHaveLength(1);
    }
  });

  it('takes 1 to 50 cases', async () => {
    expect((await call({ act: 'claim', ids: [] })).status).toBe(422);
    const ids = Array.from({ length: 51 }, () => crypto.randomUUID());
    expect((await call({ act: 'claim', ids })).status).toBe(422);
  });
});

describe('assigning several cases', () => {
  it('of others and of no one is for leads; the history has the reason', async () => {
    const [mine, theirs, free] = [await open(), await open(), await open()];
    await claim(mine, ada);
    await claim(theirs, grace);
    const olu = await joinDesk(product, 'operator', 'Olu');
    const body = { act: 'assign', to: olu.id, reason: 'Olu knows it.', ids: [mine, theirs, free] } as const;
    expect(await problems({ ...body, ids: [...body.ids] })).toEqual([
      null,
      'Grace is working on this case.',
      'Claim this case before you act on it.',
    ]);
    expect(await read(theirs)).toMatchObject({ owner: { name: 'Grace' } });
    expect(await problems({ ...body, ids: [...body.ids] }, lena)).toEqual([null, null, null]);
    for (const id of body.ids) expect(await read(id)).toMatchObject({ owner: { name: 'Olu' } });
    expect((await actsOf(free)).at(-1)).toEqual(['assigned', 'Lena', 'To Olu: Olu knows it.']);
    expect((await actsOf(mine)).filter(([act]) => act === 'assigned')).toHaveLength(1);
  });

  it('needs an operator who is here, and a reason', async () => {
    const ids = await openAll(2);
    const olu = await joinDesk(product, 'operator', 'Olu');
    const noOperator = await call({ act: 'assign', ids, reason: 'Yours' }, lena);
    expect(noOperator).toMatchObject({ status: 422, body: { errors: { to: expect.any(String) } } });
    const noReason = await call({ act: 'assign', ids, to: olu.id }, lena);
    expect(noReason).toMatchObject({ status: 422, body: { errors: { reason: expect.any(String) } } });
    const until = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
    const absence = { params: { id: olu.id }, body: { until, reason: 'Ill' } };
    await callDesk(product.url, setAbsence, absence, olu.cookie);
    expect(await problems({ act: 'assign', ids, to: olu.id, reason: 'Yours' }, lena)).toEqual([
      `Olu is absent until ${until}.`,
      `Olu is absent until ${until}.`,
    ]);
  });
});

describe('closing duplicates', () => {
  it('closes own and unclaimed cases with the case that they repeat, which has it in its history', async () => {
    const [original, mine, free, theirs] = [await open(), await open(), await open(), await open()];
    await claim(mine, ada);
    await claim(theirs, grace);
    const body = { act: 'close_duplicates', original, reason: 'The same file.' } as const;
    const ids = [mine, original, free, theirs];
    expect(await problems({ ...body, ids })).toEqual([
      null,
      'A case does not repeat itself.',
      null,
      'Grace has already claimed this case.',
    ]);
    const closedReason = `Repeats case ${caseNumber(original)}. The same file.`;
    for (const id of [mine, free])
      expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'duplicate', closedReason });
    expect(await auditOf(free)).toEqual(['case.claimed', 'case.closed']);
    expect((await actsOf(original)).filter(([act]) => act === 'repeated')).toEqual([
      ['repeated', 'Ada', `Case ${caseNumber(mine)}: A difference.`],
      ['repeated', 'Ada', `Case ${caseNumber(free)}: A difference.`],
    ]);
    const before = await Promise.all(ids.map(actsOf));
    expect((await problems({ ...body, ids }))[0]).toBeNull();
    expect(await Promise.all(ids.map(actsOf))).toEqual(before);
  });

  it('needs that case or a reason, and a case that exists', async () => {
    const ids = [await open()];
    expect(await call({ act: 'close_duplicates', ids })).toMatchObject({
      status: 422,
      body: { errors: { reason: expect.any(String) } },
    });
    expect(await call({ act: 'close_duplicates', ids, original: crypto.randomUUID() })).toMatchObject({
      status: 422,
      body: { errors: { original: 'There is no such case.' } },
    });
    expect(await problems({ act: 'close_duplicates', ids, reason: 'Filed twice.' })).toEqual([null]);
    expect(await read(ids[0] ?? '')).toMatchObject({ closedReason: 'Filed twice.' });
    expect(await problems({ act: 'close_duplicates', ids, reason: 'Again.' })).toEqual([
      'This case is closed: Filed twice.',
    ]);
  });

  it('closes no case with an open purchase or money, none that has its own decision, and none with an approval that waits', async () => {
    const refund = await askFor(product, people, 'refund');
    const kinds = ['purchase', 'dispute', 'report', 'request_review'] as const;
    const ids = await Promise.all(kinds.map((kind) => openCaseOf(product, people, kind)));
    const review = await moneyUnderReview();
    const waiting = await open();
    const act = { action: 'transaction.refund', subject: `transaction:${crypto.randomUUID()}` } as const;
    await inTransaction(product.db, (manager) =>
      requestApproval(manager, { ...act, caseId: waiting, operatorId: grace.id, reason: 'Paid twice.' }),
    );
    const all = [...ids, review, refund.caseId, waiting];
    const rejections = await problems({ act: 'close_duplicates', ids: all, reason: 'Filed twice.' });
    expect(rejections).toEqual([
      expect.stringContaining('The purchase has not ended.'),
      expect.stringContaining('The dispute is not resolved.'),
      expect.stringContaining('with one of its own actions'),
      expect.stringContaining('with one of its own actions'),
      expect.stringContaining('We hold the money of this payment.'),
      expect.stringContaining('A refund of this payment is not paid out.'),
      expect.stringContaining('waits for approval'),
    ]);
    // Nor are they claimed: what a case rejects is rolled back.
    for (const id of all) expect((await read(id)).status).not.toBe('closed');
    expect((await read(waiting)).owner).toBeNull();
  });

  it('keeps one of two cases open that are closed as duplicates of each other at once', async () => {
    for (let pair = 0; pair < 4; pair++) {
      const [first = '', second = ''] = await openAll(2);
      await Promise.all([
        call({ act: 'close_duplicates', ids: [first], original: second }),
        call({ act: 'close_duplicates', ids: [second], original: first }, grace),
      ]);
      const statuses = [(await read(first)).status, (await read(second)).status];
      expect(statuses.filter((status) => status === 'closed')).toHaveLength(1);
    }
  });

  it('can be undone', async () => {
    const id = await open();
    await problems({ act: 'close_duplicates', ids: [id], reason: 'Filed twice.' });
    await callDesk(product.url, reopenCase, { params: { id }, body: { reason: 'Another one' } }, ada.cookie);
    expect(await read(id)).toMatchObject({ status: 'claimed', outcome: null });
  });
});
