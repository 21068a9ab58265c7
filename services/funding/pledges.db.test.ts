import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listDeskPledges } from '#contracts/desk/desk-money.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { listPledges, withdrawPledge } from '#contracts/funding/pledges.ts';
import { callDesk, joinDesk } from '#tests/support/people/operators.ts';
import { join, mailsTo, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

let product: TestProduct;
let sponsor: SignedIn;
let other: SignedIn;
const pledge = {
  amount: 1_250.5,
  currency: 'USD' as const,
  targetGroup: 'Nurses in Kenya',
  note: 'From May on',
};

beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  sponsor = await join(product.url, 'sponsor');
  other = await join(product.url, 'sponsor');
});
afterAll(() => product?.close());

const make = (body: object = {}, who = sponsor) =>
  callApi(product.url, createPledge, { body: { ...pledge, ...body } }, who.token);
const list = async (who = sponsor) => (await callApi(product.url, listPledges, {}, who.token)).body.data;
const withdraw = (id: string, who = sponsor) =>
  callApi(product.url, withdrawPledge, { params: { id } }, who.token);

describe('a pledge to a group', () => {
  it('stores the exact amount, is shown only to its sponsor, and is confirmed by mail', async () => {
    const created = await make();
    expect([created.status, created.body.message]).toEqual([201, 'Group sponsorship submitted!']);
    expect(await list()).toEqual([{ ...created.body.data, ...pledge, status: 'pledged', withdrawnAt: null }]);
    expect(await list(other)).toEqual([]);
    await vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, sponsor.email);
      const mail = mails.find(({ subject }) => subject === 'Your pledge: $1,250.50 for Nurses in Kenya');
      expect(mail?.text).toContain('Nothing has been charged');
      expect(mail?.text).toContain('From May on');
      expect(mail?.text).toContain('No learner is paid from it yet');
      expect(mail?.text).not.toMatch(/we look for|we write to you/i);
    }, patient);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.234 }, 'amount'],
    [{ amount: 1e12 }, 'amount'],
    [{ amount: '100' }, 'amount'],
    [{ currency: 'BTC' }, 'currency'],
    [{ targetGroup: '   ' }, 'targetGroup'],
    [{ targetGroup: 'x'.repeat(201) }, 'targetGroup'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ])('is rejected with %j', async (body, field) => {
    const answer = await make(body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('accepts a note of 500 characters, and none', async () => {
    expect((await make({ note: 'x'.repeat(500) })).status).toBe(201);
    expect((await make({ note: '' })).body.data.note).toBeNull();
  });

  it('can be withdrawn only by its sponsor, idempotently', async () => {
    const { _id: id } = (await make()).body.data;
    expect((await withdraw(id, other)).status).toBe(404);
    expect((await withdraw(id)).status).toBe(200);
    const first = (await list()).find(({ _id }) => _id === id);
    expect(first?.status).toBe('withdrawn');
    expect((await withdraw(id)).status).toBe(200);
    expect((await list()).find(({ _id }) => _id === id)?.withdrawnAt).toBe(first?.withdrawnAt);
    expect((await withdraw(crypto.randomUUID())).status).toBe(404);
  });

  it('is listed on the desk with its sponsor and note, and totals without withdrawn ones', async () => {
    const { cookie } = await joinDesk(product);
    const read = async (page = 1) =>
      (await callDesk(product.url, listDeskPledges, { query: { page } }, cookie)).body.data;
    const before = (await read()).totals.find(({ currency }) => currency === 'GBP')?.minor ?? 0;
    const [kept, withdrawn] = [await make({ currency: 'GBP' }), await make({ currency: 'GBP', note: '' })];
    await withdraw(withdrawn.body.data._id);
    const { pledges, totals } = await read();
    expect(pledges.slice(0, 2)).toMatchObject([
      { id: withdrawn.body.data._id, status: 'withdrawn', note: null },
      {
        id: kept.body.data._id,
        status: 'pledged',
        note: 'From May on',
        targetGroup: 'Nurses in Kenya',
        amount: { minor: 125_050, currency: 'GBP' },
        sponsor: { name: sponsor.fullName },
      },
    ]);
    expect(totals).toContainEqual({ minor: before + 125_050, currency: 'GBP' });
    expect((await read(2)).pledges).toEqual([]);
    await product.db.query(
      `INSERT INTO pledges (sponsor_id, amount_minor, currency, target_group, note, status, created_at)
       SELECT sponsor_id, amount_minor, currency, target_group, note, status, created_at - interval '1 day'
       FROM pledges, generate_series(1, 50) WHERE id = $1`,
      [kept.body.data._id],
    );
    expect([(await read()).pledges.length, (await read()).hasMore]).toEqual([50, true]);
    expect((await read(2)).pledges).toHaveLength(pledges.length);
    expect((await read(2)).hasMore).toBe(false);
  });

  it('cannot be withdrawn once it was allotted', async () => {
    const { _id: id } = (await make()).body.data;
    await product.db.query(`UPDATE pledges SET status = 'allotted' WHERE id = $1`, [id]);
    expect((await withdraw(id)).status).toBe(409);
  });

  it('is rejected in a currency that is not configured', async () => {
    const local = await startTestProduct({ PAYMENT_CURRENCIES: 'NGN' });
    const { token } = await join(local.url, 'sponsor');
    const answer = await callApi(local.url, createPledge, { body: pledge }, token);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['currency']]);
    await local.close();
  });
});
