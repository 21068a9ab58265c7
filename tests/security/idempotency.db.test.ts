import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amountFor, fileRequest, join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { transactionsOf } from './support/provider-control.ts';
import { type RawResponse, rawCall } from './support/raw-call.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let rival: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  rival = await join(product.url, 'sponsor');
});
afterAll(() => product?.close());

const newKey = () => crypto.randomUUID();

function send(path: string, body: object, who: SignedIn | undefined, key: string): Promise<RawResponse> {
  return rawCall(product.url, `/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(who && { authorization: `Bearer ${who.token}` }),
    },
    body: JSON.stringify(body),
  });
}

const file = (key: string, body: object = requestBody(), who = learner) =>
  send('/course/request', body, who, key);

async function countRequests(motivation: string): Promise<number> {
  const [{ count }] = await product.db.query(
    'SELECT count(*)::int AS count FROM requests WHERE motivation = $1',
    [motivation],
  );
  return count;
}

describe('a request that is sent with an Idempotency-Key', () => {
  it('is filed once, however often it is sent at once or later, and all responses are the same', async () => {
    const key = newKey();
    const body = requestBody({ motivation: `Sent often ${key}` });
    const responses = await Promise.all(Array.from({ length: 5 }, () => file(key, body)));
    responses.push(await file(key, body));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 201));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(5);
    expect(await countRequests(body.motivation)).toBe(1);
  });

  it('is refused when the key was used for another input, and filed for another learner', async () => {
    const key = newKey();
    const body = requestBody({ motivation: `First ${key}` });
    await file(key, body);
    const other = await file(key, { ...body, motivation: `Second ${key}` });
    expect([other.status, other.json?.message]).toEqual([
      422,
      'This Idempotency-Key was used for another input. Please send a new key.',
    ]);
    const second = await join(product.url, 'learner');
    expect((await file(key, body, second)).headers['idempotency-replayed']).toBeUndefined();
    expect(await countRequests(body.motivation)).toBe(2);
  });

  it('can be sent again with the same key when it was refused', async () => {
    const key = newKey();
    const id = await fileRequest(product.url, learner);
    const pay = () => initiate(id, sponsor, key);
    await product.db.query("UPDATE requests SET status = 'withdrawn' WHERE id = $1", [id]);
    expect((await pay()).status).toBe(409);
    await product.db.query("UPDATE requests SET status = 'pending' WHERE id = $1", [id]);
    expect((await pay()).status).toBe(200);
  });

  it('is not filed again after the process was killed: the outcome is unknown', async () => {
    const key = newKey();
    const body = requestBody({ motivation: `Interrupted ${key}` });
    await file(key, body);
    await interrupt();
    const response = await file(key, body);
    expect([response.status, response.json?.message]).toEqual([
      409,
      expect.stringContaining('check whether it took effect'),
    ]);
    expect(await countRequests(body.motivation)).toBe(1);
  });

  it('stores nothing of the input, and is refused with a malformed key', async () => {
    const body = requestBody({ account: { email: 'a@b.example', password: 'canary-password-91' } });
    await file(newKey(), body);
    const stored = await product.db.query('SELECT * FROM idempotency_keys');
    expect(JSON.stringify(stored)).not.toContain('canary');
    for (const key of ['', 'with blank', 'x'.repeat(256)]) expect((await file(key, body)).status).toBe(400);
  });
});

function initiate(requestID: string, who: SignedIn, key: string): Promise<RawResponse> {
  return send('/course/initiate/pay', { requestID, amount: amountFor(20_000), currency: 'NGN' }, who, key);
}

/** Leaves the keys as a process that was killed a while ago does. */
async function interrupt(): Promise<void> {
  await product.db.query(
    "UPDATE idempotency_keys SET response = NULL, created_at = now() - interval '2 minutes'",
  );
}

describe('a payment that is started with an Idempotency-Key', () => {
  it('is one transaction at the provider, also at once, and after the process was killed', async () => {
    const id = await fileRequest(product.url, learner);
    const key = newKey();
    const responses = await Promise.all(Array.from({ length: 5 }, () => initiate(id, sponsor, key)));
    await interrupt();
    responses.push(await initiate(id, sponsor, key));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await transactionsOf(product, id)).toHaveLength(1);
    expect((await initiate(id, rival, key)).status).toBe(409);
  });
});

it('a visitor gets no response that is stored for another person', async () => {
  const key = newKey();
  const body = { subject: 'request', id: await fileRequest(product.url, learner) };
  const [known, visitor] = [
    await send('/report', body, sponsor, key),
    await send('/report', body, undefined, key),
  ];
  expect(known.headers['idempotency-replayed'] ?? visitor.headers['idempotency-replayed']).toBeUndefined();
});
