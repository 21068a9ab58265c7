import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#services/routes.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import type { ApiDocument, Operation } from './openapi.ts';

let product: TestProduct;
let document: ApiDocument;
let page: string;
beforeAll(async () => {
  product = await startTestProduct();
  document = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as ApiDocument;
  page = await (await fetch(`${product.url}/api/docs`)).text();
});
afterAll(() => product?.close());

const calls = routes.map(({ contract }) => ({
  contract,
  path: contract.path.replace(/:(\w+)/g, '{$1}'),
  method: contract.method.toLowerCase(),
}));

function operations(): [place: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method} ${path}`, operation] as [string, Operation],
    ),
  );
}

/** Every object of a JSON value, with where it is. */
function* objectsIn(value: unknown, at = '#'): Generator<[at: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${at}/${key}`);
}

function lookUp(pointer: string): unknown {
  return pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

describe('the API document', () => {
  it('describes every call, and no other', () => {
    const described = operations().map(([place]) => place);
    expect(described.sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('describes redirects by their status and location', () => {
    for (const { contract, method, path } of calls) {
      if (contract.response !== 'redirect') continue;
      const [status = 0] = contract.statuses ?? [];
      const response = document.paths[path]?.[method]?.responses[status];
      expect([path, response]).toEqual([
        path,
        expect.objectContaining({ headers: { Location: expect.anything() } }),
      ]);
    }
  });

  it('is OpenAPI 3.1 at its top', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({
      title: expect.stringMatching(/\S/),
      version: expect.stringMatching(/\S/),
    });
    expect(document.servers).toEqual([{ url: `${product.url}/api` }]);
    const known = [
      'openapi',
      'info',
      'servers',
      'paths',
      'components',
      'jsonSchemaDialect',
      'tags',
      'security',
      'webhooks',
      'externalDocs',
    ];
    expect(Object.keys(document).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('names each parameter of a path once, as required, and no other', () => {
    for (const [place, { parameters }] of operations()) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const braces = [...place.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([place, inPath.map(({ name }) => name)]).toEqual([place, braces]);
      for (const { required } of inPath) expect([place, required]).toEqual([place, true]);
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect([place, new Set(names).size]).toEqual([place, names.length]);
      for (const { name, schema } of parameters)
        expect([place, name, typeof schema]).toEqual([place, name, 'object']);
    }
  });

  it('gives each operation what OpenAPI demands', () => {
    const known = [
      'summary',
      'description',
      'security',
      'parameters',
      'requestBody',
      'responses',
      'operationId',
      'tags',
      'deprecated',
    ];
    for (const [place, operation] of operations()) {
      expect([place, Object.keys(operation).filter((key) => !known.includes(key))]).toEqual([place, []]);
      expect([place, operation.summary]).toEqual([place, expect.stringMatching(/^\p{Lu}/u)]);
      const statuses = Object.keys(operation.responses);
      expect([place, statuses.some((status) => /^[23]\d\d$/.test(status))]).toEqual([place, true]);
      for (const [status, given] of Object.entries(operation.responses)) {
        const response =
          '$ref' in given ? (lookUp(given.$ref) as Exclude<typeof given, { $ref: string }>) : given;
        expect([place, status, /^([1-5]\d\d|[1-5]XX|default)$/.test(status)]).toEqual([place, status, true]);
        expect([place, status, response.description]).toEqual([place, status, expect.stringMatching(/\S/)]);
        for (const media of Object.keys(response.content ?? {}))
          expect(media).toMatch(/^[\w*.+-]+\/[\w*.+-]+$/);
      }
      if (operation.requestBody) expect([place, Object.keys(operation.requestBody.content)]).toHaveLength(2);
      if (place.startsWith('get')) expect([place, operation.requestBody]).toEqual([place, undefined]);
    }
  });

  it('says of each call who may make it, and how', () => {
    for (const { contract, method, path } of calls) {
      const operation = document.paths[path]?.[method];
      const isOptional = contract.auth === 'optional';
      const isPublic = contract.auth === 'public';
      const scheme = contract.auth === 'signature' ? 'signature' : 'token';
      const schemes = [...(isOptional ? [{}] : []), ...(isPublic ? [] : [{ [scheme]: [] }])];
      expect([path, operation?.security]).toEqual([path, schemes]);
      expect([path, '401' in (operation?.responses ?? {})]).toEqual([path, !isPublic && !isOptional]);
      const isLimited = contract.limit !== undefined && contract.response !== 'redirect';
      expect([path, '429' in (operation?.responses ?? {})]).toEqual([path, isLimited]);
      const media = Object.keys(operation?.requestBody?.content ?? {});
      const expected = contract.file
        ? ['multipart/form-data']
        : contract.body || contract.signedBody
          ? ['application/json']
          : [];
      expect([path, media]).toEqual([path, expected]);
    }
    expect(lookUp('#/components/securitySchemes/token')).toEqual({ type: 'http', scheme: 'bearer' });
    expect(lookUp('#/components/securitySchemes/signature')).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'x-paystack-signature',
    });
  });

  it('holds only schemas that are JSON Schema 2020-12 in form', () => {
    const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    const unsound: string[] = [];
    for (const [at, object] of objectsIn(document)) {
      const { $ref, type, properties, required, enum: values, nullable } = object;
      if (typeof $ref === 'string' && lookUp($ref) === undefined) unsound.push(`${at} refers to nothing`);
      // The values of a property may be called anything; only schemas are looked at.
      if (/\/properties$|\/paths$|\/responses$|\/content$/.test(at)) continue;
      if (
        type !== undefined &&
        at.includes('/schema') &&
        ![type].flat().every((jsonType) => types.includes(jsonType as string))
      )
        unsound.push(`${at} has the type ${JSON.stringify(type)}`);
      if (nullable !== undefined) unsound.push(`${at} is nullable as in OpenAPI 3.0`);
      if (Array.isArray(values) && values.length === 0) unsound.push(`${at} allows no value`);
      if (Array.isArray(required) && properties)
        for (const name of required)
          if (!(name in (properties as object))) unsound.push(`${at} requires ${name}`);
    }
    expect(unsound).toEqual([]);
  });

  it('has fields where the contract has them, with the file of a form', () => {
    const form = document.paths['/user/onboard']?.post?.requestBody?.content['multipart/form-data']?.schema;
    const fields = ['email', 'password', 'phoneNumber', 'country', 'gender', 'role', 'fullName'];
    const optional = ['profilePicture', 'isAdult', 'guardianEmail', 'adultFrom', 'termsVersion'];
    expect(Object.keys(form?.properties as object).sort()).toEqual([...fields, ...optional].sort());
    expect(form?.required).toEqual(fields);
    expect(lookUp('#/paths/~1x')).toBeUndefined();
  });
});

describe('the page of the API', () => {
  it('lists every call, with a way to it', () => {
    for (const { method, path } of calls) {
      const anchor = `${method}-${path}`.toLowerCase().replace(/[^a-z]+/g, '-');
      expect(page).toContain(`<a href="#${anchor}"><b>${method.toUpperCase()}</b> ${path}</a>`);
      expect(page.split(`id="${anchor}"`)).toHaveLength(2);
    }
  });

  it('runs no script and takes its looks from here alone', async () => {
    const answer = await fetch(`${product.url}/api/docs`);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    );
    expect(page).not.toMatch(/<script|style=|javascript:/i);
    const looks = await fetch(`${product.url}/api/docs.css`);
    expect([looks.status, looks.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});
