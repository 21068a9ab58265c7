import { pathToFileURL } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
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

// Astro sets its headers only in `writeHead`, and sends its error pages without a Content-Security-Policy.
function setPageHeaders(res: Response, policyOf: PolicyOf): void {
  const send = res.writeHead.bind(res) as (status: number) => Response;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    const headers = rest.find((one) => typeof one === 'object' && one !== null);
    for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
    if (/^text\/html\b/.test(String(res.getHeader('content-type')))) {
      const policy = res.getHeader('content-security-policy');
      res.setHeader('Content-Security-Policy', policy ? completePolicy(`${policy}`) : policyOf(`/${status}`));
      if (!res.hasHeader('cache-control')) res.setHeader('Cache-Control', 'no-cache');
    }
    return send(status);
  };
}
