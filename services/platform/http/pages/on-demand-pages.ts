import { pathToFileURL } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import { completePolicy, type PolicyOf } from './page-policies.ts';

type AstroHandler = (...args: [...Parameters<RequestHandler>, locals?: object]) => unknown;

/** Returns the Astro locals of one request. */
export type LocalsFor = (req: Request) => object;

/**
 * Creates the middleware for pages that Astro renders on demand, from the entry module of its build. The module is imported
 * with the first of them: it brings React and Astro, a tenth of the idle memory of the API.
 */
export function onDemandPages(entry: string, policyOf: PolicyOf, localsFor: LocalsFor): RequestHandler {
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
