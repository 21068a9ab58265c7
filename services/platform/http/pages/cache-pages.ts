import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { registry } from '../../metrics/registry.ts';

/** Limits of the cache: bytes of all pages together and of one, and the length of a URL. */
const maxBytes = 32 * 1024 * 1024;
const maxPageBytes = 512 * 1024;
const maxUrlLength = 500;

const cacheRequests = new Counter({
  name: 'courselift_page_cache_requests_total',
  help: 'Requests for pages that this process looked up in its cache of rendered pages.',
  labelNames: ['result'] as const,
  registers: [registry],
});
const hit = { result: 'hit' };
const miss = { result: 'miss' };
for (const result of [hit, miss]) cacheRequests.inc(result, 0);

interface StoredPage {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export interface PageCacheOptions {
  /** Counts one view; false above the rate limit, so that the page itself says so. */
  isWithinLimit(req: Request): Promise<boolean>;
  /** Calls `onChange` whenever the content of the pages may have changed. */
  watch(onChange: () => void): void;
}

/**
 * Middleware that keeps rendered pages in memory, as they were sent, by URL and accepted encodings. It keeps what the page itself
 * declares as shared (`Cache-Control: public, max-age=…`), for that time at most, and drops everything when the content
 * changes. Pages are the same for all visitors: their session is not sent with them.
 */
export function cachePages({ isWithinLimit, watch }: PageCacheOptions): RequestHandler {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    maxEntrySize: maxPageBytes,
    sizeCalculation: ({ body }, key) => body.length + key.length + 1_000,
  });
  let generation = 0;
  watch(() => {
    generation += 1;
    pages.clear();
  });
  return async (req, res, next) => {
    if (req.method !== 'GET' || req.originalUrl.length > maxUrlLength) return next();
    // All that the visitor accepts: which of them is sent is decided later.
    const accepted = ['br', 'gzip', 'deflate'].filter((encoding) => req.acceptsEncodings(encoding));
    const key = `${accepted} ${req.originalUrl}`;
    const page = pages.get(key);
    if (page && (await isWithinLimit(req))) {
      cacheRequests.inc(hit);
      return send(req, res, page);
    }
    cacheRequests.inc(miss);
    const startedIn = generation;
    captureBody(res, (body) => {
      const ttl = sharedForMs(res);
      if (ttl === 0 || generation !== startedIn) return;
      const headers = res.getHeaders();
      delete headers['transfer-encoding'];
      headers.etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      pages.set(key, { headers, body }, { ttl });
    });
    next();
  };
}

function send(req: Request, res: Response, { headers, body }: StoredPage): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.setHeader(name, value);
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

/** For how long a shared cache may keep a response, by its own headers; 0 for one that is not a whole page. */
function sharedForMs(res: Response): number {
  const maxAgeS = /^public, max-age=(\d+)/.exec(String(res.getHeader('cache-control')))?.[1];
  return res.statusCode === 200 && maxAgeS && !res.hasHeader('set-cookie') ? Number(maxAgeS) * 1000 : 0;
}

// Called with the bytes of a response that was sent completely, unless they are more than a page may have.
function captureBody(res: Response, done: (body: Buffer) => void): void {
  const { write, end } = res;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return;
    const data =
      typeof chunk === 'string' ? Buffer.from(chunk, encoding as BufferEncoding) : Buffer.from(chunk);
    bytes += data.length;
    if (bytes <= maxPageBytes) chunks.push(data);
  };
  res.write = ((...args: Parameters<typeof write>) => {
    keep(args[0], args[1]);
    return write.apply(res, args);
  }) as typeof write;
  res.end = ((...args: Parameters<typeof end>) => {
    keep(args[0], args[1]);
    end.apply(res, args);
    // A visitor who leaves early ends the response before the page is complete.
    if (bytes <= maxPageBytes && !res.destroyed) done(Buffer.concat(chunks));
    return res;
  }) as typeof end;
}
