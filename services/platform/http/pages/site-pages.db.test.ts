import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '#tests/security/support/expect-clean.ts';
import { headerProblems } from '#tests/security/support/header-problems.ts';
import { rawCall } from '#tests/security/support/raw-call.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { documentHeaders } from '../middleware.ts';

const onlyAsHeader =
  "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types service-worker; worker-src 'self'";
const home = '<!doctype html><title>Home</title>';

// The files of a build, Astro's on-demand pages included, as small as it gets.
const entry = `
export async function handler(req, res, next) {
  const { pathname } = new URL(req.url, 'http://x');
  if (pathname === '/made') {
    res.statusMessage = 'OK';
    res.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'self';" });
    res.write('<!doctype html><title>Made</title>' + ' '.repeat(5000));
    return res.end();
  }
  if (pathname === '/failed') {
    res.writeHead(500, { 'content-type': 'text/html' });
    return res.end('<!doctype html><title>Failed inside</title>');
  }
  if (pathname === '/boom') throw new Error('at /srv/app/secret.ts: SELECT 1');
  if (pathname === '/away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  return next();
}`;

/** Writes a built site and returns its folder. */
async function build(pages: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'courselift-pages-'));
  await mkdir(join(dir, 'client', '_astro'), { recursive: true });
  await mkdir(join(dir, 'client', 'drawings'));
  await mkdir(join(dir, 'client', 'terms.html'));
  await mkdir(join(dir, 'server'));
  const files: Record<string, string | Buffer> = {
    'secret.txt': 'outside of the pages',
    'package.json': '{"type":"module"}',
    'server/entry.mjs': entry,
    'client/index.html': home,
    'client/index.html.br': brotliCompressSync(home),
    'client/index.html.gz': gzipSync(home),
    'client/_astro/code.Abc123.js': 'code()',
    'client/drawings/sprite.abc123.svg': '<svg/>',
    ...pages,
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(dir, file), content);
  const policies = ['/', '/404', '/500'].map((pathname) => ({
    pathname,
    headers: [{ key: 'Content-Security-Policy', value: `default-src 'self'; img-src ${pathname}.example;` }],
  }));
  await writeFile(join(dir, '_headers.json'), JSON.stringify(policies));
  return dir;
}

let product: TestProduct;
let dir: string;
beforeAll(async () => {
  dir = await build({
    'client/404.html': '<!doctype html><title>Nothing here</title>',
    'client/500.html': '<!doctype html><title>Our fault</title>',
    'client/ops.html': '<!doctype html><title>The desk</title>',
    'client/old.html': '<!doctype html><title>Of an earlier build</title>',
    'client/service-worker.js': 'work()',
    'client/remove-service-worker.js': 'remove()',
    'client/terms.html/index.html': '<!doctype html><title>Terms</title>',
  });
  product = await startTestProduct({}, dir);
});
afterAll(async () => {
  await product?.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (path: string, headers = {}, method = 'GET') => rawCall(product.url, path, { headers, method });

describe('a built page', () => {
  // ASVS 3.4.3, 3.4.6
  it('comes with its policy, and what a policy in a page cannot say', async () => {
    const answer = await get('/');
    expect([answer.status, answer.text]).toEqual([200, home]);
    expect(answer.headers).toMatchObject({
      'content-security-policy': `default-src 'self'; img-src /.example; ${onlyAsHeader}`,
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['', undefined],
  ])('is sent compressed to those who accept "%s"', async (accepted, encoding) => {
    const answer = await get('/', { 'accept-encoding': accepted });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  });

  it('is not sent again to those who have it', async () => {
    const { headers } = await get('/', { 'accept-encoding': 'br' });
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': `${headers.etag}` });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': `${headers.etag}` })).status).toBe(
      200,
    );
  });

  it('can be asked for its head, and not be posted to', async () => {
    const head = await get('/', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', `${home.length}`]);
    for (const method of ['POST', 'PUT', 'DELETE']) expectRefusal(method, await get('/', {}, method), 404);
  });

  it.each(['bytes=0-1', 'bytes=5-2', 'bytes=99999-', 'items=x'])('is whole, also for "%s"', async (range) => {
    const answer = await get('/', { range });
    expect([answer.status, answer.text]).toEqual([200, home]);
  });

  it('has the security headers of every response, and so has every other file and page', async () => {
    for (const path of [
      '/',
      '/drawings/sprite.abc123.svg',
      '/_astro/gone.js',
      '/made',
      '/failed',
      '/boom',
      '/nothing',
    ])
      expect(headerProblems((await get(path)).headers), path).toEqual([]);
  });

  it('sends a script without the headers that browsers read of documents alone', async () => {
    const { headers } = await get('/_astro/code.Abc123.js');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(documentHeaders.filter((name) => name.toLowerCase() in headers)).toEqual([]);
  });

  it.each(['/_astro/code.Abc123.js', '/drawings/sprite.abc123.svg'])(
    'keeps %s for ever, named by its content',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect((await get('/_astro/gone.js')).headers['cache-control']).toBe('no-cache');
    },
  );
});

it.each([
  ['/index.html', '/'],
  ['/index', '/'],
  ['/index.html?a=1&b=%2F', '/?a=1&b=%2F'],
  ['/old/', '/old'],
  ['/old.html?q=a%20b', '/old?q=a%20b'],
  ['/old/index.html', '/old'],
  ['/terms', '/terms.html'],
  ['/terms/?', '/terms.html?'],
  ['/terms.html/', '/terms.html'],
  ['/terms.html/index.html', '/terms.html'],
  ['/explore/?search=a%26b', '/explore?search=a%26b'],
  ['/explore/some-course/', '/explore/some-course'],
])('a second address of a page leads to the one address, with the query: %s', async (path, address) => {
  const { status, headers, text } = await get(path);
  expect([status, headers.location, text]).toEqual([308, address, '']);
  const head = await get(path, {}, 'HEAD');
  expect([head.status, head.headers.location]).toEqual([308, address]);
});

it.each(['/', '/?a', '/old', '/terms.html'])(
  'the one address of a page responds with it: %s',
  async (path) => {
    expect((await get(path)).status).toBe(200);
  },
);

it.each(['//explore/', '/explore//', '//evil.example/explore/', '/%5cevil.example/'])(
  'no redirect leads to another site: %s',
  async (path) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([404, undefined]);
  },
);

it('serves the pages of its start while a build replaces the files', async () => {
  const client = join(dir, 'client');
  await rename(join(client, 'old.html'), join(client, 'moved.html'));
  expect(await get('/old')).toMatchObject({
    status: 200,
    text: '<!doctype html><title>Of an earlier build</title>',
  });
});

describe('a page made on demand', () => {
  it('comes compressed, with its policy completed', async () => {
    const answer = await get('/made', { 'accept-encoding': 'gzip' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-security-policy': `default-src 'self'; ${onlyAsHeader}`,
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
    });
    const head = await get('/made', {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('has a policy also when Astro itself says that it failed', async () => {
    const answer = await get('/failed');
    expect([answer.status, answer.headers['content-security-policy']]).toEqual([
      500,
      `default-src 'self'; img-src /500.example; ${onlyAsHeader}`,
    ]);
  });

  // ASVS 16.5.1
  it.each([
    ['/boom', 500, undefined],
    ['/away', 503, '5'],
  ])('that throws responds to browsers with a page: %s', async (path, status, retryAfter) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([status, '<!doctype html><title>Our fault</title>']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'self'; img-src /500.example; ${onlyAsHeader}`,
      'cache-control': 'no-store',
      ...(retryAfter && { 'retry-after': retryAfter }),
    });
  });

  it('that throws has a page to show even where the build has none', async () => {
    const bare = await build({ 'client/404.html': '<!doctype html><title>Nothing here</title>' });
    const other = await startTestProduct({}, bare);
    const answer = await rawCall(other.url, '/boom');
    await other.close();
    await rm(bare, { recursive: true });
    expect([answer.status, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<h1>Something went wrong</h1>');
    expect(answer.text).not.toContain('secret');
  });
});

// ASVS 3.4.6, 13.4.3
it.each(['/nothing', '/styleguide', '/404', '/404.html', '/500', '/500.html', '/500.html.br', '/_astro/'])(
  'responds to browsers with a page where there is none: %s',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([404, '<!doctype html><title>Nothing here</title>']);
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'self'; img-src /404.example; ${onlyAsHeader}`,
    );
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([404, '']);
  },
);

// ASVS 1.1.1
it.each(['/ops', '/ops/', '/%6fps', '/o%70s', '//ops'])(
  'the page of the desk is not there without a session, however its path is written: %s',
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.text]).toEqual([404, '<!doctype html><title>Nothing here</title>']);
  },
);

it('responds with JSON to programs where there is no call, also beside pages', async () => {
  for (const method of ['GET', 'POST', 'HEAD'])
    for (const path of ['/api', '/api/nothing', '/api/course/nothing']) {
      const answer = await get(path, {}, method);
      if (method === 'HEAD') expect(answer.headers['content-type']).toMatch(/json/);
      else expectRefusal(`${method} ${path}`, answer, 404);
    }
});

// ASVS 1.1.1, 5.3.1, 5.3.2, 13.2.5, 13.4.1
it.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/%00',
  '/%zz',
  '/index.html%00.png',
])('serves nothing outside of the pages, as in %s', async (path) => {
  const answer = await get(path);
  expect([400, 404]).toContain(answer.status);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.text).not.toContain('outside of the pages');
});

describe('the service worker', () => {
  const headers = {
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'content-type': 'text/javascript',
  };

  it('is checked by browsers with each visit, and may load files of the site alone', async () => {
    const answer = await get('/service-worker.js');
    expect([answer.status, answer.text, answer.headers]).toMatchObject([200, 'work()', headers]);
    expect(answer.headers).not.toHaveProperty('x-service-worker');
  });

  it('is replaced by the one that removes it where it is switched off, which pages can read', async () => {
    const off = await startTestProduct({ SERVICE_WORKER: 'off' }, dir);
    try {
      const answer = await rawCall(off.url, '/service-worker.js', { headers: {}, method: 'GET' });
      expect([answer.status, answer.text, answer.headers]).toMatchObject([
        200,
        'remove()',
        { ...headers, 'x-service-worker': 'off' },
      ]);
    } finally {
      await off.close();
    }
  });
});
