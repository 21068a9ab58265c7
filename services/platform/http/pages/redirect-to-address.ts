import type { Request, RequestHandler, Response } from 'express';

/** Redirects a request to the one address of its page, with its query. */
export function redirectToAddress({ originalUrl }: Request, res: Response, address: string): void {
  const query = originalUrl.indexOf('?');
  res.set('Cache-Control', 'no-cache').location(address + (query < 0 ? '' : originalUrl.slice(query)));
  res.status(308).end();
}

// The other pages that are rendered on demand accept any path below theirs, and search engines do not list them.
const withSlash = /^(\/(?:explore(?:\/[\w-]+)?|leaving))\/$/;

/** Redirects the paths of pages that are rendered on demand to the address without a slash at the end. */
export const leadToAddress: RequestHandler = (req, res, next) => {
  const address = withSlash.exec(req.path)?.[1];
  if (address) redirectToAddress(req, res, address);
  else next();
};
