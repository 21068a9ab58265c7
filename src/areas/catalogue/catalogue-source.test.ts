import { expect, it } from 'vitest';
import type { CatalogueCourse, CoursePage } from '#contracts/catalogue/catalogue.ts';
import { findRelated } from './catalogue-source.ts';

const course = (slug: string, tags: string[] = []) => ({ slug, tags }) as CatalogueCourse;
const shelf = (lists: Record<string, string[]>) => ({
  async searchCourses({ tags }: { tags: string }) {
    return { data: { courses: (lists[tags] ?? []).map((slug) => course(slug)) } as CoursePage };
  },
});

it('returns courses with the same tags, the best match first, without the course itself', async () => {
  const related = await findRelated(
    course('own', ['a', 'b']),
    shelf({ 'a, b': ['own', 'near'], a: ['own', 'near', 'far'] }),
  );
  expect(related.map(({ slug }) => slug)).toEqual(['near', 'far']);
});

it('returns nothing for a course without tags, or when the search fails', async () => {
  expect(await findRelated(course('own'), shelf({}))).toEqual([]);
  const away = { searchCourses: async () => ({ status: 503 }) };
  expect(await findRelated(course('own', ['a']), away)).toEqual([]);
});
