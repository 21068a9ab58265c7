import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CourseQuery,
  filterCourses,
  getCourse,
  suggestCourses,
} from '#contracts/catalogue/catalogue.ts';
import { courseRow, fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patienceMs } from '#tests/support/soon.ts';

// Until the machine is not too busy for the time limit of a search.
const repeatedly = { timeout: patienceMs, interval: 10 };
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await fillCatalogue(product.db, [
    courseRow({ title: 'JavaScript for Everyone', tags: ['JavaScript', 'Web'], rating: 4.5 }),
    courseRow({
      title: 'Modern JavaScript',
      tags: ['JavaScript'],
      status: 'Paid',
      access: 'financial-aid',
      price: 19.99,
      priceUnit: 'USD',
      platform: 'edX',
    }),
    courseRow({ title: 'Curso de Português', tags: ['Languages'], level: 'Advanced', rating: 4.9 }),
    courseRow({
      title: 'C++ in Depth',
      tags: ['C++'],
      platform: 'MIT OpenCourseWare',
      checkedOn: '2026-11-02',
    }),
    courseRow({ title: 'Data at 100%', tags: ['Data Science'], description: 'Not JavaScript at all.' }),
    courseRow({ title: 'Русский язык', tags: ['Languages'] }),
    courseRow({ title: 'Python Scripting', tags: ['Python'] }),
    courseRow({ title: 'Chess Openings', tags: ['Chess'], level: 'All' }),
    courseRow({ title: 'Chess Rules', tags: ['Chess'] }),
    courseRow({ title: 'Chess Studies', tags: ['Chess', 'Endgames'], level: 'Advanced' }),
  ]);
});
afterAll(() => product?.close());

const find = async (query: Partial<CourseQuery>) =>
  (await callApi(product.url, filterCourses, { query: query as never })).body;
const titles = async (query: Partial<CourseQuery>) => (await find(query)).courses.map(({ title }) => title);

describe('words', () => {
  it('must all be there, and the last one may be unfinished', async () => {
    expect(await titles({ search: 'javascript every' })).toEqual(['JavaScript for Everyone']);
    expect(await titles({ search: 'every javasc' })).toEqual(['JavaScript for Everyone']);
    expect((await find({ search: 'javascript every' })).closestTo).toBeUndefined();
    expect((await find({ search: 'javasc every python' })).closestTo).toEqual(['javascript', 'python']);
  });

  it('count more in a title than in a description', async () => {
    expect(await titles({ search: 'javascript' })).toEqual([
      'JavaScript for Everyone',
      'Modern JavaScript',
      'Data at 100%',
    ]);
  });

  it.each([
    ['curso de portugues', 'Curso de Português'],
    ['PORTUGUÊS', 'Curso de Português'],
    ['c++', 'C++ in Depth'],
    ['русск', 'Русский язык'],
  ])('%s finds %s', async (search, title) => {
    expect(await titles({ search })).toEqual([title]);
  });

  it('that no course has are corrected, and the response says how', async () => {
    const answer = await find({ search: 'javascrpt' });
    expect(answer.suggestion).toBe('javascript');
    expect(answer.courses).toHaveLength(3);
    expect(await find({ search: 'javascript' })).not.toHaveProperty('suggestion');
    expect(await find({ search: 'xqzzw' })).toMatchObject({ totalCourses: 0, totalPages: 0, currentPage: 1 });
  });
});

describe('misspelt words', () => {
  it.each([
    ['pyhton', 'python'],
    ['ypthon', 'python'],
    ['pythno', 'python'],
    ['pyht', 'python'],
    ['pythonn', 'python'],
    ['pthon', 'python'],
    ['pithon', 'python'],
    ['wbe', 'web'],
    ['pyhton scirpting', 'python scripting'],
    ['яызк', 'язык'],
  ])('%s is corrected to %s', async (search, suggestion) => {
    const answer = await find({ search });
    expect([answer.suggestion, answer.totalCourses > 0]).toEqual([suggestion, true]);
  });

  it('stay as they are when they are too far from every word', async () => {
    expect(await find({ search: 'xq' })).not.toHaveProperty('suggestion');
  });
});

describe('a search that no course has all words of', () => {
  it.each<[Partial<CourseQuery>, string[], string[]]>([
    [
      { search: 'how do i learn javascript' },
      ['javascript'],
      ['JavaScript for Everyone', 'Modern JavaScript', 'Data at 100%'],
    ],
    [{ search: 'where can i learn javascript', status: 'Paid' }, ['javascript'], ['Modern JavaScript']],
    [{ search: 'python and chess for free' }, ['python'], ['Python Scripting']],
    [{ search: 'i want to study foreign languages' }, ['languages'], ['Curso de Português', 'Русский язык']],
    [{ search: 'django' }, ['python'], ['Python Scripting']],
    [{ search: 'django', tags: 'scripting' }, ['python'], ['Python Scripting']],
    [{ search: 'rules studies' }, ['rules', 'studies'], ['Chess Rules', 'Chess Studies']],
    [{ search: 'how to learn pyhton' }, ['python'], ['Python Scripting']],
  ])('%o finds what it is about', async (query, closestTo, expected) => {
    const answer = await find(query);
    expect([answer.closestTo, answer.courses.map(({ title }) => title).sort()]).toEqual([
      closestTo,
      expected.sort(),
    ]);
  });

  it.each<[Partial<CourseQuery>, string[]]>([
    [{ search: 'golang' }, ['JavaScript', 'C++', 'Python']],
    [{ search: 'javascript', platform: 'Nowhere' }, ['JavaScript', 'C++', 'Python']],
    [{ tags: 'nursing' }, ['Chess', 'JavaScript', 'Languages']],
    [{ search: 'xqzzw' }, ['Chess', 'JavaScript', 'Languages']],
    [{ search: '%' }, ['Chess', 'JavaScript', 'Languages']],
  ])('%o gets three near subjects, each with the number of its courses', async (query, expected) => {
    const { totalCourses, nearSubjects = [] } = await find(query);
    expect([totalCourses, nearSubjects.map(({ value }) => value).sort()]).toEqual([0, expected.sort()]);
    for (const { value, count } of nearSubjects)
      expect((await find({ tags: value })).totalCourses).toBe(count);
  });
});

describe('filters', () => {
  it.each<[Partial<CourseQuery>, string[]]>([
    [{ level: 'Advanced', tags: 'languages' }, ['Curso de Português']],
    [{ status: 'Paid' }, ['Modern JavaScript']],
    [{ platform: 'EDX' }, ['Modern JavaScript']],
    [{ platform: 'opencourse' }, ['C++ in Depth']],
    [{ platform: 'Nowhere' }, []],
    [{ tags: 'javascript, web' }, ['JavaScript for Everyone']],
    [{ tags: 'c++' }, ['C++ in Depth']],
    [{ tags: 'depth' }, ['C++ in Depth']],
    [{ tags: 'pyth' }, ['Python Scripting']],
    [{ tags: 'python scr' }, ['Python Scripting']],
    [{ tags: 'Python, scripti' }, ['Python Scripting']],
    [{ tags: 'pyth scripting' }, []],
    [{ search: 'javascript', status: 'Paid' }, ['Modern JavaScript']],
  ])('%o', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('come back as facets with their counts', async () => {
    const { facets } = await find({ tags: 'JavaScript' });
    expect(facets.status).toEqual([
      { value: 'Free', count: 1, isCapped: false },
      { value: 'Paid', count: 1, isCapped: false },
    ]);
    expect(facets.tags).toContainEqual({ value: 'Web', count: 1, isCapped: false });
  });
});

describe('a level', () => {
  const levels = async (query: Partial<CourseQuery>) =>
    (await find(query)).facets.level.map(({ value, count }) => [value, count]);

  it.each<[CourseQuery['level'], string[]]>([
    ['Beginner', ['Chess Openings', 'Chess Rules']],
    ['Intermediate', ['Chess Openings']],
    ['Advanced', ['Chess Openings', 'Chess Studies']],
    ['All', ['Chess Openings', 'Chess Rules', 'Chess Studies']],
  ])('%s includes courses for all levels', async (level, expected) => {
    for (const query of [{ tags: 'chess' }, { search: 'chess' }])
      expect((await titles({ ...query, level })).sort()).toEqual(expected);
  });

  it('is offered with the number of courses that it finds', async () => {
    const all = [
      ['Advanced', 2],
      ['Beginner', 2],
      ['Intermediate', 1],
    ];
    expect([await levels({ tags: 'chess' }), await levels({ search: 'chess' })]).toEqual([all, all]);
    for (const [level, count] of await levels({}))
      expect((await find({ level: level as CourseQuery['level'] })).totalCourses).toBe(count);
    expect(await levels({ tags: 'chess', level: 'Beginner' })).toEqual([['Beginner', 2]]);
    expect(await levels({ search: 'chess', level: 'Intermediate' })).toEqual([['Intermediate', 1]]);
  });
});

it('returns what of a course is free, or null where no source says more than its status', async () => {
  const { courses } = await find({ search: 'javascript' });
  expect(courses.map(({ title, access }) => [title, access])).toEqual([
    ['JavaScript for Everyone', null],
    ['Modern JavaScript', 'financial-aid'],
    ['Data at 100%', null],
  ]);
});

it('sorts by rating, by price and by age', async () => {
  expect((await titles({ sort: 'rating' })).slice(0, 2)).toEqual([
    'Curso de Português',
    'JavaScript for Everyone',
  ]);
  expect((await titles({ sort: 'price' })).at(-1)).toBe('Modern JavaScript');
});

it('follows every change of a course', async () => {
  const other = courseRow({ title: 'Weaving baskets', tags: ['Weaving'] });
  await fillCatalogue(product.db, [other]);
  expect(await titles({ search: 'weav' })).toEqual(['Weaving baskets']);
  await fillCatalogue(product.db, [{ ...other, title: 'Knotting baskets', tags: ['Knots'] }]);
  expect(await titles({ search: 'weaving' })).toEqual([]);
  expect(await titles({ tags: 'Knots' })).toEqual(['Knotting baskets']);
  await product.db.query('DELETE FROM courses WHERE url = $1', [other.url]);
  expect(await titles({ search: 'baskets' })).toEqual([]);
  expect((await product.db.query('SELECT 1 FROM catalogue_words WHERE n < 0')).length).toBe(0);
});

describe('bad input', () => {
  const queries = [
    ...['%25', '_', "'", '"', "'%20%26%20!(", '\\', '%3A*', '%E2%80%8B', '%00', '!!!'].map(
      (text) => `search=${text}`,
    ),
    ...['%25', "'", "')%20|%20('", '\\', '!!!'].flatMap((text) => [`tags=${text}`, `platform=${text}`]),
    'page=-1',
    'page=999999999999',
    'page=x',
    'limit=1000000000',
    'limit=-5',
    'level=Expert',
    'status=Stolen',
    'sort=sideways',
    'search=a&search=b',
    `search=${'a'.repeat(10_240)}`,
    `search=${'a%20'.repeat(60)}`,
  ].map((query) => ({ query, name: query.slice(0, 40) }));
  // ASVS 1.2.4
  it.each(queries)('$name gets a response or an error, at once', async ({ query }) => {
    // A search that exceeds its time limit of 1 s responds with 503. Repeated, because a busy machine may exceed it once.
    await vi.waitFor(async () => {
      const answer = await fetch(`${product.url}/api/explore/filter?${query}`);
      expect([200, 400, 422]).toContain(answer.status);
    }, repeatedly);
  });

  it('clamps page and limit', async () => {
    const answer = await find({ page: -1, limit: 1e9 });
    expect(answer).toMatchObject({ currentPage: 1, totalPages: 1, totalCourses: 10 });
    expect(await find({ page: 99 })).toMatchObject({ currentPage: 1 });
  });

  it('finds nothing for signs that no course is called', async () => {
    for (const filter of [{ search: '%' }, { platform: '%' }, { tags: '%' }, { tags: '%, &' }])
      expect((await find(filter)).totalCourses).toBe(0);
    expect((await find({ tags: ' , ,' })).totalCourses).toBe(10);
  });
});

it('may be kept for a moment, and is not sent again while it is the same', async () => {
  const url = `${product.url}/api/explore/filter?search=javascript`;
  const first = await fetch(url);
  expect(first.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=300');
  // The fetch of Node bypasses caches whenever it sends this header itself.
  const again = await new Promise((resolve, reject) => {
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    get(url, { headers, agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
  expect(again).toBe(304);
  const refused = await fetch(`${product.url}/api/explore/filter?level=Expert`);
  expect(refused.headers.get('cache-control')).toBe('no-store');
});

it('gives 503 with Retry-After when a search takes too long', async () => {
  const client = product.db.createQueryRunner();
  await client.startTransaction();
  try {
    await client.query('LOCK TABLE course_search IN ACCESS EXCLUSIVE MODE');
    const answer = await fetch(`${product.url}/api/explore/filter?search=javascript`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBeTruthy();
    // PostgreSQL cancelled the statement (its time limit is the shorter one); the search does not wait for the lock any more.
    const waiting = await product.db.query(
      `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(waiting).toEqual([]);
  } finally {
    await client.rollbackTransaction();
    await client.release();
  }
});

it('shows one course by the name of its page', async () => {
  const [course] = (await find({ search: 'depth' })).courses;
  const answer = await callApi(product.url, getCourse, { params: { slug: course?.slug ?? '' } });
  expect(course?.slug).toMatch(/^cpp-in-depth-[0-9a-f]{10}$/);
  expect(answer.body.data).toMatchObject({ title: 'C++ in Depth', checkedOn: '2026-11-02', language: null });
});

it('completes what is being typed', async () => {
  const { body } = await callApi(product.url, suggestCourses, { query: { q: 'java' } });
  expect(body).toMatchObject({ message: 'Suggestions', tags: ['JavaScript'], platforms: [] });
  expect(body.titles.map(({ title }) => title)).toContain('Modern JavaScript');
  expect((await callApi(product.url, suggestCourses, { query: { q: 'ed' } })).body.platforms).toEqual([
    'edX',
  ]);
});
