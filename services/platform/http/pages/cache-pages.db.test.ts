import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { writePages } from '#tests/support/pages/write-pages.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';

// An on-demand page as the build leaves it behind; its text counts how often it was rendered.
const entry = `
let rendered = 0;
export async function handler(req, res, next, locals) {
  const url = new URL(req.url, 'http://x');
  rendered += 1;
  const shared = { 'content-type': 'text/html', 'cache-control': 'public, max-age=30, stale-while-revalidate=300' };
  if (url.pathname === '/private') return void res.writeHead(200, { ...shared, 'cache-control': 'no-cache' }).end('page ' + rendered);
  if (url.pathname === '/failed') return void res.writeHead(503, shared).end('page ' + rendered);
  if (url.pathname === '/searched') {
    const search = await locals.findCourse('nothing');
    return void res.writeHead(search.status === 429 ? 429 : 200, { ...shared, ...(search.status === 429 && { 'cache-control': 'no-store' }) }).end('page');
  }
  res.writeHead(200, shared);
  res.write('page ' + rendered + ' ');
  if (url.searchParams.has('halves')) await new Promise((resolve) => res.on('close', resolve));
  return void res.end('x'.repeat(Number(url.searchParams.get('size') ?? 2000)));
}`;

let dir: string;
let product: TestProduct;
beforeAll(async () => {
  dir = await writePages(entry);
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1' }, dir);
});
afterAll(async () => {
  await product?.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (path: string, headers = {}) => rawCall(product.url, path, { headers });
/** Returns a page that two requests in a row got: the first connection of the change feed drops what was stored before. */
const getStored = (path: string, headers = {}) =>
  vi.waitFor(async () => {
    const [{ text }, again] = [await get(path, headers), await get(path, headers)];
    expect([again.status, again.text]).toEqual([200, text]);
    return again;
  }, patient);
const insertCourse = (title: string) =>
  product.db.query(
    `INSERT INTO courses (title, description, platform, url, level, status, tags)
     VALUES ($1, 'About it', 'Coursera', 'https://www.coursera.org/learn/' || $1, 'Beginner', 'Free', '{}')`,
    [title],
  );

describe('a rendered page that declares itself as shared', () => {
  it('is rendered once for each URL and encoding', async () => {
    const { text } = await getStored('/page?a');
    expect((await get('/page?b')).text).not.toBe(text);
    const compressed = await getStored('/page?a', { 'accept-encoding': 'gzip' });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect((await getStored('/page?a')).headers['content-encoding']).toBeUndefined();
  });

  it('is never sent in an encoding that the visitor does not accept', async () => {
    const encodingFor = async (accepted: string) =>
      (await get('/page?accepted', { 'accept-encoding': accepted })).headers['content-encoding'];
    for (const accepted of ['gzip, deflate, br', 'gzip', 'deflate', 'gzip, deflate'])
      expect(accepted.split(', ')).toContain(await encodingFor(accepted));
    expect(await encodingFor('identity')).toBeUndefined();
  });

  it('has the same headers when it comes from memory, and is not sent again to those who have it', async () => {
    const { date: _date, 'transfer-encoding': _chunked, ...first } = (await get('/page?headers')).headers;
    const { headers } = await getStored('/page?headers');
    expect(headers).toMatchObject({ ...first, etag: expect.any(String) });
    const known = await get('/page?headers', { 'if-none-match': `${headers.etag}` });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  it('is rendered again as soon as a course changes', async () => {
    const changes = [
      () => insertCourse('weaving'),
      () => product.db.query('UPDATE courses SET hidden_at = now()'),
      () => product.db.query('DELETE FROM courses'),
    ];
    for (const change of changes) {
      const { text } = await getStored('/page?changes');
      await change();
      await vi.waitFor(async () => expect((await get('/page?changes')).text).not.toBe(text), patient);
    }
  });

  it('is not kept when it failed, is private, is larger than a page may be, or its visitor left early', async () => {
    for (const path of ['/failed', '/private', '/page?size=600000']) {
      const { text } = await get(path);
      expect((await get(path)).text.slice(0, 20), path).not.toBe(text.slice(0, 20));
    }
    const leave = async () => {
      const leaving = new AbortController();
      const headers = { 'accept-encoding': 'identity' };
      const { body } = await fetch(`${product.url}/page?halves`, { headers, signal: leaving.signal });
      const first = await body?.getReader().read();
      leaving.abort();
      return /page \d+/.exec(Buffer.from(first?.value ?? '').toString())?.[0];
    };
    expect(await leave()).not.toBe(await leave());
  });

  it('counts against the rate limit of its visitor, from memory as well', async () => {
    const statuses = new Set<number>();
    for (let visit = 0; visit < 400 && !statuses.has(429); visit += 1)
      statuses.add((await get('/searched')).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
