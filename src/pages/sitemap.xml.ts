import type { APIRoute } from 'astro';
import { paths } from '../browser/paths.ts';

const listed = [paths.home, paths.explore, paths.auth, paths.comingSoon, paths.terms, paths.privacy];

/** The pages that search engines may list. Prerendered. */
export const GET: APIRoute = ({ site }) => {
  const entries = listed.map((path) => `  <url><loc>${new URL(path, site).href}</loc></url>`).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
};
