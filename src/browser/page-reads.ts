import type { PagePerson } from '#contracts/site/page-locals.ts';
import { reader } from './reader.ts';

/** A response of the API that a page was rendered from. */
interface PageRead {
  path: string;
  sent: object;
  body: unknown;
  /** Name of the version of the body, as the call has it. */
  etag: string;
}

/** A page that is rendered for one person, or as for a visitor. */
export interface RenderedPage {
  person: PagePerson | undefined;
  locale: string;
  /** Empty while it is not known. */
  timeZone: string;
  /** Before the first read, in milliseconds since 1970. */
  renderedAtMs: number;
  reads: PageRead[];
}

/** Id of the element with the reads of the page, as JSON. */
export const pageReadsId = 'page-reads';

/** Returns the reads that the page of this browser was rendered from. */
export function readsOfDocument(): PageRead[] {
  const element = document.getElementById(pageReadsId);
  return element ? JSON.parse(element.textContent) : [];
}

let rendered: RenderedPage | undefined;

/** Renders in the locale and time zone of a page's reader, from its reads. For a server; `render` must not wait. */
export function renderPage<T>(page: RenderedPage, render: () => T): T {
  rendered = page;
  Object.assign(reader, { locale: page.locale, timeZone: page.timeZone || undefined });
  try {
    return render();
  } finally {
    rendered = undefined;
    Object.assign(reader, { locale: undefined, timeZone: undefined });
  }
}

/** Returns the response that the page being rendered has for a read, or undefined. */
export function findRendered(path: string, sent: object): unknown {
  const key = JSON.stringify(sent);
  // Before the first visit the zone is not known, and the browser would have to replace what it shows.
  if (!rendered?.timeZone) return undefined;
  return rendered.reads.find((read) => read.path === path && JSON.stringify(read.sent) === key)?.body;
}
