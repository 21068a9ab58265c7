import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectClean, expectRefusal } from '#tests/security/support/expect-clean.ts';
import { type Cast, gatherCast, type JsonCall, jsonCalls } from '#tests/security/support/json-calls.ts';
import { rawCall, sendText } from '#tests/security/support/raw-call.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let cast: Cast;
beforeAll(async () => {
  product = await startTestProduct();
  cast = await gatherCast(product);
  // Within 15 minutes of a sign-in, the call that deletes an account would delete it.
  await product.db.query(`UPDATE sessions SET created_at = now() - interval '1 hour'`);
});
afterAll(async () => {
  // The server must still be ready after all bad requests.
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
  await product?.close();
});

function send(call: JsonCall, body: string | Buffer, more: Record<string, string> = {}) {
  const headers = { ...call.headers(cast), 'content-type': 'application/json', ...more };
  return rawCall(product.url, call.path(cast), { method: call.contract.method, headers, body });
}

/** 20 MB of spaces. */
const bomb = gzipSync(Buffer.alloc(20_000_000, 32));

const calls = jsonCalls.filter(({ contract }) => !contract.path.startsWith('/ops/'));
const right = (call: JsonCall) => JSON.stringify(call.body(cast));

// Bodies that are wrong as a whole are in tests/security/bad-inputs.
describe.each(calls)('the body of $name', (call) => {
  // ASVS 1.5.2, 15.3.6
  it.each<[what: string, body: (good: string) => string | Buffer]>([
    ['starts with a byte order mark', (good) => `\ufeff${good}`],
    ['is not UTF-8', (good) => Buffer.from(good.replace(/[a-z]/, '\xff\xfe'), 'latin1')],
    ['has a key twice', (good) => good.replace('{', '{"email":"first@people.example",')],
    ['has __proto__', (good) => good.replace('{', '{"__proto__":{"role":"operator","isAdmin":true},')],
    ['has constructor', (good) => good.replace('{', '{"constructor":{"prototype":{"role":"operator"}},')],
    [
      'has an object that is very deep',
      (good) => good.replace('{', `{"deep":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)},`),
    ],
    [
      'has 5,000 unknown keys',
      (good) =>
        good.replace('{', `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1,`).join('')}`),
    ],
    ['is only {}', () => '{}'],
    ['is empty', () => ''],
  ])('that %s causes no server error', async (what, make) => {
    expectClean(what, await send(call, make(right(call))));
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  // ASVS 5.2.3
  it('may have 100 kB and not a byte more, also when it is compressed', async () => {
    const pad = (bytes: number) => {
      const good = right(call);
      return good.replace(/\}$/, `${' '.repeat(bytes - Buffer.byteLength(good))}}`);
    };
    expectClean('100 kB', await send(call, pad(102_400)));
    const packed = { 'content-encoding': 'gzip' };
    const tooLarge = [
      await send(call, pad(102_401)),
      await send(call, gzipSync(pad(102_401)), packed),
      await send(call, bomb, packed),
    ];
    for (const answer of tooLarge) {
      expectRefusal('too large', answer, 413);
      expect(answer.json?.message).toBe('This is too large to be sent.');
    }
    expectRefusal('broken gzip', await send(call, 'no gzip', packed), 400);
  });
});

describe('an unknown address', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/course',
    '/api/course/meet',
    '/api/user/me/x',
    '/api/%00',
    '/api/..%2f..%2fetc/passwd',
    '/api/course/get/',
    '/api//dashboard',
    '/nothing',
    '/',
    '/api/Dashboard',
    `/api/${'x'.repeat(9_000)}`,
    '/health',
    '/health/nothing',
  ])('%s gets a JSON response', async (path) => {
    const answer = await rawCall(product.url, path);
    if (path === '/api/course/get/') return expect(answer.status).toBe(200);
    expectRefusal(path, answer, 404);
  });

  it.each([
    '/api/%',
    '/api/%zz',
    '/api/user/%/picture?v=1',
    '/api/user/%c0%af/picture?v=1',
    '/api/course/meet/%E0%A4%A',
  ])('%s cannot be decoded, and causes no server error', async (path) => {
    for (const method of ['GET', 'POST'])
      expectRefusal(path, await rawCall(product.url, path, { method }), 400, 401, 404, 405);
  });

  // ASVS 15.3.7
  it.each([
    '/api/course/get?%',
    '/api/course/get?page=%zz&limit=%',
    '/api/course/get?page[a][b]=1',
    '/api/course/get?page=1&page=2',
    '/api/course/get?__proto__[x]=1',
    `/api/course/get?${'a=1&'.repeat(2_000)}`,
  ])('%s has a strange query, and is no accident', async (path) =>
    expectClean(path, await rawCall(product.url, path)),
  );
});

describe('a method that a call does not support', () => {
  it.each([
    ['DELETE', '/api/dashboard', 'GET'],
    ['POST', '/api/dashboard', 'GET'],
    ['GET', '/api/user/auth', 'POST'],
    ['PUT', '/api/user/onboard', 'POST'],
    ['PATCH', '/api/course/request', 'POST'],
    ['GET', '/api/course/meet/notify', 'POST'],
    ['OPTIONS', '/api/course/get', 'GET'],
    ['PROPFIND', '/api/course/get', 'GET'],
  ])('%s %s is rejected with 405 and Allow', async (method, path, allow) => {
    const answer = await rawCall(product.url, path, { method });
    expectRefusal(`${method} ${path}`, answer, 405);
    expect(answer.headers.allow).toBe(allow);
  });

  // ASVS 4.1.3
  it('cannot be overridden by a header or a field', async () => {
    const answer = await rawCall(product.url, '/api/dashboard?_method=DELETE', {
      headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
    });
    expectRefusal('override', answer, 401);
  });

  it('is HEAD where a call is read: the same headers and no body', async () => {
    const answer = await rawCall(product.url, '/api/course/get', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  // ASVS 13.4.4
  it('is never TRACE, which would send headers back', async () => {
    const answer = await rawCall(product.url, '/api/dashboard', {
      method: 'TRACE',
      headers: { authorization: 'Bearer secret' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('secret');
  });
});

describe('a request with two lengths', () => {
  // ASVS 4.2.1
  it.each([
    ['Content-Length and Transfer-Encoding', 'Content-Length: 6\r\nTransfer-Encoding: chunked', '0\r\n\r\nG'],
    ['Content-Length twice', 'Content-Length: 6\r\nContent-Length: 5', '{"a":1'],
    ['an unknown Transfer-Encoding', 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
    ['a Transfer-Encoding after a space', 'Content-Length: 3\r\nTransfer-Encoding : chunked', '0\r\n\r\n'],
  ])('is rejected, and its connection is closed: %s', async (_, lengths, body) => {
    const { hostname, port } = new URL(product.url);
    const socket = connect(Number(port), hostname);
    const type = 'Content-Type: application/json';
    socket.write(`POST /api/user/email-capture HTTP/1.1\r\nHost: x\r\n${type}\r\n${lengths}\r\n\r\n${body}`);
    const received = await text(socket);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received.match(/^HTTP\//gm)).toHaveLength(1);
  });
});

describe('a response', () => {
  // ASVS 4.1.1
  it('names its type, and UTF-8 where it is text', async () => {
    const types = {
      '/api/course/get': 'application/json',
      '/api/docs': 'text/html',
      '/api/docs.css': 'text/css',
    };
    for (const [path, type] of Object.entries({ ...types, '/api/nothing': 'application/json' }))
      expect((await rawCall(product.url, path)).headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  // ASVS 3.4.2, 14.3.2
  it('has the security headers, and no X-Powered-By', async () => {
    for (const path of ['/api/course/get', '/api/nothing', '/api/dashboard']) {
      const { headers } = await rawCall(product.url, path);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  // ASVS 4.1.3
  it('does not depend on the Host header', async () => {
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { forwarded: 'host=evil.example' },
    ]) {
      const answer = await rawCall(product.url, '/api/openapi.json', { headers });
      expect(answer.text).not.toContain('evil.example');
    }
  });

  // ASVS 13.4.2, 16.5.1
  it('contains no internal details after an error', async () => {
    await product.db.query('ALTER TABLE subscribers RENAME TO away');
    const answer = await sendText(product.url, '/api/user/email-capture', '{"email":"a@people.example"}');
    await product.db.query('ALTER TABLE away RENAME TO subscribers');
    const reference = String(answer.headers['x-request-id']).slice(0, 8);
    expect([answer.status, answer.json]).toEqual([
      500,
      {
        message: `Something went wrong on our side. Please try again. If it happens again, please write to us and name the number ${reference}.`,
      },
    ]);
  });
});
