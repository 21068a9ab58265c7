import { pathToFileURL } from 'node:url';
import type { Request, RequestHandler, Response } from 'express';
import { completePolicy, type PolicyOf } from './page-policies.ts';

type AstroHandler = (...args: [...Parameters<RequestHandler>, locals?: object]) => unknown;

/** What the pages of one visit are given to work with (Astro's locals). */
export type LocalsFor = (req: Request) => object;

/** Pages that Astro makes when they are asked for, from the entry that its build wrote. */
export async function onDemandPages(
  entry: string,
  policyOf: PolicyOf,
  localsFor: LocalsFor,
): Promise<RequestHandler> {
  const { handler } = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler };
  return async (req, res, next) => {
    setPageHeaders(res, policyOf);
    // Awaited, so that what it throws arrives at the error page.
    await handler(req, res, next, localsFor(req));
  };
}

// Astro hands its headers over as it sends them, and gives its error pages no policy.
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
