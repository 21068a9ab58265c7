import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CatalogueCourse } from '#contracts/catalogue/catalogue.ts';
import { coursePage } from '#tests/support/browser/view-fixtures.ts';
import { CourseCard } from './CourseCard.tsx';

const [course] = coursePage.courses as [CatalogueCourse];
const linkTo = (url: string) =>
  renderToStaticMarkup(
    <CourseCard course={{ ...course, url }} saving={{ state: 'open' }} onSave={() => {}} />,
  ).match(/<a href="([^"]*)" target="_blank"/)?.[1];

it('links to a course of the catalogue directly, also on a site that learners’ links name first', () => {
  const video = 'https://www.youtube.com/playlist?list=1';
  expect(linkTo(video)).toBe(video);
  expect(linkTo('javascript:alert(1)')).toBeUndefined();
});
