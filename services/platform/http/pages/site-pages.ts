import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import compression from 'compression';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import onHeaders from 'on-headers';
import { dayMs } from '#contracts/durations.ts';
import type { PageLocals } from '#contracts/site/page-locals.ts';
import { type Config, ConfigError } from '../../config.ts';
import { html } from '../../html.ts';
import type { Logger } from '../../log.ts';
import { describeReference, logFailure, toHttpError } from '../error-handler.ts';
import { builtFiles, leadToAddress } from './built-files.ts';
import { cachePages, type PageCacheOptions } from './cache-pages.ts';
import { completePolicy, type PolicyOf, readPolicies } from './page-policies.ts';

/** Creates the router of the built site: precompressed static files, then pages rendered on demand, then the 404 page. */
export function sitePages(
  dir: string,
  log: Logger,
  {
    localsFor,
    cache,
    hasServiceWorker,
  }: { localsFor: LocalsFor; cache: PageCacheOptions; hasServiceWorker: boolean },
): Router {
  const client = join(dir, 'client');
  if (!existsSync(join(client, 'index.html')))
    throw new ConfigError(`The pages are not built: ${client} is empty. Run: npm run build`);
  const policyOf = readPolicies(join(dir, '_headers.json'));
  const notFoundPage: RequestHandler = (_req, res) => {
    res.status(404).set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policyOf('/404') });
    res.sendFile('404.html', { root: client });
  };
  // The build precompresses the prerendered pages; all other responses are compressed here. This quality takes as long as the default
  // one, 4, and pages are a twentieth smaller.
  const compress = compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } });
  const router = express.Router();
  router.use(allowReads);
  // Error pages are not served under their own path.
  router.use(/^\/(404|500)(\/|\.html.*)?$/, compress, notFoundPage);
  if (!hasServiceWorker) router.use(removeServiceWorker);
  router.use(builtFiles(client, policyOf));
  router.use(leadToAddress, cachePages(cache), compress);
  const entry = join(dir, 'server', 'entry.mjs');
  const scriptImports = readImports(join(dir, '_imports.json'));
  const withImports = (req: Request) => ({ ...localsFor(req), scriptImports });
  if (existsSync(entry)) router.use(onDemandPages(entry, policyOf, withImports));
  router.use(notFoundPage);
  router.use(createErrorPage(client, policyOf, log));
  return router;
}

// Ranges are of no use for pages, and an invalid range would break the response. Other methods skip this router.
const allowReads: RequestHandler = (req, _res, next) => {
  delete req.headers.range;
  next(req.method === 'GET' || req.method === 'HEAD' ? undefined : 'router');
};

// The header is for pages, which do not register it then.
const removeServiceWorker: RequestHandler = (req, res, next) => {
  if (req.path === '/service-worker.js') {
    res.setHeader('X-Service-Worker', 'off');
    req.url = '/remove-service-worker.js';
  }
  next();
};

type AstroHandler = (...args: [...Parameters<RequestHandler>, locals?: object]) => unknown;

export type LocalsFor = (req: Request) => object;

/**
 * Creates the middleware for pages that Astro renders on demand, from the entry module of its build. The module is imported
 * with the first of them: it brings React and Astro, a tenth of the idle memory of the API.
 */
function onDemandPages(entry: string, policyOf: PolicyOf, localsFor: LocalsFor): RequestHandler {
  const { href } = pathToFileURL(entry);
  return async (req, res, next) => {
    const { handler } = (await import(href)) as { handler: AstroHandler };
    setPageHeaders(res, policyOf);
    // Awaited, so that Express passes its errors to the error page.
    await handler(req, res, next, localsFor(req));
  };
}

// Astro sets its headers only when it writes them, and sends its error pages without a Content-Security-Policy.
function setPageHeaders(res: Response, policyOf: PolicyOf): void {
  onHeaders(res, () => {
    if (!/^text\/html\b/.test(String(res.getHeader('content-type')))) return;
    const policy = res.getHeader('content-security-policy');
    res.setHeader(
      'Content-Security-Policy',
      policy ? completePolicy(`${policy}`) : policyOf(`/${res.statusCode}`),
    );
    if (!res.hasHeader('cache-control')) res.setHeader('Cache-Control', 'no-cache');
  });
}

/**
 * Creates the error middleware of the pages: responds with the built `500.html` for server errors and `404.html` for
 * bad addresses, or with a plain page where the build has none.
 */
function createErrorPage(client: string, policyOf: PolicyOf, log: Logger): ErrorRequestHandler {
  const serverErrorPage = readPage(join(client, '500.html')) ?? plainPage;
  const notFoundPage = readPage(join(client, '404.html')) ?? plainPage;
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const httpError = toHttpError(error);
    logFailure(log, httpError, error, req);
    const isServerError = httpError.status >= 500;
    res.status(httpError.status).set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(isServerError ? '/500' : '/404'),
      ...(httpError.retryAfterS && { 'Retry-After': String(httpError.retryAfterS) }),
    });
    res.type('html').send(isServerError ? withReference(serverErrorPage) : notFoundPage);
  };
}

// The page has an empty paragraph for it.
function withReference(page: string): string {
  const text = describeReference('If you write to us, please name the number');
  return text ? page.replace(/<p data-reference[^<>]*><\/p>/, `<p>${text}</p>`) : page;
}

function readImports(file: string): PageLocals['scriptImports'] {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function readPage(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const plainPage = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong</title>
<h1>Something went wrong</h1>
<p>This page could not be shown. Please try again in a moment, or <a href="/">go to the home page</a>.</p>
</html>
`.toString();

// RFC 9116 recommends less than a year.
const expiresInMs = 180 * dayMs;

/**
 * Creates the router of addresses that programs know (RFC 8615): `security.txt` names who reads reports of vulnerabilities,
 * `change-password` leads password managers to the form.
 */
export function wellKnown({
  securityContact,
  publicUrl,
}: Pick<Config, 'securityContact' | 'publicUrl'>): Router {
  const router = express.Router();
  router.get('/change-password', (_req, res) => res.redirect(302, '/profile'));
  if (!securityContact) return router;
  const contact = securityContact.includes('://') ? securityContact : `mailto:${securityContact}`;
  router.get('/security.txt', (_req, res) => {
    const fields = {
      Contact: contact,
      Expires: new Date(Date.now() + expiresInMs).toISOString(),
      'Preferred-Languages': 'en',
      Canonical: `${publicUrl}/.well-known/security.txt`,
    };
    res.type('text').set('Cache-Control', 'no-cache');
    res.send(
      Object.entries(fields)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    );
  });
  return router;
}
