import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CourseQuery,
  CourseQuerySchema,
  courseSorts,
  type Facets,
} from '#contracts/catalogue/catalogue.ts';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { isFull } from '#tests/support/vitest/extent.ts';
import {
  generateCourses,
  generatedPlatforms,
  generatedTopics,
  seededRandom,
  titleEndings,
} from './generate-courses.ts';
import { searchCourses } from './search-courses.ts';
import { createSearchPool } from './search-pool.ts';

const combinations = isFull ? 500 : 200;
const courses: CourseRow[] = [...generateCourses(8_000, 7)];

let database: TestDatabase;
let db: DataSource;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'search-test' });
  await db.initialize();
  await fillCatalogue(db, courses);
  await db.query('ANALYZE');
  pool = createSearchPool(database.url, 4);
});
afterAll(async () => {
  await pool?.end();
  await db?.destroy();
  await database?.drop();
});

const search = (query: Partial<CourseQuery>) => searchCourses(pool, CourseQuerySchema.parse(query));

/** Reference implementation of normalization and search, independent of the database. */
const normalize = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('c++', 'cpp')
    .replaceAll('c#', 'csharp')
    .replaceAll('.js', 'js')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const normalized = courses.map((course) => ({
  course,
  words: new Set(
    normalize([course.title, course.tags.join(' '), course.platform, course.description].join(' ')).split(
      ' ',
    ),
  ),
  tags: course.tags.map(normalize),
}));

function countMatches(query: CourseQuery): number {
  const words = normalize(query.search).split(' ').filter(Boolean);
  const tags = query.tags.split(',').map(normalize).filter(Boolean);
  return normalized.filter(
    (candidate) =>
      (query.level === 'All' || [query.level, 'All'].includes(candidate.course.level)) &&
      (query.status === 'All' || candidate.course.status === query.status) &&
      (query.platform === '' || normalize(candidate.course.platform) === normalize(query.platform)) &&
      tags.every((tag) => candidate.tags.includes(tag)) &&
      words.every((word, at) =>
        at === words.length - 1
          ? [...candidate.words].some((own) => own.startsWith(word))
          : candidate.words.has(word),
      ),
  ).length;
}

const random = seededRandom(42);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

function randomQuery(): CourseQuery {
  const topic = () => pick(generatedTopics);
  return CourseQuerySchema.parse({
    search: pick([
      '',
      topic(),
      `${topic()} ${pick(titleEndings)}`,
      topic().slice(0, 3),
      `${topic()} ${topic()}`,
    ]),
    level: pick(['All', 'All', 'Beginner', 'Intermediate', 'Advanced']),
    status: pick(['All', 'All', 'Free', 'Paid']),
    platform: pick(['', '', pick(generatedPlatforms)]),
    tags: pick(['', '', topic(), `${topic()}, ${topic()}`]),
    sort: pick(courseSorts),
  });
}

function narrow(query: CourseQuery, kind: keyof Facets, value: string): CourseQuery {
  const added = kind === 'tags' && query.tags ? `${query.tags}, ${value}` : value;
  return { ...query, [kind]: added };
}

describe('counts', () => {
  it(`of ${combinations} random queries and their facets match the reference implementation`, async () => {
    const seen = { exact: 0, capped: 0, none: 0, facets: 0 };
    for (let round = 0; round < combinations; round += 1) {
      const query = randomQuery();
      const result = await search(query);
      const isAsTyped = result.suggestion === undefined && result.closestTo === undefined;
      const expected = isAsTyped ? countMatches(query) : 0;
      if (isAsTyped) {
        expect([query, result.totalCourses, result.isCapped]).toEqual([
          query,
          Math.min(expected, 1_000),
          expected > 1_000,
        ]);
      }
      seen[expected > 1_000 ? 'capped' : expected > 0 ? 'exact' : 'none'] += 1;
      const shown = (Object.keys(result.facets) as (keyof Facets)[]).flatMap((kind) =>
        result.facets[kind].filter(({ count }) => count !== null).map((facet) => ({ kind, ...facet })),
      );
      for (const { kind, value, count, isCapped } of shown.length > 0 ? [pick(shown), pick(shown)] : []) {
        const narrowed = narrow({ ...query, search: result.suggestion ?? query.search }, kind, value);
        const { totalCourses, isCapped: isResultCapped } = await search(narrowed);
        expect([narrowed, totalCourses, isResultCapped]).toEqual([narrowed, count, isCapped]);
        seen.facets += 1;
      }
    }
    // Ensures that the random queries covered every kind of result.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });
});

describe('pagination', () => {
  const queries = ['', 'python', 'for', 'introduction to', 'data sci'].flatMap((search) =>
    courseSorts.map((sort) => ({ search, sort })),
  );
  it.each(queries)(
    'lists every course of "$search" by $sort exactly once',
    async (query) => {
      const seen = new Set<string>();
      const first = await search(query);
      for (let page = 1; page <= first.totalPages; page += 1) {
        const { courses: shown, currentPage } = await search({ ...query, page });
        expect(currentPage).toBe(page);
        for (const { _id } of shown) seen.add(_id);
      }
      expect(seen.size).toBe(first.totalCourses);
      const beyond = await search({ ...query, page: 5_000 });
      expect(beyond.currentPage).toBe(first.totalPages);
    },
    60_000,
  );
});
