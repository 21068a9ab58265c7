import type { AstroGlobal } from 'astro';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import type { RenderedPage } from '../../browser/page-reads.ts';
import { renderedPages } from '../../ui/islands/rendered-pages.ts';

type Astro = Pick<AstroGlobal, 'request' | 'locals' | 'response'>;

/** Starts a page that is rendered for the person whose page cookie came with the request; without one it is as for a visitor. */
export function startPersonPage({ request, response }: Astro): RenderedPage {
  response.headers.set('Cache-Control', 'private, no-store');
  response.headers.set('Vary', 'Cookie');
  const page = {
    person: undefined,
    locale: localeOf(request.headers.get('accept-language')),
    timeZone: '',
    reads: [],
  };
  renderedPages.set(request, page);
  return page;
}

/**
 * Reads an endpoint for the person, so that the islands are rendered with its response and the browser does not request it
 * again. Returns undefined without a person, and after an error: the browser then makes the call itself.
 */
export async function readPageData<E extends Endpoint>(
  { request, locals }: Astro,
  endpoint: E,
  sent: Sent<E>,
): Promise<ResponseBody<E> | undefined> {
  const page = renderedPages.get(request);
  const result = await locals.readForPerson?.(endpoint, sent);
  if (!page || !result || !('data' in result)) return undefined;
  const { body, person } = result.data;
  if (person) {
    page.person = person;
    page.timeZone = person.timeZone ?? '';
  }
  // Before the first visit the zone is not known, and the browser would have to replace what it shows.
  if (!page.timeZone) return body;
  page.reads.push({ path: endpoint.path, sent, body });
  return body;
}

/** Returns the first locale that a browser accepts, as `Intl` resolves it there. */
function localeOf(accepted: string | null): string {
  try {
    return new Intl.DateTimeFormat(accepted?.split(/[,;]/)[0]?.trim() || 'en').resolvedOptions().locale;
  } catch {
    return 'en';
  }
}
