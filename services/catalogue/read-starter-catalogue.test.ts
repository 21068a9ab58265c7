import { expect, it } from 'vitest';
import { readStarterCatalogue } from './read-starter-catalogue.ts';

it('holds at least 250 courses of ten platforms, each once, with the day on which it was looked at', async () => {
  const courses = await readStarterCatalogue();
  expect(courses.length).toBeGreaterThanOrEqual(250);
  expect(new Set(courses.map(({ platform }) => platform)).size).toBeGreaterThanOrEqual(10);
  expect(new Set(courses.map(({ platform, url }) => `${platform} ${url}`)).size).toBe(courses.length);
  for (const { title, description, tags, checkedOn } of courses) {
    expect([title, description !== '', tags.length > 0, checkedOn !== undefined]).toEqual([
      title,
      true,
      true,
      true,
    ]);
  }
});
