import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimCase, runCaseAction } from '#contracts/desk/desk.ts';
import { readRefundLink, sendRefundAccount } from '#contracts/refunds/refunds.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { type Deal, openRefundDesk, type RefundDesk } from '#tests/support/money/refund-desk.ts';
import { callDesk, joinDesk } from '#tests/support/people/operators.ts';
import { mailsTo } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { patient } from '#tests/support/soon.ts';

let desk: RefundDesk;
beforeAll(async () => {
  desk = await openRefundDesk();
});
afterAll(() => desk?.product.close());

/** The open case of the refund of a payment. */
async function caseOf({ paymentId }: Deal) {
  const [open] = await desk.product.db.query(
    `SELECT id, status, waiting_on AS on, waiting_for AS for, due_at = waiting_until AS "isDueThen",
       round(extract(epoch FROM waiting_until - now()) / 86400)::int AS days, due_at <= now() AS "isDue"
     FROM cases WHERE kind = 'refund' AND subject_id = $1 AND status <> 'closed'`,
    [paymentId],
  );
  return open;
}
const becomes = (deal: Deal, expected: object) =>
  vi.waitFor(async () => expect(await caseOf(deal)).toMatchObject(expected), patient);

/** A payment with a case of its refund, which is approved. */
async function refunding(): Promise<{ deal: Deal; providerId: string }> {
  const deal = await desk.pay();
  const subject = { type: 'payment', id: deal.paymentId } as const;
  await inTransaction(desk.product.db, (manager) =>
    openCase(manager, { kind: 'refund', subject, summary: 'The course is gone.' }),
  );
  await desk.request(deal);
  await becomes(deal, { status: 'waiting', on: 'provider', for: 'refund', isDueThen: true, days: 14 });
  return { deal, providerId: (await desk.reaches(deal, 'pending')).providerId };
}

const waitsForPayer = { status: 'waiting', on: 'sponsor', for: 'bank_details', isDueThen: true, days: 7 };

describe('the case of an approved refund', () => {
  it('waits for the provider, then for the bank details of the payer, and for the provider again', async () => {
    const { deal, providerId } = await refunding();
    await desk.move(providerId, 'needs-attention');
    await becomes(deal, waitsForPayer);
    const token = await askedFor(deal, 1);
    expect((await callApi(desk.product.url, readRefundLink, { query: { token } })).status).toBe(200);
    const body = { token, bankId: '2', accountNumber: '0690000031' };
    expect((await callApi(desk.product.url, sendRefundAccount, { body })).status).toBe(200);
    await becomes(deal, { status: 'waiting', on: 'provider', for: 'refund' });
    const { id } = await caseOf(deal);
    const acts = await desk.product.db.query(`SELECT detail FROM case_acts WHERE case_id = $1`, [id]);
    expect(acts).toContainEqual({ detail: 'The payer has sent bank details.' });
    await desk.move(providerId, 'processed');
    await desk.reaches(deal, 'processed');
    await vi.waitFor(async () => expect(await caseOf(deal)).toBeUndefined(), patient);
  });

  it('is back in the inbox, due now, when the refund fails', async () => {
    const { deal, providerId } = await refunding();
    await desk.move(providerId, 'failed');
    await becomes(deal, { status: 'open', on: null, for: null, isDue: true });
  });

  it('sends the mail again that asks the payer for bank details, once a day', async () => {
    const { deal, providerId } = await refunding();
    const ada = await joinDesk(desk.product);
    const { id } = await caseOf(deal);
    const params = { id };
    const send = () =>
      callDesk(
        desk.product.url,
        runCaseAction,
        { params, body: { action: 'send-mail-again', values: {} } },
        ada.cookie,
      );
    await callDesk(desk.product.url, claimCase, { params }, ada.cookie);
    // The provider was asked, and no mail.
    expect((await send()).status).toBe(409);
    await desk.move(providerId, 'needs-attention');
    await becomes(deal, waitsForPayer);
    await askedFor(deal, 1);
    expect((await send()).status).toBe(200);
    await askedFor(deal, 2);
    expect(await send()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('It can be sent once a day.') },
    });
  });
});

/** Waits until the payer has got this many mails that ask for bank details. Returns the token of the last one. */
const askedFor = ({ sponsor }: Deal, count: number) =>
  vi.waitFor(async () => {
    const mails = await mailsTo(desk.product.sandbox.httpUrl, sponsor.email);
    const asking = mails.filter(({ subject }) => subject.startsWith('We need your bank details'));
    expect(asking).toHaveLength(count);
    return /\/refund\?token=(\S+)/.exec(asking[0]?.text ?? '')?.[1] as string;
  }, patient);
