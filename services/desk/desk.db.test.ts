import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as desk from '#contracts/desk/desk.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { hourMs } from '#contracts/durations.ts';
import { type NewCase, openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let ada: TestOperator;
let grace: TestOperator;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner', { fullName: 'Learner Lee' });
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
});
afterAll(() => product?.close());

async function open(wanted: Partial<NewCase> = {}): Promise<string> {
  const id = wanted.subject ? '' : await fileRequest(product.url, learner);
  const subject = { type: 'request', id } as const;
  return inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'request_review', subject, summary: 'Please look.', ...wanted }),
  );
}

const claim = (id: string, { cookie } = ada) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const get = async (id: string, { cookie } = ada) =>
  (await callDesk(product.url, desk.getCase, { params: { id } }, cookie)).body.data;
const list = async (query: Record<string, string> = {}, { cookie } = ada) =>
  (await callDesk(product.url, listCases, { query } as object, cookie)).body.data;

describe('the inbox', () => {
  it('lists the case due first at the top, filters, and counts for the caller', async () => {
    const late = await open({ kind: 'dispute', dueAt: new Date(Date.now() - hourMs) });
    const soon = await open({ dueAt: new Date(Date.now() + hourMs) });
    const later = await open({ kind: 'appeal', dueAt: new Date(Date.now() + 99 * hourMs) });
    const before = await list();
    expect(before.cases.map(({ id }) => id)).toEqual([late, soon, later]);
    expect(before.cases[0]).toMatchObject({ about: 'Machine Learning', owner: null, kind: 'dispute' });
    expect((await claim(soon)).status).toBe(200);
    const idsOf = async (query: Record<string, string>) => (await list(query)).cases.map(({ id }) => id);
    expect(await idsOf({ owner: 'me' })).toEqual([soon]);
    expect(await idsOf({ owner: 'unassigned' })).toEqual([late, later]);
    expect(await idsOf({ age: 'overdue' })).toEqual([late]);
    expect(await idsOf({ age: 'today' })).toEqual([late, soon]);
    expect(await idsOf({ kind: 'appeal' })).toEqual([later]);
    expect(await idsOf({ age: 'closed' })).toEqual([]);
    expect((await list({ limit: '1' })).total).toBe(3);
    expect((await list()).counts).toEqual({
      open: 3,
      mine: 1,
      unclaimed: 2,
      overdue: 1,
      byKind: { dispute: 1, request_review: 1, appeal: 1 },
    });
    expect((await list({}, grace)).counts.mine).toBe(0);
  });

  it('announces every change to open desks', async () => {
    const controller = new AbortController();
    const response = await fetch(`${product.url}/api/ops/changes`, {
      headers: { cookie: ada.cookie },
      signal: controller.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain(': open');
    await open();
    expect((await reader?.read())?.value).toContain('event: changed');
    controller.abort();
  });
});

describe('a case about a job that fails', () => {
  const addJob = async (errorKey: string, isFailed: boolean): Promise<string> => {
    const [{ id }] = await product.db.query(
      `INSERT INTO outbox (job, payload, enqueued_at, available_at, failed_at, last_error, error_key, same_errors)
       VALUES ('payments.verify', '{"reference": "none"}', now(), now() + interval '1 hour',
         CASE WHEN $2 THEN now() END, 'Error: broken', $1, 3) RETURNING id`,
      [errorKey, isFailed],
    );
    return id;
  };
  const openFor = (errorKey: string) =>
    open({
      kind: 'incident',
      subject: { type: 'job', id: `payments.verify:${errorKey}` },
      summary: 'The job payments.verify failed three times: Error.',
    });
  const runAgain = (id: string, { cookie } = ada) =>
    callDesk(
      product.url,
      desk.runCaseAction,
      { params: { id }, body: { action: 'run-jobs-again', values: {} } },
      cookie,
    );

  it('lists the jobs with its error, runs the failed ones again, and is closed', async () => {
    const id = await openFor('key-1');
    const [failed, retried] = [await addJob('key-1', true), await addJob('key-1', false)];
    await addJob('key-2', true);
    expect((await list({ kind: 'incident' })).cases).toMatchObject([{ id, about: null }]);
    expect((await runAgain(id)).body.message).toBe('Claim this case before you act on it.');
    await claim(id);
    const details = await get(id);
    expect(details.subject).toEqual({ type: 'job', id: 'payments.verify:key-1' });
    expect(new Map(details.jobs.map((job) => [job.id, job.failedAt === null]))).toEqual(
      new Map([
        [failed, false],
        [retried, true],
      ]),
    );
    expect(details.jobs[0]).toMatchObject({ name: 'payments.verify', lastError: 'Error: broken' });
    expect(details.actions).toMatchObject([{ name: 'run-jobs-again', obstacle: null }]);

    expect((await runAgain(id)).status).toBe(200);
    const [row] = await product.db.query(
      'SELECT failed_at, same_errors FROM outbox WHERE id = $1 AND closed_at IS NULL UNION ALL SELECT NULL, 0 LIMIT 1',
      [failed],
    );
    expect(row).toEqual({ failed_at: null, same_errors: 0 });
    expect((await get(id)).history.at(-1)).toMatchObject({ act: 'run-jobs-again', detail: 'One job' });
    const audit = await product.db.query('SELECT action, actor_id FROM audit_entries WHERE subject = $1', [
      `outbox:${failed}`,
    ]);
    expect(audit).toEqual([{ action: 'job.retry', actor_id: ada.id }]);

    expect((await runAgain(id)).body.message).toMatch(/No job of this case has used up its attempts/);
    const body = { outcome: 'fixed', reason: 'Deployed.' };
    expect((await callDesk(product.url, desk.closeCase, { params: { id }, body }, ada.cookie)).status).toBe(
      200,
    );
    expect((await list({ kind: 'incident' })).cases).toEqual([]);
  });
});

describe('a case', () => {
  it('shows its subject and its history, and who owns it', async () => {
    const id = await open();
    await claim(id);
    const details = await get(id, grace);
    expect(details).toMatchObject({
      isMine: false,
      owner: { name: 'Ada' },
      person: { name: 'Learner Lee', email: learner.email },
      request: { courseTitle: 'Machine Learning', hasPlatformLogin: true, price: { currency: 'NGN' } },
      payments: [],
    });
    expect(details.history.map(({ act, actor }) => [act, actor])).toEqual([
      ['opened', null],
      ['claimed', 'Ada'],
    ]);
    expect(JSON.stringify(details)).not.toContain('platform-secret-1');
  });

  it('is acted on by its owner only', async () => {
    const id = await open({ kind: 'refund' });
    const params = { id };
    const close = ({ cookie }: TestOperator) =>
      callDesk(
        product.url,
        desk.closeCase,
        { params, body: { outcome: 'fine', reason: 'Checked.' } },
        cookie,
      );
    expect((await close(ada)).body.message).toBe('Claim this case before you act on it.');
    await claim(id);
    expect(await close(grace)).toMatchObject({
      status: 409,
      body: { message: 'Ada is working on this case.' },
    });
    expect((await close(ada)).status).toBe(200);
    expect(await get(id)).toMatchObject({ status: 'closed', outcome: 'fine', closedReason: 'Checked.' });
    const reopened = await callDesk(
      product.url,
      desk.reopenCase,
      { params, body: { reason: 'Not fine' } },
      grace.cookie,
    );
    expect(reopened.status).toBe(200);
    expect(await get(id, grace)).toMatchObject({ status: 'claimed', isMine: true, outcome: null });
  });

  it('waits only until a time in the future', async () => {
    const id = await open();
    await claim(id);
    const wait = (until: Date) =>
      callDesk(
        product.url,
        desk.waitForCase,
        { params: { id }, body: { on: 'learner', until: until.toISOString(), reason: 'Asked for the link' } },
        ada.cookie,
      );
    expect(await wait(new Date(Date.now() - 1000))).toMatchObject({
      status: 422,
      body: { errors: { until: 'Please choose a time in the future.' } },
    });
    expect((await wait(new Date(Date.now() + hourMs))).status).toBe(200);
    expect(await get(id)).toMatchObject({ status: 'waiting', waitingOn: 'learner' });
  });

  it('shows a payment beside what the provider reported, and verifies it again', async () => {
    const sponsor = await join(product.url, 'sponsor');
    const about = await fileRequest(product.url, learner);
    const started = (await startPayment(product.url, sponsor, about)).body.data.data;
    await press(product.sandbox.httpUrl, started.access_code, 'pay');
    await vi.waitFor(async () => {
      const [row] = await product.db.query('SELECT status FROM payments WHERE request_id = $1', [about]);
      expect(row.status).toBe('approved');
    }, patient);
    await product.db.query(
      `UPDATE webhook_inbox SET payload = jsonb_set(payload, '{data,amount}', '5') WHERE reference = $1`,
      [started.reference],
    );
    const [payment] = await product.db.query('SELECT id FROM payments WHERE request_id = $1', [about]);
    const id = await open({ kind: 'payment_review', subject: { type: 'payment', id: payment.id } });
    await claim(id);
    const details = await get(id);
    expect(details.payments).toMatchObject([{ reference: started.reference, status: 'approved' }]);
    expect(details.payments[0]?.comparison.slice(1, 4)).toEqual([
      { name: 'Status', ours: 'Approved', provider: 'Successful', differs: false },
      { name: 'Amount', ours: '₦20,018', provider: '₦0.05', differs: true },
      { name: 'Currency', ours: 'NGN', provider: 'NGN', differs: false },
    ]);
    expect(details.actions.map(({ name }) => name)).toContain('settle-again');
    const run = (action: string) =>
      callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values: {} } }, ada.cookie);
    expect((await run('no-such-action')).status).toBe(404);
    expect((await run('settle-again')).status).toBe(200);
    const audit = await product.db.query(
      `SELECT actor_id, reason FROM audit_entries WHERE action = 'case.settle-again'`,
    );
    expect(audit).toEqual([{ actor_id: ada.id, reason: started.reference }]);
  });
});

describe('the platform login of a request', () => {
  const reveal = (id: string, reason = 'Enrolment') =>
    callDesk(product.url, desk.revealLogin, { params: { id }, body: { reason } }, ada.cookie);

  it('is shown to the owner of a case with a reason, after an entry of the audit log', async () => {
    const id = await open();
    expect((await reveal(id)).status).toBe(409);
    await claim(id);
    expect((await reveal(id, ' ')).body.errors).toEqual({ reason: 'Please give a reason.' });
    const { body, headers } = await reveal(id);
    expect(body.data).toEqual({
      email: 'login@platform.example',
      password: 'platform-secret-1',
      secondsShown: 60,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const details = await get(id);
    const entries = await callDesk(
      product.url,
      desk.listAudit,
      { query: { search: 'platform_login' } },
      ada.cookie,
    );
    expect(entries.body.data.entries).toMatchObject([
      {
        action: 'platform_login.revealed',
        actor: 'Ada',
        subject: `request:${details.request?.id}`,
        about: 'Machine Learning',
      },
    ]);
  });

  // ASVS 16.5.3
  it('leaves the entry without a login when the password cannot be decrypted, never the reverse', async () => {
    const id = await open();
    await claim(id);
    const request = (await get(id)).request;
    await product.db.query(`UPDATE platform_logins SET key_version = '99' WHERE request_id = $1`, [
      request?.id,
    ]);
    const failed = await reveal(id);
    expect(failed.status).toBe(500);
    const entries = await product.db.query(
      `SELECT 1 FROM audit_entries WHERE action = 'platform_login.revealed' AND subject = $1`,
      [`request:${request?.id}`],
    );
    expect(entries).toHaveLength(1);
    await product.db.query('DELETE FROM platform_logins WHERE request_id = $1', [request?.id]);
    expect((await reveal(id)).status).toBe(404);
  });
});

it('pages through entries of the audit log that were written at the same moment', async () => {
  await product.db.query(
    `INSERT INTO audit_entries (action, subject, reason) SELECT 'paging.test', 'ledger', n::text FROM generate_series(1, 60) AS n`,
  );
  const read = async (before?: string) =>
    (
      await callDesk(
        product.url,
        desk.listAudit,
        { query: { search: 'paging.test', ...(before && { before }) } },
        ada.cookie,
      )
    ).body.data;
  const first = await read();
  expect([first.entries.length, first.hasMore]).toEqual([50, true]);
  const rest = await read(first.entries.at(-1)?.id);
  expect([rest.entries.length, rest.hasMore]).toEqual([10, false]);
  expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id)).size).toBe(60);
});
