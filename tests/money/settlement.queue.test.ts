import { createHmac } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { patient } from '#tests/support/soon.ts';
import { fileRequest, join, mailsTo, press, type SignedIn, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';
import { onBothBackends } from './backends.ts';

async function paymentStatus({ db }: TestProduct, reference: string): Promise<string | undefined> {
  const rows: { status: string }[] = await db.query('SELECT status FROM payments WHERE reference = $1', [
    reference,
  ]);
  return rows[0]?.status;
}

async function requestStatus({ db }: TestProduct, id: string): Promise<string | undefined> {
  const rows: { status: string }[] = await db.query('SELECT status FROM requests WHERE id = $1', [id]);
  return rows[0]?.status;
}

async function begin(product: TestProduct, overrides: object = {}) {
  const learner = await join(product.url, 'learner');
  const sponsor = await join(product.url, 'sponsor');
  const requestId = await fileRequest(product.url, learner, overrides);
  const started = await startPayment(product.url, sponsor, requestId);
  const { reference, access_code: accessCode } = started.body.data.data;
  return { learner, sponsor, requestId, reference, accessCode };
}

function fault({ sandbox }: TestProduct, rule: object) {
  return fetch(`${sandbox.httpUrl}/payments/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
}

function setWebhooks({ sandbox }: TestProduct, enabled: boolean) {
  return fetch(`${sandbox.httpUrl}/payments/control/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhooks: enabled ? 'on' : 'off' }),
  });
}

async function receiptsOf({ sandbox }: TestProduct, { email }: SignedIn): Promise<string[]> {
  const mails = await mailsTo(sandbox.httpUrl, email);
  return mails.map(({ subject }) => subject).filter((subject) => /receipt|is paid/.test(subject));
}

onBothBackends(
  'settlement',
  { RESERVATION_MINUTES: '0.01', PAYMENT_POLL_SECONDS: '1,2,4,8,16,32' },
  (current) => {
    it('happens by webhook only when the payer closes the browser after paying', async () => {
      const product = current();
      const { requestId, accessCode } = await begin(product);
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(async () => expect(await requestStatus(product, requestId)).toBe('paid'), patient);
    });

    it('happens by polling only when no webhook arrives', async () => {
      const product = current();
      await setWebhooks(product, false);
      const { requestId, accessCode } = await begin(product);
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(async () => expect(await requestStatus(product, requestId)).toBe('paid'), patient);
      await setWebhooks(product, true);
    });

    it.each([
      ['does not know it after one poll', false, { polls: [true], status: 'abandoned' }],
      ['may still be paid for it', true, { polls: [true, false], status: 'abandoned' }],
    ])('stops polling a start that failed only if the provider %s', async (_, committed, expected) => {
      const product = current();
      const learner = await join(product.url, 'learner');
      const sponsor = await join(product.url, 'sponsor');
      const requestId = await fileRequest(product.url, learner);
      const lost = { kind: 'error', status: 500, committed };
      await fault(product, { on: 'initialize', email: sponsor.email, times: 1, fault: lost });
      expect((await startPayment(product.url, sponsor, requestId)).status).toBe(503);
      await vi.waitFor(async () => {
        const [payment] = await product.db.query(
          `SELECT p.status, array_agg(o.closed_at IS NOT NULL ORDER BY o.payload->>'round') AS polls
           FROM payments p JOIN outbox o ON o.job = 'payments.poll' AND o.payload->>'reference' = p.reference
           WHERE p.request_id = $1 GROUP BY p.status`,
          [requestId],
        );
        expect(payment.polls[0]).toBe(true);
        expect(payment).toEqual(expected);
      }, patient);
    });

    it('approves one of two payments for one request and owes the other sponsor a refund', async () => {
      const product = current();
      const { requestId, reference, accessCode, sponsor } = await begin(product);
      const rival = await join(product.url, 'sponsor');
      const second = await vi.waitFor(async () => {
        const started = await startPayment(product.url, rival, requestId);
        expect(started.status).toBe(200);
        return started.body.data.data;
      }, patient);
      const { httpUrl } = product.sandbox;
      await Promise.all([press(httpUrl, accessCode, 'pay'), press(httpUrl, second.access_code, 'pay')]);
      await vi.waitFor(async () => {
        const statuses = [
          await paymentStatus(product, reference),
          await paymentStatus(product, second.reference),
        ];
        expect(statuses.sort()).toEqual(['approved', 'refund_due']);
      }, patient);
      const ledger = await product.db.query(
        `SELECT l.captured_minor::int AS captured, l.returned_minor::int AS returned FROM ledger_payments l JOIN payments p ON p.id = l.payment_id WHERE p.request_id = $1`,
        [requestId],
      );
      expect(ledger).toEqual(Array.from({ length: 2 }, () => ({ captured: 2_001_800, returned: 0 })));
      await vi.waitFor(async () => {
        const mails = [...(await mailsTo(httpUrl, sponsor.email)), ...(await mailsTo(httpUrl, rival.email))];
        const aboutMoney = mails
          .map(({ subject }) => subject.split(':')[0])
          .filter((start) => /refund|receipt/.test(start ?? ''));
        expect(aboutMoney.sort()).toEqual(['We owe you a refund', 'Your receipt']);
      }, patient);
    });

    it('processes 50 concurrent copies of one webhook once', async () => {
      const product = current();
      await setWebhooks(product, false);
      const { learner, sponsor, reference, accessCode } = await begin(product);
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      const raw = JSON.stringify({
        event: 'charge.success',
        data: { id: 1, reference, amount: 1, currency: 'USD' },
      });
      const signature = createHmac('sha512', product.config.payment.secretKey).update(raw).digest('hex');
      const statuses = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const response = await fetch(`${product.url}/api/course/webhook/paystack`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
            body: raw,
          });
          return response.status;
        }),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      await vi.waitFor(async () => expect(await paymentStatus(product, reference)).toBe('approved'), patient);
      await vi.waitFor(async () => {
        expect(await receiptsOf(product, learner)).toHaveLength(1);
        expect(await receiptsOf(product, sponsor)).toHaveLength(1);
      }, patient);
      const [counts] = await product.db.query(
        `SELECT (SELECT count(*)::int FROM webhook_inbox WHERE reference = $1) AS inbox,
              (SELECT count(*)::int FROM outbox
               WHERE job = 'sponsorships.approve' AND payload->>'reference' = $1 AND closed_at IS NOT NULL) AS approvals,
              (SELECT count(*)::int FROM purchases u JOIN payments p ON p.id = u.payment_id
               WHERE p.reference = $1) AS purchases,
              (SELECT count(*)::int FROM ledger_transactions l JOIN payments p ON p.id = l.payment_id
               WHERE p.reference = $1 AND l.kind = 'capture') AS captures`,
        [reference],
      );
      expect(counts).toEqual({ inbox: 1, approvals: 1, purchases: 1, captures: 1 });
      await setWebhooks(product, true);
    });

    it.each([
      ['another amount', { amountMinor: 100 }],
      ['nothing', { amountMinor: 0 }],
      ['another currency', { currency: 'USD' }],
    ])('keeps a payment of %s for review and the request unpaid', async (_, answer) => {
      const product = current();
      const { sponsor, requestId, reference, accessCode } = await begin(product);
      await fault(product, { on: 'verify', reference, fault: { kind: 'answer', ...answer } });
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(
        async () => expect(await paymentStatus(product, reference)).toBe('needs_review'),
        patient,
      );
      expect(await requestStatus(product, requestId)).not.toBe('paid');
      const seen = await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
      expect(seen.body.data.status).toBe('needs_review');
    });

    it('settles a payment that succeeds after the provider reported it as abandoned', async () => {
      const product = current();
      const { sponsor, requestId, reference, accessCode } = await begin(product);
      const early = await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
      expect(early.body.data.status).toBe('pending');
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(async () => expect(await requestStatus(product, requestId)).toBe('paid'), patient);
    });

    it('settles a second attempt on the same page after a declined card', async () => {
      const product = current();
      const { sponsor, requestId, reference, accessCode } = await begin(product);
      await press(product.sandbox.httpUrl, accessCode, 'decline');
      const declined = await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
      expect(declined.body.data.status).toBe('failed');
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(async () => expect(await requestStatus(product, requestId)).toBe('paid'), patient);
    });

    it('rejects a reference of another request, and leaves that request unpaid', async () => {
      const product = current();
      const { sponsor, reference, accessCode } = await begin(product);
      const other = await fileRequest(product.url, await join(product.url, 'learner'));
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
      const swapped = await callApi(
        product.url,
        approvePayment,
        { query: { requestId: other, ref: reference } },
        sponsor.token,
      );
      expect(swapped.status).toBe(409);
      expect(await requestStatus(product, other)).toBe('pending');
    });

    it('adds a ledger entry and marks the request refunded when the provider reverses a payment', async () => {
      const product = current();
      const { requestId, reference, accessCode } = await begin(product);
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await vi.waitFor(async () => expect(await paymentStatus(product, reference)).toBe('approved'), patient);
      await fetch(`${product.sandbox.httpUrl}/payments/control/transactions/${reference}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'reversed' }),
      });
      const raw = JSON.stringify({
        event: 'refund.processed',
        data: { id: 7, transaction_reference: reference },
      });
      await fetch(`${product.url}/api/course/webhook/paystack`, {
        method: 'POST',
        headers: {
          'x-paystack-signature': createHmac('sha512', product.config.payment.secretKey)
            .update(raw)
            .digest('hex'),
        },
        body: raw,
      });
      await vi.waitFor(async () => expect(await requestStatus(product, requestId)).toBe('refunded'), patient);
      const lines: { kind: string }[] = await product.db.query(
        'SELECT kind FROM ledger_transactions l JOIN payments p ON p.id = l.payment_id WHERE p.reference = $1 ORDER BY kind',
        [reference],
      );
      expect(lines.map(({ kind }) => kind)).toEqual(['capture', 'provider_fee', 'refund']);
    });
  },
);
