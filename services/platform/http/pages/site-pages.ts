import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { ConfigError } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { builtFiles } from './built-files.ts';
import { cachePages, type PageCacheOptions } from './cache-pages.ts';
import { createErrorPage } from './error-page.ts';
import { type LocalsFor, onDemandPages } from './on-demand-pages.ts';
import { readPolicies } from './page-policies.ts';
import { leadToAddress } from './redirect-to-address.ts';

/** Creates the router of the built site: precompressed static files, then pages rendered on demand, then the 404 page. */
export function sitePages(
  dir: string,
  log: Logger,
  { localsFor, cache }: { localsFor: LocalsFor; cache: PageCacheOptions },
): Router {
  const client = join(dir, 'client');
  if (!existsSync(join(client, 'index.html')))
    throw new ConfigError(`The pages are not built: ${client} is empty. Run: npm run build`);
  const policyOf = readPolicies(join(dir, '_headers.json'));
  const notFoundPage: RequestHandler = (_req, res) => {
    res.status(404).set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policyOf('/404') });
    res.sendFile('404.html', { root: client });
  };
  // The build precompresses the prerendered pages; all other responses are compressed here.
  const compress = compression();
  const router = express.Router();
  router.use(allowReads);
  // Error pages are not served under their own path.
  router.use(/^\/(404|500)(\/|\.html.*)?$/, compress, notFoundPage);
  router.use(builtFiles(client, policyOf));
  router.use(leadToAddress, cachePages(cache), compress);
  const entry = join(dir, 'server', 'entry.mjs');
  if (existsSync(entry)) router.use(onDemandPages(entry, policyOf, localsFor));
  router.use(notFoundPage);
  router.use(createErrorPage(client, policyOf, log));
  return router;
}

// Ranges are of no use for pages, and an invalid range would break the response. Other methods skip this router.
const allowReads: RequestHandler = (req, _res, next) => {
  delete req.headers.range;
  next(req.method === 'GET' || req.method === 'HEAD' ? undefined : 'router');
};
