import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { casesToRun } from '#tests/support/vitest/extent.ts';
import { type BadBody, badBodies, badValues } from './support/bad-values.ts';
import { countRows } from './support/dump.ts';
import { expectRefusal } from './support/expect-clean.ts';
import { fieldsOf, isOfType, type JsonSchema, withField } from './support/fields-of.ts';
import { type Cast, gatherCast, type JsonCall, jsonCalls } from './support/json-calls.ts';
import { rawCall } from './support/raw-call.ts';
import { runCases } from './support/run-cases.ts';

let product: TestProduct;
let cast: Cast;
let before: Record<string, number>;
beforeAll(async () => {
  // No limit may stop an input before it is read.
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '100000' });
  cast = await gatherCast(product);
  before = await countRows(product.db);
});
afterAll(() => product?.close());

const schemaOf = ({ contract }: JsonCall) => contract.body as z.ZodMiniType;

function badInputsOf(call: JsonCall): BadBody[] {
  const right = call.body(cast);
  const schema = schemaOf(call);
  const fields = fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  const inFields = fields.flatMap(({ path, schema: field }) =>
    badValues.flatMap(([what, value]): BadBody[] => {
      const body = withField(right, path, value);
      // Forms send an empty text for what is not filled in.
      if (schema.safeParse(body).success && (value === '' || isOfType(field, value))) return [];
      const headers = { 'content-type': 'application/json' };
      return [
        { what: `${path.join('.')}: ${what}`, body: JSON.stringify(body), headers, statuses: [400, 422] },
      ];
    }),
  );
  const [field = 'x'] = Object.keys(right);
  return [...inFields, ...badBodies(right, field)];
}

describe.each(jsonCalls)('$name', (call) => {
  // ASVS 1.5.2, 2.2.1, 2.2.2, 3.5.1, 3.5.2, 15.3.5
  it('refuses every bad body', async (context) => {
    const inputs = casesToRun(badInputsOf(call), ({ what }) => `${call.name} ${what}`);
    await runCases(context, 'bad inputs', inputs, async ({ what, body, headers, statuses }) => {
      const bytes = Buffer.byteLength(body);
      const length = { 'content-length': String(bytes) };
      // The usual limit of bodies is among the inputs.
      const isTooLong = bytes > (call.contract.maxBodyBytes ?? Number.POSITIVE_INFINITY);
      const answer = await rawCall(product.url, call.path(cast), {
        method: call.contract.method,
        headers: { ...call.headers(cast), ...headers, ...length },
        body,
      });
      try {
        expectRefusal(what, answer, ...(isTooLong ? [413] : statuses));
        return { status: answer.status };
      } catch (error) {
        return { status: answer.status, deviation: `${what}: ${answer.status} ${error}`.slice(0, 600) };
      }
    });
  });
});

// ASVS 2.3.3
it('has written nothing for any of them', async () => {
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(await countRows(product.db)).toEqual(before);
});
