import type { APIRoute } from 'astro';
import { catalogueSource } from '../areas/catalogue/catalogue-source.ts';
import { coursePath, paths } from '../browser/paths.ts';

// Courses change between two builds.
export const prerender = false;

const listed = [paths.home, paths.explore, paths.auth, paths.comingSoon, paths.terms, paths.privacy];
const hourS = 3_600;

/** Lists the pages for search engines; without courses, and not cached, while the catalogue is unavailable. */
export const GET: APIRoute = async ({ site, locals, url }) => {
  const answer = await catalogueSource(locals, url).listCourses();
  const isComplete = 'data' in answer;
  const courses = isComplete ? answer.data : [];
  const entry = (path: string, day: string | null = null) =>
    `  <url><loc>${new URL(path, site).href}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
  const entries = [
    ...listed.map((path) => entry(path)),
    ...courses.map(({ slug, checkedOn }) => entry(coursePath(slug), checkedOn)),
  ];
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
    {
      headers: {
        'content-type': 'application/xml',
        'cache-control': isComplete ? `public, max-age=${hourS}` : 'no-store',
      },
    },
  );
};
