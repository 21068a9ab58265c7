import { expect, it } from 'vitest';
import type { AllowedViolation } from './allowed-violations.ts';
import { compareExchanges } from './compare-exchanges.ts';
import type { Exchange } from './exchange.ts';
import { DocumentError, readDocument } from './read-document.ts';

const nullableText = { type: 'string', nullable: true };
const row = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    paid_at: nullableText,
    // Without a type, `nullable` says nothing: any value is allowed.
    log: { nullable: true },
    metadata: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    settled_at: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'paid_at'],
};
const answer = (schema: object) => ({
  description: 'An answer',
  content: { 'application/json': { schema } },
});
const document = await readDocument({
  openapi: '3.0.1',
  info: { title: 'Payments', version: '1' },
  components: { schemas: { Row: row } },
  paths: {
    '/rows': {
      get: {
        parameters: [
          { in: 'query', name: 'page', schema: { type: 'integer' } },
          { in: 'query', name: 'status', schema: { type: 'string', enum: ['paid'] } },
        ],
        responses: {
          200: answer({
            type: 'object',
            properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Row' } } },
          }),
          default: { description: 'Server error' },
        },
      },
      post: {
        requestBody: answer({
          type: 'object',
          required: ['amount'],
          properties: { amount: { type: 'integer' } },
        }),
        responses: { 200: answer({ type: 'object' }) },
      },
    },
    '/rows/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer({ $ref: '#/components/schemas/Row' }) } },
    },
    '/rows/export': { get: { responses: { 200: answer({ type: 'object' }) } } },
  },
});

const exchange = (more: Partial<Exchange>): Exchange => ({
  ...{ method: 'GET', path: '/rows', authorization: 'Bearer key', requestBody: undefined },
  ...{ status: 200, responseBody: { data: [] } },
  ...more,
});
const compare = (exchanges: Partial<Exchange>[], allowed: AllowedViolation[] = [], expected: string[] = []) =>
  compareExchanges(exchanges.map(exchange), document, allowed, expected);
const textOf = (exchanges: Partial<Exchange>[]) =>
  compare(exchanges).operations.flatMap(({ unexplained }) =>
    unexplained.map(({ operation, place, problem }) => `${operation}: ${place} ${problem}`),
  );

it('finds nothing in calls and responses that the document describes', () => {
  const data = [
    { id: 1, paid_at: null, log: null, metadata: 'text', settled_at: '2026-01-01T00:00:00.000Z' },
    { id: 2, paid_at: 'yesterday', log: { any: 1 }, metadata: { any: 1 } },
  ];
  const exchanges = [
    { path: '/rows?page=2&status=paid', responseBody: { data } },
    { path: '/rows/7', responseBody: data[0] },
    { path: '/rows/export', responseBody: {} },
    { method: 'POST', requestBody: { amount: 1 }, responseBody: {} },
  ];
  expect(textOf(exchanges)).toEqual([]);
  expect(compare(exchanges).operations.map(({ operation, calls }) => `${operation} ${calls}`)).toEqual([
    'GET /rows 1',
    'GET /rows/export 1',
    'GET /rows/{id} 1',
    'POST /rows 1',
  ]);
});

it.each<[string, Partial<Exchange>, string[]]>([
  ['an unknown path', { path: '/other' }, ['GET /other: path is not in the document']],
  ['an unknown parameter', { path: '/rows?perPage=9' }, ['GET /rows: query perPage is not in the document']],
  ['a text as a number', { path: '/rows?page=two' }, ['GET /rows: query page must be integer']],
  [
    'a number in the path',
    { path: '/rows/x', responseBody: { id: 1, paid_at: null } },
    ['GET /rows/{id}: path id must be integer'],
  ],
  ['a missing key', { authorization: undefined }, ['GET /rows: header Authorization is required']],
  [
    'a body that is incomplete',
    { method: 'POST', requestBody: {}, responseBody: {} },
    ['POST /rows: request amount is required'],
  ],
  ['a body that is not known', { requestBody: {} }, ['GET /rows: request is not in the document']],
  ['an unlisted status', { status: 404 }, ['GET /rows: response 404 is not in the document']],
  ['a body that is not JSON', { responseBody: undefined }, ['GET /rows: response 200 must be object']],
  [
    'rows with missing, unknown and wrong values',
    { responseBody: { data: [{ id: null, more: 1, metadata: 1, settled_at: 'now' }] } },
    [
      'GET /rows: response 200 data[].id must be integer',
      'GET /rows: response 200 data[].metadata must match a schema in anyOf',
      'GET /rows: response 200 data[].more is not in the document',
      'GET /rows: response 200 data[].paid_at is required',
      'GET /rows: response 200 data[].settled_at must match format "date-time"',
    ],
  ],
])('finds %s', (_, given, expected) => {
  expect(textOf([given])).toEqual(expected);
});

it('counts a violation once for each call, and names what is allowed, outdated or missing', () => {
  const [used, unused] = [
    { operation: 'GET /rows', place: 'query perPage', reason: 'A reason.' },
    { operation: 'GET /rows', place: 'query page', reason: 'A reason.' },
  ];
  const twice = { responseBody: { data: [{ id: 1 }, { id: 2 }] } };
  const exchanges = [{ path: '/rows?perPage=9' }, twice, twice];
  const { operations, stale, unseen } = compare(exchanges, [used, unused], ['GET /rows', 'POST /rows']);
  expect(operations).toMatchObject([
    { calls: 3, allowed: [used], unexplained: [{ place: 'response 200 data[].paid_at', calls: 2 }] },
  ]);
  expect([stale, unseen]).toEqual([[unused], ['POST /rows']]);
});

it.each(['/no/such/file.yaml', { openapi: '3.0.1' }, { openapi: '3.1.0', info: {}, paths: {} }])(
  'rejects %j as a document',
  async (source) => {
    await expect(readDocument(source)).rejects.toThrow(DocumentError);
  },
);
