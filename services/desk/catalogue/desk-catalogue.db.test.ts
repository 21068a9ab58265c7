import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { filterCourses, getCourse } from '#contracts/catalogue/catalogue.ts';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import * as desk from '#contracts/desk/desk-catalogue.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { type FakePlatform, startPlatform } from '#tests/catalogue/fake-platform.ts';
import { uploadCourses } from '#tests/catalogue/upload-courses.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

const reason = 'The platform says so.';
const row: CourseRow = {
  title: 'Knitting for engineers',
  description: 'Wool and logic.',
  platform: 'Coursera',
  url: 'https://www.coursera.org/learn/knitting',
  level: 'Beginner',
  status: 'Paid',
  access: 'paid',
  price: 40,
  priceUnit: 'USD',
  tags: ['wool'],
};

let product: TestProduct;
let ada: TestOperator;
let platform: FakePlatform;
beforeAll(async () => {
  platform = await startPlatform();
  product = await startTestProduct({ LINK_CHECK_HOSTS: platform.host });
  await product.startWorkers();
  ada = await joinDesk(product, 'operator', 'Ada');
  await writeCourses(product.db, [row]);
});
afterAll(async () => {
  await product?.close();
  platform?.close();
});

const find = async (query: Record<string, string>) =>
  (await callDesk(product.url, desk.findDeskCourses, { query }, ada.cookie)).body.data.courses;
const courseOf = async (search: string) => {
  const [course] = await find({ search });
  if (!course) throw new Error(`There is no course ${search}`);
  return course;
};
const change = (
  contract: typeof desk.hideCourse | typeof desk.showCourse | typeof desk.releaseCourse,
  id: string,
  why = reason,
) => callDesk(product.url, contract, { params: { id }, body: { reason: why } }, ada.cookie);
const correct = (id: string, body: object) =>
  callDesk(
    product.url,
    desk.correctCourse,
    { params: { id }, body: { reason, ...body } as never },
    ada.cookie,
  );
const countFound = async (search: string) =>
  (await callApi(product.url, filterCourses, { query: { search } })).body.totalCourses;
const asTyped = ({ title, url, access, price, priceUnit }: desk.DeskCourse) => ({
  ...{ title, url, access, price, priceUnit: priceUnit ?? undefined },
});

it('hides a course from search, suggestions and its page until it is shown again; imports leave it hidden', async () => {
  const { id, slug } = await courseOf('knitting coursera');
  const page = () => callApi(product.url, getCourse, { params: { slug } });
  expect([await countFound('knitting'), (await page()).status]).toEqual([1, 200]);
  expect((await change(desk.showCourse, id)).status).toBe(409);
  expect((await change(desk.hideCourse, id, ' ')).body.message).toBe('Please give a reason.');
  expect((await change(desk.hideCourse, id)).status).toBe(200);
  expect((await change(desk.hideCourse, id)).status).toBe(409);
  await writeCourses(product.db, [{ ...row, description: 'Changed.' }]);
  expect([await countFound('knitting'), (await page()).status]).toEqual([0, 404]);
  await product.db.query('SELECT rebuild_search()');
  expect(await countFound('knitting')).toBe(0);
  expect((await find({ show: 'hidden' })).map(({ hiddenReason }) => hiddenReason)).toEqual([reason]);
  expect(await find({ search: 'knitting' })).toMatchObject([{ id, hiddenReason: reason }]);
  expect((await change(desk.showCourse, id)).status).toBe(200);
  expect([await countFound('knitting'), (await page()).status]).toEqual([1, 200]);
  expect((await change(desk.hideCourse, crypto.randomUUID())).status).toBe(404);
});

it('keeps what was corrected when the same file is imported again, also the link, until it is released', async () => {
  const course = await courseOf('knitting');
  const url = 'https://www.coursera.org/learn/knitting-2';
  expect((await correct(course.id, asTyped(course))).status).toBe(422);
  expect((await correct(course.id, { ...asTyped(course), price: 'much' })).status).toBe(422);
  const unpriced = await correct(course.id, { ...asTyped(course), access: 'free-to-learn' });
  expect(unpriced.body).toMatchObject({ errors: { price: 'A free course has no price.' } });
  const corrected = await correct(course.id, {
    ...asTyped(course),
    title: 'Knitting, revised',
    url,
    price: 35.5,
  });
  expect(corrected.body.message).toBe('Corrected: Title, Link, Price. Imports do not overwrite it.');
  const counts = await writeCourses(product.db, [{ ...row, description: 'New words.' }]);
  expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0 });
  expect(await courseOf('knitting')).toMatchObject({
    ...{ id: course.id, slug: course.slug, title: 'Knitting, revised', url, price: 35.5 },
    correctedFields: ['title', 'url', 'price'],
  });
  // The former and the present link in one file are one course.
  const both = await writeCourses(product.db, [row, { ...row, url }]);
  expect(both).toEqual({ added: 0, changed: 1, unchanged: 1 });
  expect((await find({ search: 'knitting' })).length).toBe(1);
  expect((await change(desk.releaseCourse, course.id)).status).toBe(200);
  await writeCourses(product.db, [row]);
  expect(await courseOf('knitting')).toMatchObject({ title: row.title, url, price: 40, correctedFields: [] });
  const { body } = await callDesk(product.url, desk.getDeskCourse, { params: { id: course.id } }, ada.cookie);
  expect(body.data.history.map(({ action, actor }) => [action, actor])).toContainEqual([
    'course.corrected',
    'Ada',
  ]);
  expect(body.data.history[0]).toMatchObject({ action: 'course.released' });
});

it('finds courses by beginnings of words and by their link, page by page, with hidden ones first', async () => {
  const urls = [1, 2, 3].map((n) => `https://www.coursera.org/learn/felting-${n}`);
  await writeCourses(
    product.db,
    urls.map((url, n) => ({ ...row, title: `Felting, part ${n + 1}`, url })),
  );
  const all = await find({ search: 'felt' });
  expect(all.map(({ url }) => url).toSorted()).toEqual(urls);
  const page = async (n: number) =>
    (
      await callDesk(
        product.url,
        desk.findDeskCourses,
        { query: { search: 'felting', limit: '2', page: String(n) } as object },
        ada.cookie,
      )
    ).body.data;
  const pages = [await page(1), await page(2), await page(3)];
  expect(pages.map(({ courses, hasMore }) => [courses.length, hasMore])).toEqual([
    [2, true],
    [1, false],
    [0, false],
  ]);
  expect(new Set(pages.flatMap(({ courses }) => courses.map(({ id }) => id))).size).toBe(3);
  for (const link of [urls[1], 'www.coursera.org/learn/felting-2'])
    expect((await find({ search: link ?? '' })).map(({ url }) => url)).toEqual([urls[1]]);
  const last = all.find(({ url }) => url === urls[2]);
  await change(desk.hideCourse, last?.id ?? '');
  expect((await find({ search: 'felting' }))[0]?.id).toBe(last?.id);
  expect((await find({ search: urls[2] ?? '' })).map(({ id }) => id)).toEqual([last?.id]);
  expect(await find({ search: '???' })).toEqual([]);
});

it('does not give two courses of a platform the same link, also when two operators correct at once', async () => {
  const urls = ['https://www.coursera.org/learn/a1', 'https://www.coursera.org/learn/a2'];
  await writeCourses(
    product.db,
    urls.map((url, n) => ({ ...row, title: ['First twin', 'Second twin'][n] ?? '', url })),
  );
  const [first, second] = [await courseOf('first twin'), await courseOf('second twin')];
  const url = 'https://www.coursera.org/learn/a3';
  const done = await Promise.all(
    [first, second].map((course) => correct(course.id, { ...asTyped(course), url })),
  );
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('rejects two corrections that swap links at once, instead of letting them block each other', async () => {
  const urls = ['https://www.coursera.org/learn/swap-1', 'https://www.coursera.org/learn/swap-2'];
  await writeCourses(
    product.db,
    urls.map((url, n) => ({ ...row, title: ['Origami basics', 'Macrame basics'][n] ?? '', url })),
  );
  const [first, second] = [await courseOf('origami'), await courseOf('macrame')];
  // Both corrections hold what they lock first before either continues.
  const swapped = await product.db.transaction(async (manager) => {
    await manager.query('LOCK TABLE course_former_links IN SHARE MODE');
    const corrections = [
      correct(first.id, { ...asTyped(first), url: second.url }),
      correct(second.id, { ...asTyped(second), url: first.url }),
    ];
    await waitForLockWaits(product, 2);
    return { corrections };
  });
  const done = await Promise.all(swapped.corrections);
  expect(done.map(({ status, body }) => [status, body.message])).toEqual([
    [409, 'Another course of this platform has this link.'],
    [409, 'Another course of this platform has this link.'],
  ]);
});

it('imports files with the same courses in opposite order at once', async () => {
  const files = ['k1', 'k2', 'k3'].map((name) => ({ ...row, url: `https://www.coursera.org/learn/${name}` }));
  await writeCourses(product.db, files);
  const change = (description: string) => files.map((course) => ({ ...course, description }));
  const imports = await product.db.transaction(async (manager) => {
    await manager.query('SELECT 1 FROM courses WHERE url = $1 FOR UPDATE', [files[1]?.url]);
    const running = [
      writeCourses(product.db, change('One.')),
      writeCourses(product.db, change('Two.').toReversed()),
    ];
    await waitForLockWaits(product, 2);
    return { running };
  });
  expect(await Promise.all(imports.running)).toEqual([
    { added: 0, changed: 3, unchanged: 0 },
    { added: 0, changed: 3, unchanged: 0 },
  ]);
});

it('hides a course while an import changes the words and facets of another one', async () => {
  const url = (name: string) => `https://www.coursera.org/learn/${name}`;
  const [imported, hidden] = [
    { ...row, title: 'Basketry', url: url('basketry') },
    { ...row, title: 'Abacus', url: url('abacus') },
  ];
  await writeCourses(product.db, [imported, hidden, { ...row, title: 'Aardvarks', url: url('aardvarks') }]);
  const { id } = await courseOf('abacus');
  // The import has counted the old words of its course, some of which both have, and waits for the first of the new ones.
  // Hiding the other course counts the second of them.
  const both = await product.db.transaction(async (manager) => {
    await manager.query(`SELECT 1 FROM catalogue_words WHERE word = '^aardvarks' FOR UPDATE`);
    const importing = writeCourses(product.db, [{ ...imported, title: 'Aardvarks abacus' }]);
    await waitForLockWaits(product, 1);
    const hiding = change(desk.hideCourse, id).then(({ status }) => status);
    await waitForLockWaits(product, 2);
    return { running: [importing, hiding] };
  });
  expect(await Promise.all(both.running)).toEqual([{ added: 0, changed: 1, unchanged: 0 }, 200]);
});

const importFile = (text: string | Buffer, fields?: Record<string, string>) =>
  uploadCourses(product.url, ada, text, fields);
const ended = (id: string) =>
  vi.waitFor(async () => {
    const { body } = await callDesk(product.url, desk.listImports, {}, ada.cookie);
    const run = body.data.find((entry) => entry.id === id);
    expect(run?.finishedAt).toEqual(expect.any(String));
    return run;
  }, patient);

it('imports an uploaded file as a job, and lists what was refused with its line', async () => {
  // As spreadsheet programs of some countries save it.
  const header = 'title;platform;url;status';
  const good = [1, 2, 3].map((n) => `Pottery ${n};Coursera;https://www.coursera.org/learn/pottery-${n};Free`);
  const { status, body } = await importFile([header, ...good, 'No link;Coursera;;Free', ''].join('\n'));
  expect(status).toBe(202);
  const done = await ended(body.data.id);
  expect(done).toMatchObject({ status: 'finished', share: 1, requestedBy: 'Ada', failure: null });
  expect(done?.counts).toMatchObject({ rows: 4, added: 3, refused: 1 });
  expect(done?.rejections).toEqual([{ line: 5, problem: 'url: The link is missing.' }]);
  expect(await countFound('pottery')).toBe(3);
  const [stored] = await product.db.query('SELECT content FROM course_uploads WHERE id = $1', [body.data.id]);
  expect(stored.content).toBeNull();
});

it('says what is wrong with a file that cannot be imported', async () => {
  const { body } = await importFile('name,link\na,b\n');
  const failed = await ended(body.data.id);
  expect(failed).toMatchObject({ status: 'failed' });
  expect(failed?.failure).toMatch(/^c\.csv has no column title .* Its columns are: name, link\.$/);
  expect((await importFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).status).toBe(415);
  expect((await importFile('a,b\n', { preset: 'unknown' })).status).toBe(422);
  expect((await importFile('x'.repeat(desk.startImport.file.maxBytes + 1))).status).toBe(413);
});

// ASVS 1.3.6
it('finds a dead link when an operator asks, without leaving the allowed hosts', async () => {
  const url = (name: string) => `http://${platform.host}/${name}`;
  const insert = (name: string) =>
    product.db.query(
      `INSERT INTO courses (title, description, platform, url, level, status, slug)
       VALUES ($1, '', 'Local', $2, 'All', 'Free', $1)`,
      [name, url(name)],
    );
  for (const name of ['gone', 'no-head', 'away']) await insert(name);
  platform.answers.set('HEAD /gone', 404).set('HEAD /no-head', 405).set('HEAD /away', 302);
  const check = async (name: string) => {
    const { id } = await courseOf(name);
    const asked = await callDesk(product.url, desk.checkCourseLink, { params: { id } }, ada.cookie);
    expect(asked.status).toBe(200);
    return vi.waitFor(async () => {
      const { link } = await courseOf(name);
      expect(link).not.toBeNull();
      return link;
    }, patient);
  };
  expect(await check('gone')).toMatchObject({ isDead: true, problem: 'The platform responds with 404.' });
  expect(await check('no-head')).toMatchObject({ isDead: false, problem: null });
  expect(await check('away')).toMatchObject({
    isDead: false,
    problem: 'The link leads to a host that is not checked.',
  });
  expect(platform.seen).toEqual(['HEAD /gone', 'HEAD /no-head', 'GET /no-head', 'HEAD /away']);
  expect((await find({ show: 'dead' })).map(({ title }) => title)).toEqual(['gone']);
  const { id } = await courseOf('knitting');
  const refused = await callDesk(product.url, desk.checkCourseLink, { params: { id } }, ada.cookie);
  expect(refused.status).toBe(409);
});
