import { defineMiddleware } from 'astro:middleware';
import { addPreloads } from './build/add-preloads.ts';
import { narrowPolicy } from './build/narrow-policy.ts';
import { renderedPages } from './ui/islands/rendered-pages.ts';

/**
 * Names the scripts of a person's page in its head, and only its own in its policy. Its islands are known at its end, so the page is
 * sent as a whole.
 */
export const onRequest = defineMiddleware(async ({ request, locals }, next) => {
  const response = await next();
  if (!renderedPages.has(request)) return response;
  const html = addPreloads(await response.text(), locals.scriptImports ?? {});
  const headers = new Headers(response.headers);
  const policy = headers.get('content-security-policy');
  if (policy) headers.set('content-security-policy', narrowPolicy(policy, html));
  return new Response(html, { status: response.status, headers });
});
