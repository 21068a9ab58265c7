import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#services/deps.ts';
import type { PaymentProvider } from '#services/providers/payment-provider.ts';
import { ProviderUnavailableError } from '#services/providers/provider-errors.ts';
import { setFault, transactionsOf } from '#tests/security/support/provider-control.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

import { PaymentEntity } from './payment.entity.ts';
import { startTransaction } from './start-transaction.ts';

let product: TestProduct;
let learner: SignedIn;
let requestId: string;
beforeAll(async () => {
  product = await startTestProduct({ PAYMENT_TIMEOUT_MS: '1000' });
  learner = await join(product.url, 'learner');
});
beforeEach(async () => {
  requestId = await fileRequest(product.url, learner);
  // Successful calls between the faults keep the circuit breaker closed.
  const calm = await fileRequest(product.url, learner);
  expect((await startPayment(product.url, await join(product.url, 'sponsor'), calm)).status).toBe(200);
});
afterAll(() => product?.close());

async function payments(): Promise<{ reference: string; status: string }[]> {
  return product.db.query(
    'SELECT reference, status FROM payments WHERE request_id = $1 ORDER BY created_at',
    [requestId],
  );
}

const failed = 'Error initiating payment. Nothing was charged; please try again in a moment.';

// The payment cannot be made, so the reservation must be released.
const isFree = async () => {
  const [row] = await product.db.query('SELECT status FROM requests WHERE id = $1', [requestId]);
  return row.status === 'pending';
};

describe('what happens while the provider starts the transaction', () => {
  /** Starts a transaction; `meanwhile` runs before the provider responds. Returns the status of the error, if any. */
  async function start(meanwhile: () => Promise<unknown>): Promise<number | undefined> {
    const sponsor = await join(product.url, 'sponsor');
    await startPayment(product.url, sponsor, requestId);
    await product.db.query(
      `UPDATE payments SET status = 'initiating', authorization_url = NULL, access_code = NULL, opened_at = NULL
       WHERE request_id = $1`,
      [requestId],
    );
    const payment = await product.db.getRepository(PaymentEntity).findOneByOrFail({ requestId });
    const initialize: PaymentProvider['initialize'] = async () => {
      await meanwhile();
      return { authorizationUrl: 'https://provider.example/page', accessCode: 'access' };
    };
    const { config, db } = product;
    return startTransaction(payment, undefined, { config, db, provider: { initialize } } as Deps).then(
      () => undefined,
      (error) => error.status ?? error,
    );
  }

  const change = (sql: string, ...values: unknown[]) => product.db.query(sql, [requestId, ...values]);
  const page = async () =>
    (await change('SELECT status, access_code AS page FROM payments WHERE request_id = $1'))[0];

  it.each(['terms = terms + 1', "status = 'withdrawn', reserved_by_id = NULL, reserved_until = NULL"])(
    'opens no page when the learner changes the request: %s',
    async (sql) => {
      expect(await start(() => change(`UPDATE requests SET ${sql} WHERE id = $1`))).toBe(409);
      expect(await page()).toEqual({ status: 'abandoned', page: null });
      expect((await change('SELECT status FROM requests WHERE id = $1'))[0].status).not.toBe('reserved');
    },
  );

  it('opens no page for a payment that a poll has abandoned', async () => {
    expect(await start(() => change(`UPDATE payments SET status = 'abandoned' WHERE request_id = $1`))).toBe(
      503,
    );
    expect(await page()).toEqual({ status: 'abandoned', page: null });
  });

  it('does not overwrite a settled payment', async () => {
    const settle = () => change(`UPDATE payments SET status = 'refund_due' WHERE request_id = $1`);
    expect(await start(settle)).toBeUndefined();
    expect((await page()).status).toBe('refund_due');
  });

  it('does not overwrite a settled payment either, when the provider’s response is lost', async () => {
    const lose = async () => {
      await change(`UPDATE payments SET status = 'refund_due' WHERE request_id = $1`);
      throw new ProviderUnavailableError('No answer', { hasResponded: false });
    };
    expect(await start(lose)).toBe(503);
    expect((await page()).status).toBe('refund_due');
  });

  it('leaves the reservation of another sponsor as it is', async () => {
    const other = await join(product.url, 'sponsor');
    const lapse = async () => {
      await change(
        `UPDATE requests SET reserved_by_id = (SELECT id FROM users WHERE email = $2) WHERE id = $1`,
        other.email,
      );
      throw new ProviderUnavailableError('No answer', { hasResponded: false });
    };
    expect(await start(lapse)).toBe(503);
    const [request] = await change(
      'SELECT r.status, u.email FROM requests r LEFT JOIN users u ON u.id = r.reserved_by_id WHERE r.id = $1',
    );
    expect(request).toEqual({ status: 'reserved', email: other.email });
  });
});

describe('when the provider', () => {
  it.each([
    ['does not respond', { kind: 'no_answer' }, false],
    ['creates the transaction but the response is lost', { kind: 'answer_lost' }, true],
    ['responds with 500', { kind: 'error', status: 500 }, false],
    [
      'responds with 500 after creating the transaction',
      { kind: 'error', status: 500, committed: true },
      true,
    ],
    ['responds with HTML', { kind: 'html', status: 200 }, false],
    [
      'responds with HTML after creating the transaction',
      { kind: 'html', status: 502, committed: true },
      true,
    ],
    ['truncates the response', { kind: 'truncated' }, true],
    ['resets the connection', { kind: 'reset' }, false],
    ['applies its rate limit', { kind: 'rate_limited' }, false],
    ['is slow', { kind: 'slow', delayMs: 3_000 }, true],
  ])('%s, responds with 503 and uses a new reference on retry', async (_, fault, isMade) => {
    const sponsor = await join(product.url, 'sponsor');
    await setFault(product, { on: 'initialize', email: sponsor.email, fault });
    const refused = await startPayment(product.url, sponsor, requestId);
    expect([refused.status, refused.body]).toEqual([503, { message: failed }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await isFree()).toBe(true);

    const again = await startPayment(product.url, sponsor, requestId);
    expect(again.status).toBe(200);
    const [first, second, ...more] = await payments();
    expect([first?.status, second, more]).toEqual([
      'abandoned',
      { reference: again.body.data.data.reference, status: 'pending' },
      [],
    ]);
    expect(first?.reference).not.toBe(second?.reference);
    const references = (await transactionsOf(product, requestId)).map(({ reference }) => reference);
    expect(references.sort()).toEqual([second?.reference, ...(isMade ? [first?.reference] : [])].sort());
  });

  it('rejects the payment, responds with its reason', async () => {
    const sponsor = await join(product.url, 'sponsor');
    await product.db.query('UPDATE requests SET price_minor = 100 WHERE id = $1', [requestId]);
    const { status, body } = await startPayment(product.url, sponsor, requestId, { amount: 100 });
    expect([status, body.message]).toEqual([
      422,
      expect.stringMatching(/^The payment provider did not accept this payment: ./),
    ]);
    expect((await payments()).map((payment) => payment.status)).toEqual(['failed']);
    expect(await isFree()).toBe(true);
  });

  it('fails, five concurrent calls all respond with 503 and create no transaction', async () => {
    const sponsor = await join(product.url, 'sponsor');
    await setFault(product, { on: 'initialize', email: sponsor.email, fault: { kind: 'no_answer' } });
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => startPayment(product.url, sponsor, requestId)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await transactionsOf(product, requestId)).toEqual([]);
  });

  it('was called by a process that then died, the next call does not wait for it', async () => {
    const sponsor = await join(product.url, 'sponsor');
    await startPayment(product.url, sponsor, requestId);
    await product.db.query(
      `UPDATE payments SET status = 'initiating', authorization_url = NULL, access_code = NULL WHERE request_id = $1`,
      [requestId],
    );
    expect((await startPayment(product.url, sponsor, requestId)).status).toBe(503);
    await product.db.query(
      `UPDATE payments SET created_at = now() - interval '1 minute' WHERE request_id = $1`,
      [requestId],
    );
    expect((await startPayment(product.url, sponsor, requestId)).status).toBe(200);
    expect((await payments()).map((payment) => payment.status)).toEqual(['abandoned', 'pending']);
  });
});
