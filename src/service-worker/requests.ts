/** What the worker does with a request: a page, a file whose name has a hash, the end of the session of a page, or nothing. */
export type RequestKind = 'page' | 'asset' | 'end' | undefined;

interface SentRequest {
  url: string;
  method: string;
  mode: string;
  headers: { has(name: string): boolean };
}

/** Whether the name of a file contains a hash of its content: one address never has two contents. */
export const isHashed = (pathname: string): boolean => /^\/(?:_astro|drawings)\//.test(pathname);

// Calls, the operators' desk and what programs request are never touched: of a call, such as the return from Google, even a
// second request would be a fault.
const untouched = /^\/(?:api|ops|health|\.well-known|service-worker)(?:[/.]|$)/;

/** Returns what the worker does with a request; the browser makes all others by itself. `extra` are more addresses of files. */
export function kindOf(request: SentRequest, origin: string, extra: readonly string[]): RequestKind {
  const url = new URL(request.url);
  if (url.origin !== origin || untouched.test(url.pathname)) return undefined;
  // A page that is shown to nobody has ended the session of its cookie (first-paint.ts).
  if (url.pathname === '/page-session') return 'end';
  if (request.method !== 'GET' || request.headers.has('range')) return undefined;
  if (request.mode === 'navigate') return 'page';
  return isHashed(url.pathname) || extra.includes(url.pathname) ? 'asset' : undefined;
}
