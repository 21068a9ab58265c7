import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { confirmIdentity } from '#contracts/accounts/profile-changes.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { readRefundLink, sendRefundAccount } from '#contracts/refunds/refunds.ts';
import { recordRefunds } from '#services/flows/record-refunds.ts';
import { retryRefund } from '#services/flows/start-refund.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { PaymentProvider, ProviderRefund } from '#services/providers/payment-provider.ts';
import { ProviderRejectedError } from '#services/providers/provider-errors.ts';
import { type Deal, openRefundDesk, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { join, mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';
import { storeRefundAccount } from './refund-account.ts';

const accountNumber = '0690000031';

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

describe('a refund that needs the payer’s bank details', () => {
  async function needsAttention() {
    const deal = await desk.pay();
    await desk.request(deal);
    await desk.move((await desk.reaches(deal, 'pending')).providerId, 'needs-attention');
    await desk.reaches(deal, 'needs_attention');
    return { deal, token: await tokenFor(deal, 1) };
  }
  const tokenFor = ({ sponsor }: Deal, mailNumber: number) =>
    vi.waitFor(async () => {
      const mails = await mailsTo(desk.product.sandbox.httpUrl, sponsor.email);
      const asking = mails.filter(({ subject }) => subject.startsWith('We need your bank details'));
      expect(asking).toHaveLength(mailNumber);
      return /\/refund\?token=(\S+)/.exec(asking[0]?.text ?? '')?.[1] as string;
    }, patient);
  const send = (token: string, fields: object = {}) =>
    callApi(desk.product.url, sendRefundAccount, { body: { token, bankId: '2', accountNumber, ...fields } });

  it('is sent to the account that the payer entered, and the details are kept nowhere', async () => {
    const { deal, token } = await needsAttention();
    const shown = await callApi(desk.product.url, readRefundLink, { query: { token } });
    expect(shown.body.data).toMatchObject({
      needsAccount: true,
      needsIdentity: false,
      amount: 20_018,
      status: 'needs_attention',
    });
    expect(shown.body.data.banks.length).toBeGreaterThan(1);
    const ownRefund = async () => {
      const { body } = await callApi(desk.product.url, getDashboard, {}, deal.sponsor.token);
      return 'sponsoredRequests' in body ? body.sponsoredRequests[0]?.payment.refund : undefined;
    };
    const accountUrl = expect.stringContaining('/refund?token=');
    const reason = 'The course is gone.';
    expect(await ownRefund()).toEqual({ status: 'needs_attention', amount: 20_018, accountUrl, reason });
    expect((await send(token)).status).toBe(200);
    const { providerId } = await desk.reaches(deal, 'processing');
    expect(await ownRefund()).toEqual({ status: 'processing', amount: 20_018, accountUrl: null, reason });
    expect(await desk.atProvider(deal)).toMatchObject([{ retries: 1, accountLast4: '0031' }]);
    expect((await send(token)).status).toBe(409);
    await desk.move(providerId, 'processed');
    await desk.reaches(deal, 'processed');
    await desk.idle();
    expect(await desk.product.db.query('SELECT 1 FROM refund_accounts')).toEqual([]);
    const [dump] = await desk.product.db.query(
      `SELECT (SELECT json_agg(o)::text FROM outbox o) || (SELECT json_agg(a)::text FROM audit_entries a)
         || (SELECT json_agg(c)::text FROM case_acts c) AS text`,
    );
    const mails = await mailsTo(desk.product.sandbox.httpUrl, deal.sponsor.email);
    expect(dump.text + mails.map(({ html }) => html).join()).not.toContain(accountNumber);
  });

  // ASVS 7.5.1
  it('is sent by a link of the dashboard only with a recent sign-in of the payer', async () => {
    const { deal } = await needsAttention();
    const { body } = await callApi(desk.product.url, getDashboard, {}, deal.sponsor.token);
    const url = 'sponsoredRequests' in body ? body.sponsoredRequests[0]?.payment.refund?.accountUrl : '';
    const token = new URL(url ?? '').searchParams.get('token') ?? '';
    const sendAs = (session?: string) =>
      callApi(desk.product.url, sendRefundAccount, { body: { token, bankId: '2', accountNumber } }, session);
    const readAs = (session?: string) =>
      callApi(desk.product.url, readRefundLink, { query: { token } }, session);
    const needsIdentity = async (session?: string) => (await readAs(session)).body.data.needsIdentity;
    expect([await needsIdentity(), (await sendAs()).status]).toEqual([true, 403]);
    const { token: other } = await join(desk.product.url, 'sponsor');
    expect([(await readAs(other)).status, (await sendAs(other)).status]).toEqual([422, 422]);
    await desk.product.db.query("UPDATE sessions SET created_at = now() - interval '15 minutes'");
    expect([await needsIdentity(deal.sponsor.token), (await sendAs(deal.sponsor.token)).status]).toEqual([
      true,
      403,
    ]);
    const proof = { body: { currentPassword: deal.sponsor.password } };
    await callApi(desk.product.url, confirmIdentity, proof, deal.sponsor.token);
    expect(await needsIdentity(deal.sponsor.token)).toBe(false);
    expect((await sendAs(deal.sponsor.token)).status).toBe(200);
  });

  it('stores them encrypted until the provider has them, and asks again when it needs others', async () => {
    const { deal, token } = await needsAttention();
    const { reference } = deal;
    await desk.control('POST', 'faults', {
      on: 'refund_retry',
      reference,
      times: null,
      fault: { kind: 'error' },
    });
    expect((await send(token)).status).toBe(200);
    const [stored] = await desk.product.db.query('SELECT encrypted FROM refund_accounts');
    expect(Buffer.from(stored.encrypted).includes(accountNumber)).toBe(false);
    expect(
      (await callApi(desk.product.url, readRefundLink, { query: { token } })).body.data.needsAccount,
    ).toBe(false);
    await desk.control('DELETE', 'faults');
    const { providerId } = await desk.reaches(deal, 'processing');
    await desk.move(providerId, 'needs-attention');
    await desk.reaches(deal, 'needs_attention');
    const again = await tokenFor(deal, 2);
    expect(
      (await callApi(desk.product.url, readRefundLink, { query: { token: again } })).body.data.needsAccount,
    ).toBe(true);
  });

  it('is not repeated once it moves again, and details that the provider rejects are asked for again', async () => {
    const { deal } = await needsAttention();
    const { id, providerId, currency } = await desk.reaches(deal, 'needs_attention');
    const { config, db } = desk.product;
    const account = { currency, bankId: '2', accountNumber };
    const reported = (status: ProviderRefund['status']): ProviderRefund => ({
      id: providerId,
      transactionId: null,
      reference: null,
      status,
      amountMinor: 2_001_800,
      currency,
      createdAt: null,
    });
    const retry = vi.fn<PaymentProvider['retryRefund']>();
    const run = async (status: ProviderRefund['status'], after = status) => {
      await inTransaction(db, (manager) => storeRefundAccount(manager, id, account, config));
      const readRefund = vi.fn(async () => reported(after)).mockResolvedValueOnce(reported(status));
      const provider = { readRefund, retryRefund: retry };
      await retryRefund(id, {
        db,
        config,
        provider: provider as Partial<PaymentProvider> as PaymentProvider,
        complete: (work) => inTransaction(db, work),
      });
      return db.query('SELECT 1 FROM refund_accounts WHERE refund_id = $1', [id]);
    };
    retry.mockRejectedValueOnce(new ProviderRejectedError('No such account', 422));
    expect(await run('needs_attention')).toEqual([]);
    await tokenFor(deal, 2);
    const record = (status: ProviderRefund['status']) =>
      inTransaction(db, async (manager) => {
        // Later than what was read in the same millisecond.
        const readAt = new Date(Date.now() + 1);
        await recordRefunds(manager, { paymentId: deal.paymentId, refunds: [reported(status)], readAt });
      });
    // A webhook has it read while the call is on its way.
    retry.mockImplementationOnce(async () => {
      await record('needs_attention');
      return reported('processing');
    });
    expect(await run('needs_attention', 'processing')).toEqual([]);
    await desk.reaches(deal, 'processing');
    await record('needs_attention');
    expect(await run('processing')).toEqual([]);
    expect(retry).toHaveBeenCalledTimes(2);
    await inTransaction(db, (manager) => storeRefundAccount(manager, id, account, config));
    await record('processed');
    expect(await db.query('SELECT 1 FROM refund_accounts WHERE refund_id = $1', [id])).toEqual([]);
  });

  it('cannot be answered by its link once the payer has another address', async () => {
    const { deal, token } = await needsAttention();
    await desk.product.db.query('UPDATE users SET email = $2 WHERE email = $1', [
      deal.sponsor.email,
      `new-${deal.sponsor.email}`,
    ]);
    expect((await callApi(desk.product.url, readRefundLink, { query: { token } })).status).toBe(422);
    expect((await send(token)).status).toBe(422);
  });

  it('lists no banks of another country when the payment was in dollars, and takes none', async () => {
    const { deal, token } = await needsAttention();
    await desk.product.db.query('UPDATE refunds SET currency = $2 WHERE payment_id = $1', [
      deal.paymentId,
      'USD',
    ]);
    const { body } = await callApi(desk.product.url, readRefundLink, { query: { token } });
    expect(body.data).toMatchObject({ currency: 'USD', needsAccount: true, banks: [] });
    expect((await send(token)).status).toBe(422);
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
