import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import * as z from 'zod/mini';
import { courseFacts } from '#contracts/catalogue/catalogue-import.ts';
import { countWords } from '#contracts/count-words.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { EmailSchema, nameText, webAddress } from '#contracts/fields.ts';
import { toMajor, toMinor } from '#contracts/money.ts';
import { PriceSchema } from '#contracts/price-fields.ts';
import { sameSitePath } from '#contracts/site/same-site-path.ts';
import { describeDevice } from '#services/accounts/sessions/devices.ts';
import { mapRecord, presets } from '#services/catalogue/import/map-record.ts';
import { splitCsv } from '#services/catalogue/import/split-csv.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { csvLine, escapeFormula, unescapeFormula } from '#services/platform/documents/csv.ts';
import { isPlainAddress } from '#services/platform/email/mail-address.ts';
import { html } from '#services/platform/html.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { readPaystackWebhook } from '#services/providers/paystack/webhook.ts';
import { ProviderRejectedError, ProviderUnavailableError } from '#services/providers/provider-errors.ts';
import { routes } from '#services/routes.ts';
import { fieldsOf, type JsonSchema, withField } from './support/fields-of.ts';
import { property } from './support/fuzz.ts';

/** Texts of every kind: random code units, and pieces that parsers reject or misread. */
const pieces = [
  '/',
  '\\',
  '//',
  '/.',
  '..',
  '@',
  ':',
  '%2f',
  '%00',
  '\t',
  '\r\n',
  '"',
  "'",
  '<',
  '>',
  '&',
  '=',
  ',',
  '\u0000',
  '\ud800',
  '\u202e',
  '，',
  'http://',
  'javascript:',
  'evil.example',
  'api',
  '1e9',
  '-',
  '.',
  '0',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 8 })
    .map((all) => all.join('')),
  fc.webUrl(),
  fc.emailAddress(),
);
// As it comes out of JSON.parse, keys of prototypes included.
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constant(JSON.parse('{"__proto__":{"x":1},"toString":1}')),
  text,
);

const contracts: Endpoint[] = [...routes, ...deskRoutes].map(({ contract }) => contract);

describe('the parsers of the contracts', () => {
  const schemas = contracts.flatMap(({ method, path, ...contract }) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = contract[part];
      return schema ? [{ name: `${method} ${path} ${part}`, schema: schema as z.ZodMiniType }] : [];
    }),
  );
  const named = schemas.map(({ name, schema }) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return { name, schema, paths: fieldsOf(described).map(({ path }) => path) };
  });
  const inputs = fc.constantFrom(...named).chain(({ name, schema, paths }) =>
    fc.record({
      name: fc.constant(name),
      schema: fc.constant(schema),
      input: fc.oneof(
        json,
        fc
          .array(fc.tuple(fc.constantFrom(...paths, ['__proto__']), json), { maxLength: 6 })
          .map((fields) => fields.reduce<unknown>((body, [path, value]) => withField(body, path, value), {})),
      ),
    }),
  );

  property(
    'neither throw nor let through a field that the contract does not name',
    inputs,
    ({ name, schema, input }) => {
      const result = schema.safeParse(input);
      if (!result.success) return;
      const known = named.find((entry) => entry.name === name)?.paths.map(([first]) => first) ?? [];
      const keys = Object.keys((result.data ?? {}) as object);
      expect(keys.filter((key) => !known.includes(key))).toEqual([]);
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
    10_000,
  );
});

describe('addresses', () => {
  const site = 'https://courselift.example';

  property('a page to continue on is one of this site, and no API call', text, (given) => {
    const path = sameSitePath(given, site);
    if (path === undefined) return;
    const url = new URL(path, `${site}/user-auth`);
    expect([url.origin, /^\/api(\/|$)/i.test(url.pathname)]).toEqual([site, false]);
    expect(sameSitePath(path, site)).toBe(path);
  });

  const link = webAddress('Please enter a link.');
  property('an accepted link is a public web address without control characters', text, (given) => {
    const result = link.safeParse(given);
    if (!result.success) return;
    const url = new URL(result.data);
    expect(url.protocol).toMatch(/^https?:$/);
    expect([url.username, url.password, url.hostname.includes('.')]).toEqual(['', '', true]);
    expect(url.hostname).not.toMatch(/^[\d.]+$|^\[|localhost$/);
    expect(result.data).not.toMatch(/\p{Cc}/u);
  });

  property(
    'an accepted e-mail address is plain: nothing in it can start a header or another address',
    text,
    (given) => {
      const result = EmailSchema.safeParse(given);
      if (result.success) expect([result.data, isPlainAddress(result.data)]).toEqual([result.data, true]);
    },
  );

  const name = nameText('Please enter your name.', 121);
  property('an accepted name is one line without an address', text, (given) => {
    const result = name.safeParse(given);
    if (result.success) expect(result.data).not.toMatch(/[\p{Cc}\u2028\u2029@]|:\/\//u);
  });
});

describe('texts', () => {
  property('markup made of any text holds no tag and no attribute of it', text, (given) => {
    const markup = html`<p title="${given}">${given}</p>`.toString();
    expect(markup.match(/[<>]/g)).toHaveLength(4);
    expect(markup.match(/"/g)).toHaveLength(2);
  });

  property('words are counted, and devices named, for any text', text, (given) => {
    expect(countWords(given)).toBeLessThanOrEqual(given.length);
    expect(describeDevice(given)).toMatch(/^[A-Z][\w ]+$/);
  });
});

describe('tables', () => {
  async function rowsOf(lines: string[]): Promise<string[][]> {
    async function* each() {
      yield* lines;
    }
    const rows: string[][] = [];
    for await (const { cells, problem } of splitCsv(each())) if (!problem) rows.push(cells);
    return rows;
  }

  const cell = text.map((value) => value.replaceAll(/[\r\n]/g, ' ').trim());
  property(
    'a written row is read as it was, and no cell runs as a formula',
    fc.array(cell, { minLength: 2, maxLength: 6 }),
    async (cells) => {
      const line = csvLine(cells).slice(0, -1);
      const [read = []] = await rowsOf([line]);
      expect(read.map(unescapeFormula)).toEqual(cells);
      expect(read.filter((parsed) => /^[=+\-@\t\r]/.test(parsed))).toEqual([]);
    },
  );

  property('escaping is undone exactly', text, (given) => unescapeFormula(escapeFormula(given)) === given);

  property('any lines are read to their end', fc.array(text, { maxLength: 30 }), async (lines) => {
    for (const row of await rowsOf(lines)) expect(row.length).toBeGreaterThan(0);
  });

  const record = fc.dictionary(
    fc.constantFrom(...courseFacts, 'course_title', 'is_paid', '__proto__'),
    json,
    { maxKeys: 12 },
  );
  property(
    'any record is a course or a problem that is said',
    fc.tuple(record, fc.constantFrom(...Object.values(presets))),
    ([fields, mapping]) => {
      const result = mapRecord(fields, mapping);
      if ('problem' in result) expect(result.problem.length).toBeGreaterThan(3);
      else expect(result.course.title.length).toBeGreaterThan(0);
    },
  );
});

describe('money', () => {
  property(
    'an accepted price is a whole number of minor units',
    fc.oneof(fc.double(), fc.integer(), json),
    (given) => {
      const result = PriceSchema.safeParse(given);
      if (!result.success) return;
      const minor = toMinor(result.data);
      expect([Number.isSafeInteger(minor), minor > 0, toMinor(toMajor(minor))]).toEqual([true, true, minor]);
    },
  );
});

describe('what the payment provider sends', () => {
  let server: Server;
  let answer: { status: number; body: string };
  let provider: ReturnType<typeof createPaymentProvider>;
  beforeAll(async () => {
    server = createServer((_req, res) => {
      res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server?.close(resolve)));

  const data = fc.dictionary(fc.constantFrom('status', 'reference', 'amount', 'currency', 'fees', 'x'), json);
  const body = fc.oneof(
    fc
      .record({ status: fc.oneof(fc.boolean(), json), data: fc.oneof(data, json), message: json })
      .map((all) => JSON.stringify(all)),
    text,
  );
  property(
    'is a transaction with a whole amount, or an error of the provider',
    fc.record({ status: fc.constantFrom(200, 201, 400, 404, 429, 500, 502), body }),
    async (given) => {
      answer = given;
      // A client of its own, because a circuit breaker would stop asking.
      const { port } = server.address() as AddressInfo;
      provider = createPaymentProvider({
        baseUrl: `http://127.0.0.1:${port}`,
        secretKey: 'sk_test_fuzz',
      } as Parameters<typeof createPaymentProvider>[0]);
      try {
        const transaction = await provider.verify('pay-1');
        if (transaction) expect(Number.isInteger(transaction.amountMinor)).toBe(true);
      } catch (error) {
        const isKnown = error instanceof ProviderUnavailableError || error instanceof ProviderRejectedError;
        if (!isKnown) throw error;
      }
    },
    600,
  );

  const event = fc.dictionary(
    fc.constantFrom('id', 'reference', 'customer', 'email', 'authorization', 'transaction', 'ip_address'),
    fc.oneof(json, fc.constant('canary@people.example')),
  );
  property('is stored without fields that name a person', event, (given) => {
    const raw = Buffer.from(JSON.stringify({ event: 'charge.success', data: given }));
    const signature = createHmac('sha512', 'key').update(raw).digest('hex');
    const { data: kept } = readPaystackWebhook(raw, signature, 'key').stored as { data: object };
    const allowed = ['id', 'reference', 'transaction'];
    expect(Object.keys(kept).filter((key) => !allowed.includes(key))).toEqual([]);
  });
});
