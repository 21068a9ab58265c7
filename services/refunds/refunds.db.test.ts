import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getDashboard } from '#contracts/dashboard.ts';
import { readRefundLink, sendRefundAccount } from '#contracts/refunds.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { callApi } from '#tests/support/api-client.ts';
import { fileRequest, join, mailsTo, press, type SignedIn, startPayment } from '#tests/support/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/test-product.ts';
import { type Refund, RefundEntity } from './refund.entity.ts';
import { pollRefundsJob, startRefundJob } from './refunds.jobs.ts';
import { approveRefund, requestRefund, withdrawRefund } from './request-refund.ts';

const patient = { timeout: 20_000, interval: 50 };
const accountNumber = '0690000031';

let product: TestProduct;
let ada: string;
let grace: string;
beforeAll(async () => {
  product = await startTestProduct({ PAYMENT_TIMEOUT_MS: '1000' });
  await product.startWorkers();
  // Refunds at the provider move only when a test moves them.
  await control('PATCH', 'settings', { refundStepMs: null });
  ada = await addOperator('Ada');
  grace = await addOperator('Grace');
});
afterAll(() => product?.close());

async function addOperator(fullName: string): Promise<string> {
  const email = `${fullName.toLowerCase()}@staff.example`;
  const { identifiers } = await product.db.manager.insert(UserEntity, { email, fullName, role: 'operator' });
  return identifiers[0]?.id;
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

interface Deal {
  paymentId: string;
  reference: string;
  requestId: string;
  learner: SignedIn;
  sponsor: SignedIn;
}

async function pay(): Promise<Deal> {
  const { url, sandbox, db } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, access_code, 'pay');
  await vi.waitFor(async () => expect((await stateOf(reference)).payment).toBe('approved'), patient);
  const [{ id }] = await db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
  return { paymentId: id, reference, requestId, learner, sponsor };
}

async function stateOf(reference: string) {
  const [row] = await product.db.query(
    `SELECT p.status AS payment, r.status AS request FROM payments p JOIN requests r ON r.id = p.request_id
     WHERE p.reference = $1`,
    [reference],
  );
  return row as { payment: string; request: string };
}

const request = ({ paymentId }: Deal, operatorId = ada, isFourEyes = false) =>
  inTransaction(product.db, (manager) =>
    requestRefund(manager, { paymentId, operatorId, reason: 'The course is gone.' }, { isFourEyes }),
  );
const approve = ({ id }: Refund, operatorId: string, isFourEyes = true) =>
  inTransaction(product.db, (manager) =>
    approveRefund(manager, { refundId: id, operatorId }, { isFourEyes }),
  );
const refundsOf = ({ paymentId }: Deal) =>
  product.db.getRepository(RefundEntity).find({ where: { paymentId }, order: { createdAt: 'ASC' } });
const atProvider = async ({
  reference,
}: Deal): Promise<{ id: number; status: string; amountMinor: number }[]> =>
  (await control('GET', 'ledger')).refunds.filter(
    (one: { reference: string }) => one.reference === reference,
  );
const move = (id: number | string, status: string) => control('POST', `refunds/${id}`, { status });
const reaches = (deal: Deal, status: string) =>
  vi.waitFor(async () => {
    const refund = (await refundsOf(deal)).at(-1);
    expect(refund).toMatchObject({ status, providerId: expect.any(String) });
    return refund as Refund & { providerId: string };
  }, patient);
const subjects = async ({ email }: SignedIn) =>
  (await mailsTo(product.sandbox.httpUrl, email)).map(({ subject }) => subject.split(':')[0]);
const openCases = ({ paymentId }: Deal) =>
  product.db.query(`SELECT kind FROM cases WHERE subject_id = $1 AND status <> 'closed' ORDER BY 1`, [
    paymentId,
  ]);
/** Counts the calls that start a refund of this payment, and lets them through. */
const countCalls = async ({ reference }: Deal) => {
  const { id } = await control('POST', 'faults', {
    on: 'refund',
    reference,
    times: 100,
    fault: { kind: 'slow', delayMs: 20 },
  });
  return async () =>
    (await control('GET', 'faults')).find((rule: { id: number }) => rule.id === id).used as number;
};

describe('a refund that operators start', () => {
  it('needs a second operator, is paid out, and the request is no longer paid', async () => {
    const deal = await pay();
    const calls = await countCalls(deal);
    const refund = await request(deal, ada, true);
    expect(refund).toMatchObject({ status: 'pending', approvedAt: null, amountMinor: 2_001_800 });
    await expect(approve(refund, ada)).rejects.toMatchObject({ status: 409 });
    await approve(refund, grace);
    const { providerId } = await reaches(deal, 'pending');
    await expect(approve(refund, grace)).rejects.toMatchObject({ status: 409 });
    await move(providerId, 'processing');
    await reaches(deal, 'processing');
    await move(providerId, 'processed');
    await vi.waitFor(
      async () => expect(await stateOf(deal.reference)).toEqual({ payment: 'reversed', request: 'refunded' }),
      patient,
    );
    await vi.waitFor(async () => {
      expect(await subjects(deal.sponsor)).toEqual(
        expect.arrayContaining(['Your refund is on its way', 'Your refund was paid out']),
      );
      expect(await subjects(deal.learner)).toContain('Your course is no longer paid for');
    }, patient);
    const mails = await mailsTo(product.sandbox.httpUrl, deal.learner.email);
    const mail = mails.find(({ subject }) => subject.startsWith('Your course is no longer'));
    expect(mail?.text).not.toContain(deal.sponsor.fullName);
    expect(await calls()).toBe(1);
    expect(await openCases(deal)).toEqual([]);
    const audit = await product.db.query(
      'SELECT action, actor_id AS by FROM audit_entries WHERE subject = $1 ORDER BY created_at',
      [`refund:${refund.id}`],
    );
    expect(audit).toEqual(
      expect.arrayContaining([
        { action: 'refund.requested', by: ada },
        { action: 'refund.approved', by: grace },
        { action: 'refund.processed', by: null },
      ]),
    );
  });

  it('can be withdrawn until it is approved', async () => {
    const deal = await pay();
    const refund = await request(deal, ada, true);
    const withdraw = () =>
      inTransaction(product.db, (manager) =>
        withdrawRefund(manager, { refundId: refund.id, operatorId: ada, reason: 'A mistake' }),
      );
    await withdraw();
    await expect(withdraw()).rejects.toMatchObject({ status: 404 });
    expect(await refundsOf(deal)).toEqual([]);
  });

  it('exists once, although it is requested, approved and started several times at once', async () => {
    const deal = await pay();
    const calls = await countCalls(deal);
    const requested = await Promise.allSettled(
      [ada, grace, ada, grace].map((who) => request(deal, who, true)),
    );
    const [refund, ...more] = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(more).toEqual([]);
    for (const one of requested)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 409, message: /already under way/ });
    const other = refund?.requestedById === ada ? grace : ada;
    const approved = await Promise.allSettled([1, 2, 3].map(() => approve(refund as Refund, other)));
    expect(approved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await inTransaction(product.db, async (manager) => {
      for (const key of ['again', 'and-again'])
        await enqueue(manager, startRefundJob, { refundId: (refund as Refund).id }, { key });
    });
    await reaches(deal, 'pending');
    await idle();
    expect([await calls(), (await atProvider(deal)).length, (await refundsOf(deal)).length]).toEqual([
      1, 1, 1,
    ]);
  });

  it('is found in the provider’s list, not called again, when the answer was lost', async () => {
    const deal = await pay();
    await control('POST', 'faults', {
      on: 'refund',
      reference: deal.reference,
      times: 10,
      fault: { kind: 'answer_lost' },
    });
    await request(deal);
    await reaches(deal, 'pending');
    await idle();
    expect(await atProvider(deal)).toHaveLength(1);
    const rules: { reference: string; used: number }[] = await control('GET', 'faults');
    expect(rules.find(({ reference }) => reference === deal.reference)?.used).toBe(1);
  });

  it('is left to the operators when the provider never lists it', async () => {
    const deal = await pay();
    const rule = { on: 'refund', reference: deal.reference, times: 10, fault: { kind: 'no_answer' } };
    await control('POST', 'faults', rule);
    const { id } = await request(deal);
    await vi.waitFor(async () => expect((await refundsOf(deal))[0]?.calledAt).not.toBeNull(), patient);
    await product.db.query(`UPDATE refunds SET called_at = called_at - interval '61 minutes' WHERE id = $1`, [
      id,
    ]);
    await vi.waitFor(async () => expect((await refundsOf(deal))[0]?.status).toBe('failed'), patient);
    expect(await openCases(deal)).toEqual([{ kind: 'refund' }]);
    await control('DELETE', 'faults');
    await request(deal);
    await reaches(deal, 'pending');
    expect(await atProvider(deal)).toHaveLength(1);
  });

  it('can be started again after it failed at the provider', async () => {
    const deal = await pay();
    await request(deal);
    await move((await reaches(deal, 'pending')).providerId, 'failed');
    await reaches(deal, 'failed');
    expect(await stateOf(deal.reference)).toEqual({ payment: 'approved', request: 'paid' });
    expect(await openCases(deal)).toEqual([{ kind: 'refund' }]);
    await request(deal);
    await move((await reaches(deal, 'pending')).providerId, 'processed');
    await vi.waitFor(async () => expect((await stateOf(deal.reference)).payment).toBe('reversed'), patient);
    expect(await openCases(deal)).toEqual([]);
    await expect(request(deal)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a refund from the provider’s dashboard', () => {
  it('of a part is recorded as it is, and the payment stays approved', async () => {
    const deal = await pay();
    await control('POST', `transactions/${deal.reference}/refund`, { amountMinor: 1_800 });
    await vi.waitFor(
      async () =>
        expect(await refundsOf(deal)).toMatchObject([
          { origin: 'provider', status: 'processed', amountMinor: 1_800 },
        ]),
      patient,
    );
    expect(await stateOf(deal.reference)).toEqual({ payment: 'approved', request: 'paid' });
    expect(await request(deal)).toMatchObject({ amountMinor: 2_000_000 });
    await move((await reaches(deal, 'pending')).providerId, 'processed');
    await vi.waitFor(async () => expect((await stateOf(deal.reference)).payment).toBe('reversed'), patient);
  });

  it('is found by polling when its webhooks are lost', async () => {
    const deal = await pay();
    await request(deal);
    const { id, providerId } = await reaches(deal, 'pending');
    await idle();
    await control('PATCH', 'settings', { webhooks: 'off' });
    await move(providerId, 'processed');
    await product.db.query(`UPDATE refunds SET read_at = now() - interval '1 day' WHERE id = $1`, [id]);
    await inTransaction(product.db, (manager) => enqueue(manager, pollRefundsJob, {}));
    await reaches(deal, 'processed');
    await control('PATCH', 'settings', { webhooks: 'on' });
  });
});

describe('a refund that needs the payer’s bank details', () => {
  async function needsAttention() {
    const deal = await pay();
    await request(deal);
    await move((await reaches(deal, 'pending')).providerId, 'needs-attention');
    await reaches(deal, 'needs_attention');
    return { deal, token: await tokenFor(deal, 1) };
  }
  const tokenFor = ({ sponsor }: Deal, mailNumber: number) =>
    vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, sponsor.email);
      const asking = mails.filter(({ subject }) => subject.startsWith('We need your bank details'));
      expect(asking).toHaveLength(mailNumber);
      return /\/refund\?token=(\S+)/.exec(asking[0]?.text ?? '')?.[1] as string;
    }, patient);
  const send = (token: string, fields: object = {}) =>
    callApi(product.url, sendRefundAccount, { body: { token, bankId: '2', accountNumber, ...fields } });

  it('is sent to the account that the payer entered, and the details are kept nowhere', async () => {
    const { deal, token } = await needsAttention();
    const shown = await callApi(product.url, readRefundLink, { query: { token } });
    expect(shown.body.data).toMatchObject({ needsAccount: true, amount: 20_018, status: 'needs_attention' });
    expect(shown.body.data.banks.length).toBeGreaterThan(1);
    const ownRefund = async () => {
      const { body } = await callApi(product.url, getDashboard, {}, deal.sponsor.token);
      return 'sponsoredRequests' in body ? body.sponsoredRequests[0]?.payment.refund : undefined;
    };
    const accountUrl = expect.stringContaining('/refund?token=');
    expect(await ownRefund()).toEqual({ status: 'needs_attention', amount: 20_018, accountUrl });
    expect((await send(token)).status).toBe(200);
    const { providerId } = await reaches(deal, 'processing');
    expect(await ownRefund()).toEqual({ status: 'processing', amount: 20_018, accountUrl: null });
    expect(await atProvider(deal)).toMatchObject([{ retries: 1, accountLast4: '0031' }]);
    expect((await send(token)).status).toBe(409);
    await move(providerId, 'processed');
    await reaches(deal, 'processed');
    await idle();
    expect(await product.db.query('SELECT 1 FROM refund_accounts')).toEqual([]);
    const [dump] = await product.db.query(
      `SELECT (SELECT json_agg(o)::text FROM outbox o) || (SELECT json_agg(a)::text FROM audit_entries a)
         || (SELECT json_agg(c)::text FROM case_acts c) AS text`,
    );
    const mails = await mailsTo(product.sandbox.httpUrl, deal.sponsor.email);
    expect(dump.text + mails.map(({ html }) => html).join()).not.toContain(accountNumber);
  });

  it('stores them encrypted until the provider has them, and asks again when it needs others', async () => {
    const { deal, token } = await needsAttention();
    const { reference } = deal;
    await control('POST', 'faults', { on: 'refund_retry', reference, times: null, fault: { kind: 'error' } });
    expect((await send(token)).status).toBe(200);
    const [stored] = await product.db.query('SELECT sealed FROM refund_accounts');
    expect(Buffer.from(stored.sealed).includes(accountNumber)).toBe(false);
    expect((await callApi(product.url, readRefundLink, { query: { token } })).body.data.needsAccount).toBe(
      false,
    );
    await control('DELETE', 'faults');
    const { providerId } = await reaches(deal, 'processing');
    await move(providerId, 'needs-attention');
    await reaches(deal, 'needs_attention');
    const again = await tokenFor(deal, 2);
    expect(
      (await callApi(product.url, readRefundLink, { query: { token: again } })).body.data.needsAccount,
    ).toBe(true);
  });

  it('takes only a bank of the list, a number of an account, and a link of ours', async () => {
    const { token } = await needsAttention();
    expect((await send(token, { bankId: '999' })).body).toMatchObject({
      errors: { bankId: expect.any(String) },
    });
    expect((await send(token, { accountNumber: '12 34' })).status).toBe(422);
    expect((await send('made-up')).status).toBe(422);
    expect((await send(token, { accountNumber: '0690-000 031' })).status).toBe(200);
  });
});

it('is requested by the settlement for a payment that came too late, and one operator approves it', async () => {
  const { url, sandbox, db } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await db.query(`UPDATE requests SET terms = terms + 1 WHERE id = $1`, [requestId]);
  await press(sandbox.httpUrl, access_code, 'pay');
  await vi.waitFor(async () => expect((await stateOf(reference)).payment).toBe('refund_due'), patient);
  const [{ id: paymentId }] = await db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
  const deal = { paymentId, reference, requestId, learner, sponsor };
  const [refund] = await refundsOf(deal);
  expect(refund).toMatchObject({ origin: 'settlement', status: 'pending', approvedAt: null, calledAt: null });
  await expect(request(deal)).rejects.toMatchObject({ status: 409 });
  await approve(refund as Refund, ada);
  await move((await reaches(deal, 'pending')).providerId, 'processed');
  await vi.waitFor(async () => expect((await stateOf(reference)).payment).toBe('reversed'), patient);
});

function idle() {
  return vi.waitFor(async () => {
    const open = await product.db.query(
      'SELECT job FROM outbox WHERE closed_at IS NULL AND available_at <= now()',
    );
    expect(open).toEqual([]);
  }, patient);
}
