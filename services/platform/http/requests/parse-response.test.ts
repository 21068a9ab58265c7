import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { parseResponse } from './parse-response.ts';

const PersonSchema = z.object({ name: z.string(), rating: z.nullable(z.number()) });
const PageSchema = z.object({
  people: z.array(PersonSchema),
  best: z.nullable(PersonSchema),
  next: z.optional(PersonSchema),
  about: z.union([z.object({ isNew: z.literal(true) }), PersonSchema]),
});

const ada = { name: 'Ada', rating: 5 };
const withEmail = { ...ada, email: 'ada@example.com' };

describe('a response', () => {
  it('has what its schema names, at every depth', () => {
    const page = { people: [withEmail, ada], best: withEmail, next: withEmail, about: withEmail, total: 2 };
    expect(parseResponse(PageSchema, page)).toEqual({ people: [ada, ada], best: ada, next: ada, about: ada });
    expect(parseResponse(z.union([PageSchema, PersonSchema]), withEmail)).toEqual(ada);
  });

  it('keeps what is null, and leaves out what is absent', () => {
    const page = { people: [], best: null, about: { isNew: true } };
    expect(parseResponse(PageSchema, page)).toEqual(page);
    expect(parseResponse(PageSchema, page)).not.toHaveProperty('next');
  });

  it.each([
    { about: 'a field of another type', part: { best: { name: 'Ada', rating: '5' } } },
    { about: 'a missing field', part: { people: [{ name: 'Ada' }] } },
    { about: 'none of the alternatives', part: { about: { isNew: false } } },
  ])('is not sent with $about', ({ part }) => {
    const page = { people: [], best: null, about: ada, ...part };
    expect(() => parseResponse(PageSchema, page)).toThrow();
  });

  it('has the checks of its objects', () => {
    const RangeSchema = z
      .object({ from: z.number(), to: z.number() })
      .check(z.refine(({ from, to }) => from <= to));
    expect(parseResponse(RangeSchema, { from: 1, to: 2 })).toEqual({ from: 1, to: 2 });
    expect(() => parseResponse(RangeSchema, { from: 2, to: 1 })).toThrow();
  });

  it('keeps the kind of its alternatives and of what may be absent', () => {
    const Either = z.xor([z.object({ id: z.string() }), z.object({ name: z.string() })]);
    expect(parseResponse(Either, { id: '1', email: 'ada@example.com' })).toEqual({ id: '1' });
    expect(() => parseResponse(Either, { id: '1', name: 'Ada' })).toThrow();
    const Absent = z.object({ name: z.exactOptional(PersonSchema) });
    expect(parseResponse(Absent, {})).toEqual({});
    expect(() => parseResponse(Absent, { name: undefined })).toThrow();
    const Kinds = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('paid'), amount: z.number() }),
      z.object({ kind: z.literal('free') }),
    ]);
    expect(parseResponse(Kinds, { kind: 'free', amount: 1 })).toEqual({ kind: 'free' });
    expect(() => parseResponse(Kinds, { kind: 'paid' })).toThrow();
  });

  it('may have other fields where its schema allows them', () => {
    expect(parseResponse(z.looseObject({ name: z.string() }), withEmail)).toEqual(withEmail);
    expect(() => parseResponse(z.strictObject({ name: z.string() }), withEmail)).toThrow();
  });
});
