/**
 * A path, with query and fragment, that stays on this site, or undefined: what a visitor asks to come back to must
 * not lead to somebody else's page, nor to a call.
 */
export function sameSitePath(text: unknown, publicUrl: string): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/') || text.length > 1_000) return undefined;
  // As a browser would read it: `//host`, `/\host` and line breaks inside lead elsewhere than they seem to.
  const url = URL.parse(text, publicUrl);
  if (!url || url.origin !== new URL(publicUrl).origin || /^\/(api|ops)(\/|$)/i.test(url.pathname))
    return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` is a path of ours until it is written down, and then an address of somebody else.
  return path.startsWith('//') ? undefined : path;
}
