import { parseUrl } from '../parse-url.ts';

/**
 * Returns the path, with query and fragment, when it is a page of this site, else undefined. Prevents open redirects:
 * the `next` of a sign-in must lead neither to another origin nor to an API call.
 *
 * @param siteUrl an address of this site.
 */
export function sameSitePath(text: unknown, siteUrl: string): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > 1_000) return undefined;
  // Parsed like a browser does: `//host`, `/\host` and line breaks inside can lead to another origin.
  const url = parseUrl(text, siteUrl);
  if (url?.origin !== new URL(siteUrl).origin || /^\/api(\/|$)/i.test(url.pathname)) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` normalizes to `//host`, which a browser resolves to another origin.
  return path.startsWith('//') ? undefined : path;
}
