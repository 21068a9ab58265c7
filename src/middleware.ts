import { defineMiddleware } from 'astro:middleware';
import { addPreloads } from './build/add-preloads.ts';
import { renderedPages } from './ui/islands/rendered-pages.ts';

/** Names the scripts of a person's page in its head. Its islands are known at its end, so the page is sent as a whole. */
export const onRequest = defineMiddleware(async ({ request, locals }, next) => {
  const response = await next();
  if (!renderedPages.has(request)) return response;
  return new Response(addPreloads(await response.text(), locals.scriptImports ?? {}), response);
});
