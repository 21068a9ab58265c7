import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import type { PageLocals } from '#contracts/site/page-locals.ts';
import { courseQuery } from '../catalogue-source.ts';

const shown = 4;

/** Returns up to four courses that share the first two tags, filled up with courses that share the first. */
export async function findRelated(
  { slug, tags }: CatalogueCourse,
  source: Pick<PageLocals, 'searchCourses'>,
): Promise<CatalogueCourse[]> {
  let others: CatalogueCourse[] = [];
  for (const count of [2, 1]) {
    if (tags.length < count || others.length >= shown) continue;
    const answer = await source.searchCourses(
      courseQuery({ tags: tags.slice(0, count).join(', ').slice(0, 200), limit: shown + 1 }),
    );
    const found = 'data' in answer ? answer.data.courses : [];
    const known = new Set([slug, ...others.map((one) => one.slug)]);
    others = [...others, ...found.filter((one) => !known.has(one.slug))];
  }
  return others.slice(0, shown);
}
