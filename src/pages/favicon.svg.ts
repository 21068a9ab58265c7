import { logoOutlines } from '../areas/site/drawn-pictures.ts';
import { siteBrand } from '../areas/site/site-brand.ts';

/** The favicon: the product's logo. Prerendered. */
export function GET(): Response {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><clipPath id="r"><rect width="48" height="48" rx="9"/></clipPath><g clip-path="url(#r)">${logoOutlines(siteBrand.logo)}</g></svg>`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
}
