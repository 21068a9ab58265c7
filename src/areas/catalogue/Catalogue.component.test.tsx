import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { filterCourses } from '#contracts/catalogue/catalogue.ts';
import { hang, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { coursePage, noCourses } from '#tests/support/browser/view-fixtures.ts';
import { $token } from '../../browser/session.ts';
import { Catalogue } from './Catalogue.tsx';
import { catalogueCopy as copy } from './catalogue.copy.ts';
import { noFilters } from './filters/course-filters.ts';
import { compactSearch } from './results/course-search.ts';

const first = { filters: noFilters, page: coursePage };
const sortByRating = () => page.getByRole('link', { name: 'Rating', exact: true }).click();

beforeEach(() => {
  $token.set(undefined);
  history.replaceState(null, '', '/explore');
});

it('shows courses with and without price and rating, and the pages', async () => {
  render(<Catalogue first={compactSearch(first)} hasUnknownFilters={false} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('14 courses, page 1 of 2');
  await expect.element(page.getByRole('heading', { name: 'Machine Learning' })).toBeVisible();
  await expect.element(page.getByText(copy.noRating)).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: copy.pages })).toBeVisible();
});

it('opens courses of the catalogue directly, also on sites that learners’ links name first', async () => {
  const [course] = coursePage.courses as [(typeof coursePage.courses)[number]];
  const courses = [
    { ...course, url: 'https://www.youtube.com/playlist?list=1' },
    { ...course, _id: 'other', title: 'Not allowed', url: 'javascript:alert(1)' },
  ];
  render(
    <Catalogue
      first={compactSearch({ ...first, page: { ...coursePage, courses } })}
      hasUnknownFilters={false}
    />,
  );
  const links = page.getByRole('link', { name: /View Course/ });
  await expect.element(links).toHaveAttribute('href', 'https://www.youtube.com/playlist?list=1');
});

it('says that no course matches, and that part of the address was left out', async () => {
  render(<Catalogue first={compactSearch({ ...first, page: noCourses })} hasUnknownFilters />);
  await expect.element(page.getByText(copy.empty)).toBeVisible();
  await expect.element(page.getByText(copy.ignoredFilters)).toBeVisible();
});

it('says that it is loading another order', async () => {
  hang(filterCourses);
  render(<Catalogue first={compactSearch(first)} hasUnknownFilters={false} />);
  await sortByRating();
  await expect.element(page.getByRole('status')).toHaveTextContent(copy.loading);
  expect(page.getByRole('heading', { name: 'Machine Learning' }).query()).toBeNull();
});

it('shows the correction of a misspelled search', async () => {
  const corrected = { ...coursePage, suggestion: 'machine' };
  const filters = { ...noFilters, search: 'machin' };
  render(<Catalogue first={compactSearch({ filters, page: corrected })} hasUnknownFilters={false} />);
  await expect.element(page.getByText(copy.noMatchFor('machin'))).toBeVisible();
});

it('shows what a question is about when no course has all of its words', async () => {
  const closest = { ...coursePage, closestTo: ['english', 'writing'] };
  const filters = { ...noFilters, search: 'how to write english' };
  render(<Catalogue first={compactSearch({ filters, page: closest })} hasUnknownFilters={false} />);
  await expect.element(page.getByText(`${copy.resultsFor} english, writing`)).toBeVisible();
  await expect.element(page.getByText(copy.noMatchFor(filters.search))).toBeVisible();
});

it('proposes subjects with the number of their courses when there is no result', async () => {
  const health = { value: 'health', count: 15, isCapped: false };
  const nearSubjects = [health, { ...health, value: 'biology', count: 1_000, isCapped: true }];
  const filters = { ...noFilters, search: 'nursing', status: 'Free' as const };
  const empty = { ...noCourses, nearSubjects };
  render(<Catalogue first={compactSearch({ filters, page: empty })} hasUnknownFilters={false} />);
  const links = page.getByRole('navigation', { name: copy.nearSubjects }).getByRole('link');
  await expect.element(links.first()).toHaveAttribute('href', '/explore?tags=health');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['health 15', 'biology 1,000+']);
});

it.each<[string, string, () => Promise<Response>]>([
  ['an error', copy.failed.status(503), async () => Response.json({ message: 'Busy' }, { status: 503 })],
  ['no response', copy.failed.noAnswer, () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a body of another shape', copy.failed.unexpected, async () => Response.json({ hello: 1 })],
])('shows what happened, and tries again: %s', async (_about, message, respond) => {
  const filters = { ...noFilters, level: 'Beginner' as const, page: 3 };
  history.replaceState(null, '', '/explore?level=Beginner&page=3');
  render(
    <Catalogue
      first={compactSearch({ filters, page: { ...coursePage, currentPage: 3, totalPages: 5 } })}
      hasUnknownFilters={false}
    />,
  );
  on(filterCourses, respond);
  await page.getByRole('link', { name: 'Page 4' }).click();
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  expect(page.getByRole('heading', { name: 'Machine Learning' }).query()).toBeNull();
  expect(`${location.pathname}${location.search}`).toBe('/explore?level=Beginner');
  succeed(filterCourses, coursePage);
  await page.getByRole('link', { name: copy.tryAgain }).click();
  await expect.element(page.getByRole('heading', { name: 'Machine Learning' })).toBeVisible();
});
