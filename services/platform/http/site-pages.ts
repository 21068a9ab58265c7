import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import sirv from 'sirv';
import { ConfigError } from '../config.ts';

type AstroHandler = (...args: [...Parameters<RequestHandler>, locals?: object]) => void;

const yearS = 31_536_000;
// What a policy in a <meta> cannot say, and the build therefore leaves out.
const onlyAsHeader = "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'";

/** The built site: precompressed files with their policies, then pages that Astro makes on demand, then its 404. */
export async function sitePages(dir: string): Promise<Router> {
  const client = join(dir, 'client');
  if (!existsSync(join(client, 'index.html')))
    throw new ConfigError(`The pages are not built: ${client} is empty. Run: npm run build`);
  const policies = readPolicies(join(dir, '_headers.json'));
  const router = express.Router();
  router.use(
    sirv(client, {
      etag: true,
      gzip: true,
      brotli: true,
      extensions: ['html'],
      setHeaders(res, pathname) {
        const isHashed = pathname.startsWith('/_astro/');
        res.setHeader('Cache-Control', isHashed ? `public, max-age=${yearS}, immutable` : 'no-cache');
        const policy = policies.get(pageOf(pathname));
        if (policy) res.setHeader('Content-Security-Policy', `${policy}; ${onlyAsHeader}`);
      },
    }),
  );
  const entry = join(dir, 'server', 'entry.mjs');
  if (existsSync(entry)) {
    const { handler } = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler };
    // Prerendered pages were compressed by the build; these are made on demand.
    router.use(compression());
    router.use((req, res, next) => handler(req, res, next));
  }
  router.use((req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const policy = policies.get('/404');
    if (policy) res.set('Content-Security-Policy', `${policy}; ${onlyAsHeader}`);
    res.status(404).set('Cache-Control', 'no-cache').sendFile('404.html', { root: client });
  });
  return router;
}

function pageOf(pathname: string): string {
  return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '') || '/';
}

// Astro writes the policies of prerendered pages into a file that nothing reads by itself.
function readPolicies(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map();
  const pages = JSON.parse(readFileSync(file, 'utf8')) as {
    pathname: string;
    headers: { key: string; value: string }[];
  }[];
  return new Map(
    pages.flatMap(({ pathname, headers }) => {
      const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy')?.value;
      return policy ? [[pageOf(pathname), policy] as const] : [];
    }),
  );
}
