import { expect, it } from 'vitest';
import { readStarterCatalogue } from './read-starter-catalogue.ts';

it('contains at least 250 unique courses of ten platforms, each with a description and tags', async () => {
  const courses = await readStarterCatalogue();
  expect(courses.length).toBeGreaterThanOrEqual(250);
  expect(new Set(courses.map(({ platform }) => platform)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(courses.map(({ platform, url }) => `${platform} ${url}`)).size).toBe(courses.length);
  for (const { title, description, tags } of courses)
    expect([title, description !== '', tags.length > 0]).toEqual([title, true, true]);
});
