import type { AstroGlobal } from 'astro';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { keepResults } from '../../browser/keep-results.ts';
import type { RenderedPage } from '../../browser/page-reads.ts';
import { serverNow } from '../../browser/server-clock.ts';
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
    renderedAtMs: serverNow(),
    reads: [],
  };
  renderedPages.set(request, page);
  return page;
}

/**
 * Reads an endpoint for the person, so that the islands are rendered with its response and the browser does not request it
 * again. Returns undefined without a person, and after an error: the browser then makes the call itself. `shown` returns what the page
 * needs of the response.
 */
export async function readPageData<E extends Endpoint>(
  { request, locals }: Astro,
  endpoint: E,
  sent: Sent<E>,
  shown: (body: ResponseBody<E>) => ResponseBody<E> = (body) => body,
): Promise<ResponseBody<E> | undefined> {
  const page = renderedPages.get(request);
  const result = await locals.readForPerson?.(endpoint, sent);
  if (!page || !result) return undefined;
  const { response, person } = result;
  if (person) {
    page.person = person;
    page.timeZone = person.timeZone ?? '';
  }
  if (!response) return undefined;
  const body = shown(response.body);
  page.reads.push({ path: endpoint.path, sent, body, etag: response.etag });
  return body;
}

// To resolve a locale takes longer than to read a session.
const resolveLocale = keepResults((wanted) => {
  try {
    return new Intl.DateTimeFormat(wanted).resolvedOptions().locale;
  } catch {
    return 'en';
  }
});

/** Returns the first locale that a browser accepts, as `Intl` resolves it there. */
const localeOf = (accepted: string | null): string =>
  resolveLocale(accepted?.split(/[,;]/)[0]?.trim() || 'en');
