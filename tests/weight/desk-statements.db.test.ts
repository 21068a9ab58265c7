import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCase, listAudit } from '#contracts/desk/desk.ts';
import { listApprovals } from '#contracts/desk/desk-approvals.ts';
import { findDeskCourses, listImports } from '#contracts/desk/desk-catalogue.ts';
import { listCases, listViews, takeNextCase } from '#contracts/desk/desk-inbox.ts';
import {
  getLedger,
  getPaymentStory,
  getReconciliation,
  listDeskPledges,
  listPayments,
} from '#contracts/desk/desk-money.ts';
import { getPerson, searchPeople } from '#contracts/desk/desk-people.ts';
import { getQueueHistory, listQueues } from '#contracts/desk/desk-queues.ts';
import { getOperator, listOperators } from '#contracts/desk/operators.ts';
import type { Endpoint, Sent } from '#contracts/endpoint.ts';
import { recordStatements } from '#tests/support/database/record-statements.ts';
import { type Askers, askers, askFor } from '#tests/support/people/ask-for-approval.ts';
import { callDesk } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

// As in statements.db.test.ts: a change of a number needs a reason. A page of the desk also calls `GET /ops/me`. Where cases are
// offered, one statement reads the operators, of whom some may not own an appeal (decision 137). The page of a case also reads why it cannot
// be closed, related cases and outages.

let product: TestProduct;
let people: Askers;
let caseIds: string[];
let paymentId: string;
let learnerId: string;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  const workers = await product.startWorkers();
  people = await askers(product);
  const asked = [
    await askFor(product, people, 'refund'),
    await askFor(product, people, 'higher_price'),
    await askFor(product, people, 'accept_dispute'),
    await askFor(product, people, 'suspend'),
  ];
  caseIds = asked.map(({ caseId }) => caseId);
  paymentId = asked[0]?.paymentId ?? '';
  learnerId = asked[3]?.userId ?? '';
  // Their statements would be counted.
  await workers.stop();
});
afterAll(() => product?.close());

async function count<E extends Endpoint>(contract: E, sent: object = {}) {
  const call = async () => {
    const { status } = await callDesk(product.url, contract, sent as Partial<Sent<E>>, people.grace.cookie);
    expect(status).toBe(200);
  };
  return (await recordStatements(call)).length;
}

describe('statements of a call of the desk, the one that finds the session included', () => {
  it('the operator, for the navigation of each page', async () => expect(await count(getOperator)).toBe(6));
  it('the inbox, whatever the number of rows and filters', async () => {
    expect(await count(listCases)).toBe(4);
    expect(
      await count(listCases, { query: { kind: 'refund,dispute', waiting: 'approval', order: 'amount' } }),
    ).toBe(4);
  });
  it('the saved views', async () => expect(await count(listViews)).toBe(2));
  it('the approvals, whatever their number and kinds', async () => {
    expect(await count(listApprovals, { query: { limit: 1 } })).toBe(3);
    expect(await count(listApprovals)).toBe(3);
  });
  it('the next case', async () => expect(await count(takeNextCase, { body: { kind: 'report' } })).toBe(8));
  // Each act says why it cannot be done: a purchase that another operator is buying reads payments, refunds, disputes and holds.
  it('the page of a case with a purchase, a payment or a person: at most 18, and 33 while a course is bought', async () => {
    for (const [place, id] of caseIds.entries())
      expect(await count(getCase, { params: { id } })).toBeLessThanOrEqual(place === 1 ? 33 : 18);
  });
  it.each<[name: string, statements: number, contract: Endpoint, sent?: object]>([
    ['the payments', 3, listPayments],
    ['the ledger', 3, getLedger],
    ['the reconciliation', 3, getReconciliation],
    ['the pledges', 3, listDeskPledges],
    ['the people', 4, searchPeople, { query: { search: 'Ada' } }],
    ['the courses', 2, findDeskCourses],
    ['the imports', 2, listImports],
    ['the queues', 3, listQueues],
    ['the history of the queues', 4, getQueueHistory],
    ['the audit log', 2, listAudit],
    ['the operators', 2, listOperators],
  ])('%s: %i', async (_, statements, contract, sent) => expect(await count(contract, sent)).toBe(statements));
  it('a payment: 9', async () => expect(await count(getPaymentStory, { params: { id: paymentId } })).toBe(9));
  it('a person: 4', async () => expect(await count(getPerson, { params: { id: learnerId } })).toBe(4));
});
