import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { routes } from '#services/routes.ts';
import { picture, signUpBody } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { casesToRun } from '#tests/support/vitest/extent.ts';
import { expectClean, expectRefusal } from './support/expect-clean.ts';
import { fieldsOf, type JsonSchema, withField } from './support/fields-of.ts';
import { type Cast, gatherCast, type JsonCall, jsonCalls, tokenFor } from './support/json-calls.ts';
import { type RawResponse, rawCall } from './support/raw-call.ts';

let product: TestProduct;
let cast: Cast;
beforeAll(async () => {
  // Half of what is sent must not be stopped by a limit before it is looked at.
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '100000' });
  cast = await gatherCast(product);
});
afterAll(async () => {
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
  await product?.close();
});

/** Sends the same call with each of these, eight at a time. */
async function sendAll<T>(all: readonly T[], send: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += 8)
    await Promise.all(all.slice(start, start + 8).map(send));
}

function sendJson(call: JsonCall, body: unknown): Promise<RawResponse> {
  const headers = { ...call.headers(cast), 'content-type': 'application/json' };
  return rawCall(product.url, call.path(cast), {
    method: call.contract.method,
    headers,
    body: JSON.stringify(body),
  });
}

describe.each(jsonCalls)('$name', (call) => {
  const schema = z.toJSONSchema(call.contract.body as z.ZodMiniType, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  const fields = fieldsOf(schema);

  it('has fields, and a body of them that is right', () => {
    expect(fields.length).toBeGreaterThan(0);
    expect((call.contract.body as z.ZodMiniType).safeParse(call.body(cast)).error).toBeUndefined();
  });

  it('names the field in the error', async () => {
    for (const { path } of fields.filter(({ schema: field }) => !field.type || field.type !== 'object')) {
      const body = withField(call.body(cast), path, { not: 'right' });
      const { json } = await sendJson(call, body);
      expect(Object.keys(json?.errors ?? {})).toContain(path.join('.'));
    }
  });

  // ASVS 8.2.3, 15.3.3
  it('takes no field that its contract does not name', async () => {
    const body = {
      ...call.body(cast),
      learnerId: crypto.randomUUID(),
      role: 'operator',
      status: 'paid',
      id: 1,
    };
    expectClean('more', await sendJson(call, body));
    const rows = await product.db.query(
      `SELECT 1 FROM requests WHERE status = 'paid' UNION ALL SELECT 1 FROM users WHERE role = 'operator' AND email NOT LIKE '%@staff.example'`,
    );
    expect(rows).toEqual([]);
  });
});

const texts = [
  '',
  'x',
  '-1',
  '0',
  '1e9',
  'NaN',
  'null',
  'true',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\u0000',
  '\ud800',
  '../..',
  '{{7*7}}',
  '<script>',
  'x'.repeat(10_000),
  '٣',
  '\r\nx: y',
];

/** For names that no call reads: their values reach nothing but the parser of the query. */
const textsOfUnknown = ['x', '%', '\u0000'];

describe('the address of a call', () => {
  const open = routes.map(({ contract }) => contract).filter(({ query, params }) => query || params);

  // ASVS 1.2.4
  it.each(open.map((contract) => ({ contract, name: `${contract.method} ${contract.path}` })))(
    '$name is no accident, whatever stands in it',
    async ({ contract }) => {
      const names: [name: string, texts: string[]][] = [
        ...Object.keys(contract.query?._zod.def.shape ?? {}).map((name): [string, string[]] => [name, texts]),
        ...['unknown', '__proto__', 'constructor'].map((name): [string, string[]] => [name, textsOfUnknown]),
      ];
      const path = `/api${contract.path.replace(':id', cast.requestId)}`;
      const paths = [
        ...names.flatMap(([name, values]) =>
          values.flatMap((text) => {
            const value = encodeURIComponent(text.toWellFormed());
            return [
              `${path}?${name}=${value}`,
              `${path}?${name}=1&${name}=${value}`,
              `${path}?${name}[x]=${value}`,
            ];
          }),
        ),
        ...(contract.path.includes(':id')
          ? texts.map(
              (text) => `/api${contract.path.replace(':id', encodeURIComponent(text.toWellFormed()))}`,
            )
          : []),
      ];
      const token = tokenFor(contract, cast.people);
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      const sampled = casesToRun(paths, (sampledPath) => sampledPath.replace(cast.requestId, ':id'), 0.25);
      await sendAll(sampled, async (sampledPath) => {
        const answer: RawResponse = await rawCall(product.url, sampledPath, {
          method: contract.method,
          headers,
        });
        expectClean(sampledPath.slice(0, 120), answer);
      });
    },
  );
});

describe('the form of a sign-up', () => {
  it.each(Object.keys(signUpBody('learner')))('is no accident, whatever stands in %s', async (field) => {
    const file = await picture();
    await sendAll(texts, async (text) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(signUpBody('learner', { [field]: text })))
        form.append(name, value);
      form.append('profilePicture', file, text.slice(0, 100) || 'me.png');
      const request = new Request('http://form', { method: 'POST', body: form });
      const answer = await rawCall(product.url, '/api/user/onboard', {
        method: 'POST',
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
        body: Buffer.from(await request.arrayBuffer()),
      });
      expectClean(`${field}: ${text.slice(0, 40)}`, answer);
      if (field !== 'fullName' && field !== 'password')
        expectRefusal(`${field}: ${text.slice(0, 40)}`, answer, 400, 413, 422);
    });
  });
});
