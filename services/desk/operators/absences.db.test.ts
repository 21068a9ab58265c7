import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import * as operators from '#contracts/desk/operators.ts';
import { dayMs } from '#contracts/durations.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { absentUntil } from './absences.ts';

const reason = 'On holiday.';
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

let product: TestProduct;
let lead: TestOperator;
let ada: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  lead = await joinDesk(product, 'lead', 'Lead');
  ada = await joinDesk(product, 'operator', 'Ada');
});
afterAll(() => product?.close());

let cases = 0;
async function openOne(): Promise<string> {
  cases += 1;
  const subject = { type: 'reconciliation', id: `difference ${cases}` } as const;
  return inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'reconciliation', subject, summary: 'A difference.' }),
  );
}
const setAbsent = ({ id }: TestOperator, until: string | null, by = lead) =>
  callDesk(product.url, operators.setAbsence, { params: { id }, body: { until, reason } }, by.cookie);
const assign = (id: string, { id: to }: TestOperator, by = lead) =>
  callDesk(product.url, desk.assignCase, { params: { id }, body: { to, reason } }, by.cookie);
const claim = (id: string, by: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, by.cookie);
const read = async (id: string) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, lead.cookie)).body.data;

describe('an operator who is absent', () => {
  it('owns no open case, and is given none until the day of the return', async () => {
    const id = await openOne();
    expect((await claim(id, ada)).status).toBe(200);
    const until = dayIn(3);
    expect((await setAbsent(ada, until)).status).toBe(200);
    const { status, owner, history } = await read(id);
    expect([status, owner]).toEqual(['open', null]);
    expect(history.at(-1)).toMatchObject({ act: 'released', detail: `The owner is absent until ${until}.` });
    const { body } = await callDesk(product.url, operators.listOperators, {}, lead.cookie);
    expect(body.data.find((operator) => operator.id === ada.id)).toMatchObject({ absentUntil: until });
    expect((await assign(id, ada)).body.message).toBe(`Ada is absent until ${until}.`);

    expect((await setAbsent(ada, null)).status).toBe(200);
    expect((await assign(id, ada)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'claimed', owner: { name: 'Ada' } });
  });

  it('is marked by a lead or by themselves, for a day in the future', async () => {
    const grace = await joinDesk(product, 'operator', 'Grace');
    expect((await setAbsent(lead, dayIn(1), grace)).status).toBe(403);
    expect((await setAbsent(grace, dayIn(0), grace)).status).toBe(422);
    expect((await setAbsent(grace, dayIn(1), grace)).status).toBe(200);
    const audit = await product.db.query(
      `SELECT action, reason, actor_id FROM audit_entries WHERE subject = $1 AND action = 'operator.absent'`,
      [`user:${grace.id}`],
    );
    expect(audit).toEqual([
      { action: 'operator.absent', reason: `Until ${dayIn(1)}: ${reason}`, actor_id: grace.id },
    ]);
  });

  it('is back on the day that was named', () => {
    vi.useFakeTimers({ now: new Date('2026-03-05T00:00:00Z'), toFake: ['Date'] });
    try {
      expect(absentUntil('2026-03-06')).toBe('2026-03-06');
      expect(absentUntil('2026-03-05')).toBeNull();
      expect(absentUntil(null)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('assigning a case', () => {
  it('is for leads, who take it over themselves too', async () => {
    const id = await openOne();
    expect((await assign(id, ada, ada)).status).toBe(403);
    await claim(id, ada);
    expect((await assign(id, lead)).status).toBe(200);
    expect(await read(id)).toMatchObject({ isMine: true });
  });

  it('is refused to operators without access, and for closed cases', async () => {
    const id = await openOne();
    const left = await joinDesk(product, 'operator', 'Left');
    const ended = { params: { id: left.id }, body: { reason } };
    await callDesk(product.url, operators.endOperator, ended, lead.cookie);
    expect((await assign(id, left)).status).toBe(409);
    expect((await setAbsent(left, dayIn(1))).status).toBe(409);
    await claim(id, lead);
    const body = { outcome: 'explained', reason };
    await callDesk(product.url, desk.closeCase, { params: { id }, body }, lead.cookie);
    expect((await assign(id, ada)).status).toBe(409);
  });

  it('and an absence at the same moment leave the case without an owner who is absent', async () => {
    const ids = await Promise.all([openOne(), openOne(), openOne()]);
    await Promise.all([...ids.map((id) => assign(id, ada)), setAbsent(ada, dayIn(2))]);
    for (const id of ids) expect((await read(id)).owner?.name).not.toBe('Ada');
    await setAbsent(ada, null);
  });
});
