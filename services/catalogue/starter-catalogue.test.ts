import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const date = z.iso.date();

const entrySchema = z
  .strictObject({
    title: z.string().trim().min(3).max(200),
    description: z.string().trim().min(40).max(200),
    platform: z.string().trim().min(2).max(60),
    url: z.url({ protocol: /^https$/ }),
    level: z.enum(['Beginner', 'Intermediate', 'Advanced', 'All']),
    status: z.enum(['Free', 'Paid']),
    access: z.enum(['free-certificate', 'free-to-learn', 'financial-aid', 'paid']).optional(),
    price: z.number().positive().optional(),
    priceUnit: z.string().min(1).optional(),
    tags: z
      .array(z.string().regex(/^[^\sA-Z][^A-Z]*$/u))
      .min(2)
      .max(5),
    rating: z.number().min(0).max(5).optional(),
    language: z.string().regex(/^[a-z]{2}$/),
    duration: z.string().min(2).optional(),
    /** Left out where the page itself was not seen. */
    checkedOn: date.optional(),
  })
  .refine((entry) => (entry.price === undefined) === (entry.priceUnit === undefined), {
    error: 'a price needs a unit and a unit needs a price',
  })
  .refine((entry) => entry.status === 'Paid' || entry.price === undefined, {
    error: 'a free course has no price',
  });

/** Date on which the file was last changed; no `checkedOn` may be later. */
const changedOn = '2026-11-27';

const file = new URL('./starter-catalogue.json', import.meta.url);
const rows: unknown[] = JSON.parse(await readFile(file, 'utf8'));
const entries = rows.flatMap((row) => entrySchema.safeParse(row).data ?? []);

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe('the starter catalogue', () => {
  test('contains only entries that match the schema', () => {
    const wrong = rows.flatMap((row, index) => {
      const { error } = entrySchema.safeParse(row);
      return error ? [`entry ${index}: ${z.prettifyError(error)}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('has at least 250 courses from at least ten platforms', () => {
    expect(entries.length).toBeGreaterThanOrEqual(250);
    expect(new Set(entries.map((entry) => entry.platform)).size).toBeGreaterThanOrEqual(10);
  });

  test('contains each URL of a platform once', () => {
    expect(repeated(entries.map((entry) => `${entry.platform} ${entry.url}`.toLowerCase()))).toEqual([]);
  });

  test('contains URLs without tracking parameters', () => {
    const tracked = entries.filter((entry) =>
      [...new URL(entry.url).searchParams.keys()].some((key) => !['id', 'list'].includes(key)),
    );
    expect(tracked.map((entry) => entry.url)).toEqual([]);
  });

  test('has a unique description for each course', () => {
    expect(repeated(entries.map((entry) => entry.description))).toEqual([]);
  });

  test('has no duplicate tags on a course', () => {
    expect(entries.filter((entry) => new Set(entry.tags).size < entry.tags.length)).toEqual([]);
  });

  test.each(['Beginner', 'Intermediate', 'Advanced', 'All'])(
    'has at least 30 courses of level %s',
    (level) => {
      expect(entries.filter((entry) => entry.level === level).length).toBeGreaterThanOrEqual(30);
    },
  );

  test.each(['Free', 'Paid'])('has courses that are %s', (status) => {
    expect(entries.some((entry) => entry.status === status)).toBe(true);
  });

  test.each([
    ['edX', 'free-to-learn'],
    ['FutureLearn', 'free-to-learn'],
    ['MIT OpenCourseWare', 'free-to-learn'],
    ['freeCodeCamp', 'free-certificate'],
    ['OpenLearn', 'free-certificate'],
  ])('marks free courses on %s as %s', (platform, access) => {
    const free = entries.filter((entry) => entry.platform === platform && entry.status === 'Free');
    expect(new Set(free.map((entry) => entry.access))).toEqual(new Set([access]));
  });

  test('has no check date later than the file', () => {
    expect(entries.filter((entry) => (entry.checkedOn ?? '') > changedOn)).toEqual([]);
  });
});
