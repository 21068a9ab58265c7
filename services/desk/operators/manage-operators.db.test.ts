import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as operators from '#contracts/desk/operators.ts';
import { claimCase } from '#services/cases/case-ownership.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { callDesk, enterDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { totpCode } from './second-factor.ts';

const reason = 'Left the team.';

let product: TestProduct;
let lead: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  lead = await joinDesk(product, 'lead', 'Lead');
});
afterAll(() => product?.close());

const me = async ({ cookie }: TestOperator) =>
  (await callDesk(product.url, operators.getOperator, {}, cookie)).status;
const list = async () => (await callDesk(product.url, operators.listOperators, {}, lead.cookie)).body.data;

describe('creating an operator at the desk', () => {
  const add = (email: string, { cookie } = lead) =>
    callDesk(
      product.url,
      operators.addOperator,
      { body: { email, fullName: 'New Person', level: 'operator' } },
      cookie,
    );

  it('shows password, secret, QR code and recovery codes once; they open the desk', async () => {
    const { status, body } = await add('new@staff.example');
    expect(status).toBe(201);
    expect(body.data.qr.length).toBeGreaterThan(20);
    const person = { ...lead, email: 'new@staff.example', password: body.data.password };
    const newPassword = 'a password of my own';
    const first = await enterDesk(product.url, person, totpCode(body.data.totpSecret), { newPassword });
    expect(first.status).toBe(200);
    const chosen = { ...person, password: newPassword };
    expect((await enterDesk(product.url, chosen, body.data.recoveryCodes[9])).status).toBe(200);
    const entry = (await list()).find(({ email }) => email === person.email);
    expect(entry).toMatchObject({ isLead: false, isMe: false, sessions: 2, recoveryCodesLeft: 9 });
    expect(JSON.stringify(await list())).not.toContain(body.data.totpSecret);
  });

  // ASVS 6.4.1
  it('the generated password signs in once, and only together with a new one', async () => {
    const { body } = await add('once@staff.example');
    const person = { email: 'once@staff.example', password: body.data.password };
    expect((await enterDesk(product.url, person)).body.data).toEqual({
      isSignedIn: false,
      needsNewPassword: true,
    });
    const [first = '', second = ''] = body.data.recoveryCodes;
    const refused = async (newPassword?: string) => {
      const answer = await enterDesk(product.url, person, first, newPassword ? { newPassword } : {});
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['newPassword']]);
    };
    await refused();
    await refused(person.password);
    await refused('password123');
    const newPassword = 'a password of my own';
    // A refused attempt has not used the code up.
    expect((await enterDesk(product.url, person, first, { newPassword })).status).toBe(200);
    expect((await enterDesk(product.url, person, second, { newPassword })).status).toBe(401);
  });

  it('is refused for an address that has an account, and to operators who are no leads', async () => {
    expect((await add('new@staff.example')).status).toBe(409);
    expect((await add('other@staff.example', await joinDesk(product))).status).toBe(403);
  });
});

// ASVS 7.4.5
it('a lead ends the sessions of others, an operator their own', async () => {
  const [ada, grace] = [await joinDesk(product), await joinDesk(product)];
  const end = (target: TestOperator, by: TestOperator) =>
    callDesk(
      product.url,
      operators.endOperatorSessions,
      { params: { id: target.id }, body: { reason } },
      by.cookie,
    );
  expect((await end(grace, ada)).status).toBe(403);
  expect(await me(grace)).toBe(200);
  expect((await end(grace, lead)).status).toBe(200);
  expect((await end(ada, ada)).status).toBe(200);
  expect([await me(grace), await me(ada)]).toEqual([404, 404]);
});

// ASVS 7.4.2
it('an operator whose access ended is signed out, cannot sign in, and owns no open case', async () => {
  const ada = await joinDesk(product, 'operator', 'Ada');
  const caseId = await inTransaction(product.db, async (manager) => {
    const subject = { type: 'reconciliation', id: 'one' } as const;
    const id = await openCase(manager, { kind: 'reconciliation', subject, summary: 'A difference.' });
    await claimCase(manager, { caseId: id, operatorId: ada.id });
    return id;
  });
  const end = (id: string) =>
    callDesk(product.url, operators.endOperator, { params: { id }, body: { reason } }, lead.cookie);
  expect((await end(ada.id)).status).toBe(200);
  expect(await me(ada)).toBe(404);
  expect((await enterDesk(product.url, ada, totpCode(ada.totpSecret))).status).toBe(401);
  const [row] = await product.db.query('SELECT status, owner_id FROM cases WHERE id = $1', [caseId]);
  expect(row).toEqual({ status: 'open', owner_id: null });
  expect((await end(ada.id)).status).toBe(409);
  expect((await end(lead.id)).body.message).toBe('Another lead has to end your access.');
  const audit = await product.db.query(
    `SELECT reason, actor_id FROM audit_entries WHERE action = 'operator.ended'`,
  );
  expect(audit).toEqual([{ reason, actor_id: lead.id }]);
});

// ASVS 7.5.1
it('new recovery codes need a code, and replace the old ones', async () => {
  const ada = await joinDesk(product);
  const replace = (code: string) =>
    callDesk(product.url, operators.replaceRecoveryCodes, { body: { code } }, ada.cookie);
  expect((await replace('000000')).status).toBe(422);
  const { body } = await replace(totpCode(ada.totpSecret));
  expect(body.data.recoveryCodes).toHaveLength(10);
  expect((await enterDesk(product.url, ada, ada.recoveryCodes[0])).status).toBe(422);
  expect((await enterDesk(product.url, ada, body.data.recoveryCodes[0])).status).toBe(200);
});
