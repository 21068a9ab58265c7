/**
 * Returns the path, with query and fragment, when it is a page of this site, else undefined. Prevents open redirects:
 * the `next` of a sign-in must lead neither to another origin nor to an API call.
 */
export function sameSitePath(text: unknown, publicUrl: string): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > 1_000) return undefined;
  // Parsed like a browser does: `//host`, `/\host` and line breaks inside can lead to another origin.
  const url = URL.parse(text, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || /^\/(api|ops)(\/|$)/i.test(url.pathname))
    return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` normalizes to `//host`, which a browser resolves to another origin.
  return path.startsWith('//') ? undefined : path;
}
