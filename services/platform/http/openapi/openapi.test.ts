import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Endpoint, endpoint } from '#contracts/endpoint.ts';
import { contractModules } from '#services/contract-modules.ts';
import { routes } from '#services/routes.ts';
import { testBrand } from '#tests/support/product/test-brand.ts';
import { describeApi } from './openapi.ts';

const document = describeApi(
  routes.map(({ contract }) => contract),
  contractModules,
  { publicUrl: 'https://courselift.example', brand: testBrand },
);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

function refsIn(value: unknown): string[] {
  const refs: string[] = [];
  JSON.stringify(value, (key, part: unknown) => {
    if (key === '$ref') refs.push(part as string);
    return part;
  });
  return refs;
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    // The validator changes what it is given.
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has an operation id of its own and one declared tag for each call', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    const declared = document.tags.map(({ name }) => name);
    expect(new Set(declared).size).toBe(declared.length);
    for (const { operationId, tags } of operations) {
      expect([operationId, tags]).toEqual([operationId, [expect.toBeOneOf(declared)]]);
    }
    expect(document.paths['/course/initiate/pay']?.post).toMatchObject({
      operationId: 'initiatePayment',
      tags: ['Payments'],
    });
  });

  it('resolves every reference and has no component that nothing refers to', () => {
    const refs = new Set(refsIn(document));
    const components = (['schemas', 'responses'] as const).flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...refs].sort()).toEqual(components.sort());
  });

  it('writes a named schema once', () => {
    expect(document.components.schemas.Course).toMatchObject({ type: 'object' });
    expect(refsIn(document.paths['/explore/filter'])).toContain('#/components/schemas/CoursePage');
    expect(refsIn(document.components.schemas.CoursePage)).toContain('#/components/schemas/Course');
  });

  it('has no two paths with equally many parameters that match the same request', () => {
    const paths = Object.keys(document.paths).map((path) => path.split('/'));
    const isParameter = (part: string | undefined) => part?.startsWith('{') ?? false;
    const isAmbiguous = (path: string[], other: string[]) =>
      path.length === other.length &&
      path.filter(isParameter).length === other.filter(isParameter).length &&
      path.every((part, index) => part === other[index] || isParameter(part) || isParameter(other[index]));
    const pairs = paths.flatMap((path, index) =>
      paths
        .slice(index + 1)
        .flatMap((other) => (isAmbiguous(path, other) ? [`${path.join('/')} ${other.join('/')}`] : [])),
    );
    expect(pairs).toEqual([]);
  });
});

describe('naming contracts', () => {
  const ThingSchema = z.object({ count: z._default(z.number(), 1) });
  const BoxSchema = z.object({ thing: ThingSchema });
  const LabelSchema = z.object({ text: z.string() });
  const putBox = endpoint('PUT', '/boxes/:id', 'public', {
    summary: 'Put a box',
    params: z.object({ id: z.string() }),
    body: z.object({ box: BoxSchema, label: LabelSchema }),
    response: z.object({ box: BoxSchema, label: LabelSchema }),
  });
  const own = { publicUrl: 'https://courselift.example', brand: testBrand };

  it('keeps apart what differs in requests, and whatever refers to it', () => {
    const { components, paths } = describeApi(
      [putBox],
      { boxes: { putBox, ThingSchema, BoxSchema, LabelSchema } },
      own,
    );
    expect(Object.keys(components.schemas)).toEqual(['Box', 'BoxInput', 'Label', 'Thing', 'ThingInput']);
    expect(refsIn(components.schemas.BoxInput)).toEqual(['#/components/schemas/ThingInput']);
    const { requestBody, responses } = paths['/boxes/{id}']?.put ?? {};
    expect(refsIn(requestBody)).toEqual(['#/components/schemas/BoxInput', '#/components/schemas/Label']);
    expect(components.schemas.Label).not.toHaveProperty('additionalProperties');
    expect(refsIn(responses?.[200])).toEqual(['#/components/schemas/Box', '#/components/schemas/Label']);
  });

  it('refuses one name for two contracts, and a call without a name', () => {
    const other: Endpoint = { ...putBox };
    expect(() => describeApi([putBox], { boxes: { putBox }, crates: { putBox: other } }, own)).toThrow(
      'Two contracts are called putBox',
    );
    expect(() => describeApi([other], { boxes: { putBox } }, own)).toThrow(
      'No contract module exports PUT /boxes/:id',
    );
  });
});
