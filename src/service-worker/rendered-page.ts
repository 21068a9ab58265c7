import { dayMs } from '#contracts/durations.ts';

/** For how long a page is stored. */
const storedForMs = 7 * dayMs;

const attributes = /\s([\w-]+)(?:="([^"]*)")?/g;
const rootTag = /^<!doctype html>\s*<html\b[^>]*>/i;

function rootAttribute(html: string, name: string): string | undefined {
  const [root = ''] = rootTag.exec(html) ?? [];
  for (const [, attribute, value = ''] of root.matchAll(attributes)) if (attribute === name) return value;
  return undefined;
}

/** Returns the id of the person for whom a page was rendered; empty for a visitor, undefined for a page that is the same for all. */
export const personOf = (html: string): string | undefined => rootAttribute(html, 'data-person');

/** Returns the name of the build that a page belongs to. */
export const releaseOf = (html: string): string | undefined => rootAttribute(html, 'data-release');

/** Returns whether a page that was stored at this time is not to be shown any more; the clock may have been set back since. */
export function isExpired(storedAtMs: number, nowMs: number): boolean {
  const ageMs = nowMs - storedAtMs;
  return !(ageMs >= 0 && ageMs < storedForMs);
}

/** Returns the addresses of the scripts, style sheets and drawings that a page names. */
export function assetsOf(html: string): string[] {
  const addresses = html.match(/\/(?:_astro|drawings)\/[\w.@-]+\.(?:js|css|svg)/g) ?? [];
  return [...new Set(addresses)];
}

/**
 * Returns a stored page with the sentence that says from when it is (Layout.astro), in the locale and time zone that it was
 * rendered for.
 */
export function withStoredAt(html: string, storedAtMs: number): string {
  const when = new Date(storedAtMs);
  const text = formatTime(when, rootAttribute(html, 'data-locale'), rootAttribute(html, 'data-time-zone'));
  const time = `<time datetime="${when.toISOString()}">${text}</time>`;
  return html
    .replace(rootTag, (root) => `${root.slice(0, -1)} data-stored>`)
    .replace(/<time data-stored-at[^<>]*><\/time>/, () => time);
}

// With the name of the time zone, because the person may be in another one today.
function formatTime(when: Date, locale: string | undefined, timeZone: string | undefined): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  };
  try {
    return new Intl.DateTimeFormat(locale, { ...options, ...(timeZone && { timeZone }) }).format(when);
  } catch {
    return new Intl.DateTimeFormat(undefined, options).format(when);
  }
}
