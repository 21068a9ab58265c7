import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { onBothBackends } from '#tests/money/backends.ts';
import { fileRequest, join, mailsTo, press, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { TestProduct } from '#tests/support/product/test-product.ts';
import { untilIdle } from '#tests/support/product/until-idle.ts';
import { patient } from '#tests/support/soon.ts';

const operators = 'operators@courselift.example';

async function deliver({ url, config }: TestProduct, event: string, data: object): Promise<void> {
  const body = JSON.stringify({ event, data });
  const signature = createHmac('sha512', config.payment.secretKey).update(body).digest('hex');
  const response = await fetch(`${url}/api/course/webhook/paystack`, {
    method: 'POST',
    headers: { 'x-paystack-signature': signature },
    body,
  });
  expect(response.status).toBe(200);
}

async function pay(product: TestProduct): Promise<string> {
  const { url, sandbox } = product;
  const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
  const requestId = await fileRequest(url, learner);
  const { reference, access_code: accessCode } = (await startPayment(url, sponsor, requestId)).body.data.data;
  await press(sandbox.httpUrl, accessCode, 'pay');
  const paid = await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
  expect(paid.body.data.status).toBe('success');
  return reference;
}

onBothBackends('an incident at the provider', { OPERATORS_EMAIL: operators }, (current) => {
  const mails = async (text: string) =>
    (await mailsTo(current().sandbox.httpUrl, operators)).filter((mail) => mail.text.includes(text));
  const idle = () => untilIdle(current().db);

  it('is mailed to the operators once, although it is redelivered concurrently and later', async () => {
    const product = current();
    const reference = await pay(product);
    await fetch(`${product.sandbox.httpUrl}/payments/control/transactions/${reference}/dispute`, {
      method: 'POST',
    });
    await vi.waitFor(async () => expect(await mails(reference)).toHaveLength(1), patient);
    const again = () =>
      fetch(`${product.sandbox.httpUrl}/payments/control/webhooks/${reference}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event: 'charge.dispute.create', copies: 5 }),
      });
    await again();
    await idle();
    await again();
    await idle();
    const [mail, ...more] = await mails(reference);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`A payer disputes a payment: ${reference}`);
    for (const fact of ['Answer by', 'chargeback', '₦20,018', 'Machine Learning', 'approved'])
      expect(mail?.text).toContain(fact);
    expect(mail?.text).not.toContain('NGN');
    const rows = await product.db.query(
      'SELECT i.kind, i.amount_minor::int AS amount, i.due_at > now() AS open FROM provider_incidents i WHERE reference = $1',
      [reference],
    );
    expect(rows).toEqual([{ kind: 'dispute', amount: 2_001_800, open: true }]);
    const cases = await product.db.query(
      `SELECT c.kind, c.status, c.due_at = d.due_at AND c.due_at <= i.due_at AS "isDueThen" FROM cases c
       JOIN provider_incidents i ON i.payment_id::text = c.subject_id
       JOIN disputes d ON d.payment_id = i.payment_id WHERE i.reference = $1`,
      [reference],
    );
    expect(cases).toEqual([{ kind: 'dispute', status: 'open', isDueThen: true }]);
  });

  it('is a processed partial refund, which is not mailed but stored with its amount, without a case, while the payment stays approved', async () => {
    const product = current();
    const reference = await pay(product);
    const path = `${product.sandbox.httpUrl}/payments/control/transactions/${reference}/refund`;
    await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stage: 'processed', amountMinor: 50_000 }),
    });
    const stored = 'SELECT 1 FROM provider_incidents WHERE reference = $1';
    await vi.waitFor(
      async () => expect(await product.db.query(stored, [reference])).toHaveLength(1),
      patient,
    );
    await idle();
    expect(await mails(reference)).toEqual([]);
    const [row] = await product.db.query(
      `SELECT i.event, i.amount_minor::int AS amount, p.status FROM provider_incidents i
       JOIN payments p ON p.id = i.payment_id WHERE i.reference = $1`,
      [reference],
    );
    expect(row).toEqual({ event: 'refund.processed', amount: 50_000, status: 'approved' });
    const acts = await product.db.query(
      `SELECT a.act FROM case_acts a JOIN cases c ON c.id = a.case_id JOIN payments p ON p.id::text = c.subject_id
       WHERE p.reference = $1 AND c.kind = 'refund'`,
      [reference],
    );
    expect(acts).toEqual([]);
  });

  it('is mailed also when it names an unknown payment, and not when nothing has to be answered', async () => {
    const product = current();
    await deliver(product, 'bank.transfer.rejected', {
      amount: '77',
      currency: 'KES',
      message: 'canary-late',
    });
    await deliver(product, 'charge.dispute.create', {
      id: '9',
      transaction_reference: 'not-ours',
      refund_amount: 77,
      currency: 'KES',
    });
    await vi.waitFor(async () => expect(await mails('not-ours')).toHaveLength(1), patient);
    const text = (await mails('not-ours'))[0]?.text;
    expect(text).toContain('not one of ours');
    expect(text).toContain('Amount: KES 0.77');
    await idle();
    expect(await mails('canary-late')).toEqual([]);
  });
});
