import { pathToFileURL } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import onHeaders from 'on-headers';
import { completePolicy, type PolicyOf } from './page-policies.ts';

type AstroHandler = (...args: [...Parameters<RequestHandler>, locals?: object]) => unknown;

/** Returns the Astro locals of one request. */
export type LocalsFor = (req: Request) => object;

/** Creates the middleware for pages that Astro renders on demand, from the entry module of its build. */
export async function onDemandPages(
  entry: string,
  policyOf: PolicyOf,
  localsFor: LocalsFor,
): Promise<RequestHandler> {
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler };
  return async (req, res, next) => {
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
