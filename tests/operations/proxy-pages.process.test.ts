import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, isHashed, listBuiltFiles } from '#services/platform/http/pages/build-files.ts';
import { publishPages } from '#services/platform/http/pages/publish-pages.ts';
import { fetchRaw } from '../bench/load/fetch-raw.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { type Caddy, startCaddy } from '../support/servers/start-caddy.ts';
import { needs, requireCaddy } from '../support/vitest/requirements.ts';

// The proxy knows when a file was written; the API what is in it.
const ofTheServer = [
  // Of responses that are passed on as they come.
  'content-length',
  'transfer-encoding',
  'accept-ranges',
  'date',
  'etag',
  'last-modified',
  'server',
  'connection',
  'keep-alive',
  'x-request-id',
];

async function answerOf(url: string, path: string, accepted: Record<string, string> = {}) {
  const { status, headers: received, body } = await fetchRaw(`${url}${path}`, accepted);
  const headers: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(received).filter(([name]) => !ofTheServer.includes(name))),
    // A list, in which Caddy repeats names.
    vary: [...new Set(String(received.vary).split(', '))],
  };
  return {
    status,
    headers,
    body: createHash('sha256').update(decode(body, received['content-encoding'])).digest('hex'),
  };
}

function decode(body: Buffer, encoding: unknown): Buffer {
  if (body.length === 0) return body;
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
}

describe('pages that the proxy serves', needs(requireCaddy()), () => {
  let product: TestProduct;
  let dist: string;
  let folder: string;
  let proxy: Caddy & { url: string };
  const temporary: string[] = [];
  const newFolder = async () => {
    const temp = await mkdtemp(join(tmpdir(), 'courselift-published-'));
    temporary.push(temp);
    return temp;
  };
  const start = async (pages: string) => {
    const caddy = await startCaddy([Number(new URL(product.url).port)], await newFolder(), pages);
    return { ...caddy, url: `http://localhost:${caddy.port}` };
  };

  beforeAll(async () => {
    dist = await builtPages();
    product = await startTestProduct({ TRUST_PROXY_HOPS: '1' }, dist);
    folder = await newFolder();
    await publishPages(dist, folder, product.url);
    proxy = await start(folder);
  });
  afterAll(async () => {
    await proxy?.close();
    await product?.close();
    for (const temp of temporary) await rm(temp, { recursive: true });
  });

  it.each(['br', 'gzip', 'identity'])(
    'are those of the API, with its headers, for browsers that accept %s',
    async (encoding) => {
      const { names } = listBuiltFiles(join(dist, 'client'));
      for (const name of names) {
        const path = isHashed(name) ? `/${name}` : addressOf(name);
        const headers = { 'accept-encoding': encoding };
        expect([name, await answerOf(proxy.url, path, headers)]).toEqual([
          name,
          await answerOf(product.url, path, headers),
        ]);
      }
      expect(names.length).toBeGreaterThan(200);
    },
  );

  it.each([
    ['a page of one person', '/dashboard'],
    ['a page that is rendered on demand', '/leaving'],
    ['the desk', '/ops'],
    ['a page of the desk', '/ops/money'],
    ['an error page', '/404'],
    ['another path of a page', '/help-learner/'],
    ['the file of a page', '/terms.html/index.html'],
    ['an address in capitals', '/TERMS.HTML'],
    ['an unknown address', '/nothing'],
    ['a script that is not there', '/_astro/nothing.js'],
    ['a folder', '/_astro/'],
    ['what only the proxy reads', '/site.caddy'],
    ['a list of what was published', '/assets.txt'],
    ['a way out of the folder', '/_astro/..%2f..%2fcurrent%2fsite.caddy'],
    ['a call', '/api/site/settings'],
    ['health', '/health/live'],
  ])('do not stand before %s (%s)', async (_, path) => {
    const [own, direct] = [await answerOf(proxy.url, path), await answerOf(product.url, path)];
    expect({ ...own, body: undefined }).toEqual({ ...direct, body: undefined });
    if (path === '/dashboard') expect(own.headers['cache-control']).toBe('private, no-store');
  });

  it('answers other methods as the API does', async () => {
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const [own, direct] = await Promise.all(
        [proxy.url, product.url].map(async (url) => {
          const response = await fetch(`${url}/terms.html`, { method });
          return [response.status, response.headers.get('content-type'), await response.text()];
        }),
      );
      expect([method, ...(own ?? [])]).toEqual([method, ...(direct ?? [])]);
    }
  });

  it('sends nothing again to a browser that has it, and ignores ranges', async () => {
    const accepts = { 'accept-encoding': 'gzip, br' };
    const { etag = '' } = (await fetchRaw(`${proxy.url}/`, accepts)).headers;
    expect(etag).not.toBe('');
    const again = await fetchRaw(`${proxy.url}/`, { ...accepts, 'if-none-match': String(etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const part = await fetchRaw(`${proxy.url}/`, { range: 'bytes=5-10' });
    expect(part.status).toBe(200);
  });

  it('are those of the API where nothing was published', async () => {
    const alone = await start(await newFolder());
    try {
      expect(await answerOf(alone.url, '/')).toEqual(await answerOf(product.url, '/'));
    } finally {
      await alone.close();
    }
  });

  it('leave the service worker to the API, which may be one that has switched it off', async () => {
    expect(await answerOf(proxy.url, '/service-worker.js')).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-cache' },
    });
    const off = await startTestProduct({ TRUST_PROXY_HOPS: '1', SERVICE_WORKER: 'off' }, dist);
    const caddy = await startCaddy([Number(new URL(off.url).port)], await newFolder(), folder);
    try {
      const answer = await answerOf(`http://localhost:${caddy.port}`, '/service-worker.js');
      expect(answer).toEqual(await answerOf(off.url, '/service-worker.js'));
      expect(answer.headers).toMatchObject({ 'x-service-worker': 'off', 'cache-control': 'no-cache' });
    } finally {
      await caddy.close();
      await off.close();
    }
  });

  describe('in an upgrade', () => {
    /** A build whose home page and one script differ from those of the last one. Returns the path of its script. */
    const buildNext = async (number: number) => {
      const next = await newFolder();
      await cp(dist, next, { recursive: true });
      const home = `<!doctype html><title>Release ${number}</title>`;
      await writeFile(join(next, 'client/index.html'), home);
      await writeFile(join(next, 'client/index.html.br'), brotliCompressSync(home));
      await writeFile(join(next, 'client/index.html.gz'), gzipSync(home));
      const assets = join(next, 'client/_astro');
      const script = (await readdir(assets)).find((name) => name.endsWith('.js')) ?? '';
      const renamed = `release-${number}.js`;
      await rename(join(assets, script), join(assets, renamed));
      for (const end of ['.br', '.gz']) await rm(join(assets, script + end), { force: true });
      return { next, script: `/_astro/${renamed}`, lost: `/_astro/${script}` };
    };
    const titleOf = async () =>
      /<title>(.*?)<\/title>/.exec(await (await fetch(proxy.url)).text())?.[1] ?? '';
    const statusOf = async (path: string) => (await fetch(proxy.url + path)).status;

    it('change with a reload, and find the scripts of both releases, but not those of the one before', async () => {
      const before = await titleOf();
      const second = await buildNext(2);
      const third = await buildNext(3);
      await publishPages(second.next, folder, product.url);
      expect(await titleOf()).toBe(before);
      expect([await statusOf(second.lost), await statusOf(second.script)]).toEqual([200, 200]);
      await proxy.reload();
      expect(await titleOf()).toBe('Release 2');
      expect([await statusOf(second.lost), await statusOf(second.script)]).toEqual([200, 200]);

      // As the service does at each start.
      await publishPages(second.next, folder, product.url);
      expect(await readdir(join(folder, 'releases'))).toHaveLength(2);

      await publishPages(third.next, folder, product.url);
      await proxy.reload();
      expect([await titleOf(), await statusOf(second.script), await statusOf(third.script)]).toEqual([
        'Release 3',
        200,
        200,
      ]);
      const kept = await readdir(join(folder, 'assets/_astro'));
      expect(kept).not.toContain(second.lost.split('/').at(-1));
      expect(await readdir(join(folder, 'releases'))).toHaveLength(2);
    });

    it('return to the release before, and keep nothing of a write that was interrupted', async () => {
      await writeFile(join(folder, 'assets/_astro/half.js.partial'), 'half');
      const fourth = await buildNext(4);
      await publishPages(fourth.next, folder, product.url);
      await publishPages(dist, folder, product.url);
      await proxy.reload();
      expect(await titleOf()).not.toMatch(/^Release/);
      expect(await statusOf(fourth.script)).toBe(200);
      expect(await readdir(join(folder, 'assets/_astro'))).not.toContain('half.js.partial');
    });
  });
});
