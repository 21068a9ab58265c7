import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { fail, hang, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf, listedRequest } from '#tests/support/browser/view-fixtures.ts';
import { sponsorStatusPath } from '../../../browser/paths.ts';
import { sponsorshipsCopy as copy } from '../sponsorships.copy.ts';
import { LearnerModal } from './LearnerModal.tsx';
import { LearnerSteps } from './LearnerSteps.tsx';
import { Listing } from './Listing.tsx';

const none = {
  message: 'Requests.',
  data: [],
  currentPage: 1,
  totalPages: 0,
  totalRequests: 0,
  isCapped: false,
};
const oneRequest = { ...none, data: [listedRequest], totalPages: 1, totalRequests: 1 };

beforeEach(() => history.replaceState(null, '', location.pathname));
afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(414, 896);
});

it('says that it is loading, with the filters in place', async () => {
  hang(listRequests);
  render(<Listing />);
  await expect.element(page.getByRole('status')).toHaveTextContent(copy.loading);
  await expect.element(page.getByLabelText(copy.filters.keyword)).toBeVisible();
});

it('says that there are no open requests', async () => {
  succeed(listRequests, none);
  render(<Listing />);
  await expect.element(page.getByText(copy.empty)).toBeVisible();
});

it('offers all requests when no request matches', async () => {
  history.replaceState(null, '', '?q=nothing');
  succeed(listRequests, none);
  render(<Listing />);
  await expect.element(page.getByText(copy.emptySearch)).toBeVisible();
  succeed(listRequests, oneRequest);
  await page.getByRole('button', { name: copy.showAll }).click();
  await expect.element(page.getByText(copy.found(1))).toBeVisible();
});

it('shows the error, and the requests once a retry succeeds', async () => {
  fail(listRequests, 503, '');
  render(<Listing />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(copy.failed);
  succeed(listRequests, oneRequest);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(copy.found(1))).toBeVisible();
});

it('explains to a learner that sponsors see the listing', async () => {
  fail(listRequests, 403, 'Sponsors only.');
  render(<Listing />);
  await expect.element(page.getByText(copy.onlySponsors)).toBeVisible();
});

it('says of a request that does not open that the address may not be confirmed', async () => {
  fail(
    { ...getRequest, path: `/course/requests/${listedRequest._id}` },
    404,
    'This request is no longer there.',
  );
  render(
    <LearnerModal id={listedRequest._id} fair="off" known={undefined} draw={undefined} onClose={() => {}} />,
  );
  await expect.element(page.getByText(copy.modal.gone)).toBeVisible();
  await expect.element(page.getByText(copy.modal.invited)).toBeVisible();
});

it('shows requests with course, invitation and reservation', async () => {
  const data = [
    listedRequest,
    {
      ...listedRequest,
      _id: idOf(8),
      isInvitation: true,
      reservedUntil: '2100-01-01T00:00:00.000Z',
      motivation: `${'The first line of a reason. '.repeat(9)}\nThe second line.`,
    },
  ];
  succeed(listRequests, { ...oneRequest, data, totalRequests: 30, totalPages: 3 });
  render(<Listing />);
  const results = page.getByRole('region', { name: copy.results });
  await expect.element(results.getByText(copy.found(30))).toBeVisible();
  await expect.element(results.getByText('Ada Obi').first()).toBeVisible();
  await expect.element(results.getByText(copy.invited)).toBeVisible();
  await expect.element(results.getByText(copy.onFrom('Coursera', 'Nigeria')).first()).toBeVisible();
  await expect.element(results.getByText(listedRequest.motivation)).toBeVisible();
  const line = results.getByText('The first line of a reason.').element();
  expect(line.textContent).not.toContain('The second line');
  expect(line.getBoundingClientRect().height).toBeLessThan(40);
  await expect.element(results.getByText(copy.reserved)).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: copy.pages })).toBeVisible();
});

it('names no learner while names and photos are off', async () => {
  succeed(listRequests, oneRequest);
  render(<Listing isFair />);
  const results = page.getByRole('region', { name: copy.results });
  await expect
    .element(results.getByRole('link', { name: `${copy.sponsor} ${copy.forCourse('Machine Learning')}` }))
    .toBeVisible();
  expect(results.element().textContent).not.toContain('Ada');
});

it('offers no meeting with a learner under 18, and says why', async () => {
  render(<LearnerSteps request={{ ...listedRequest, canMeet: false }} isFair={false} draw={undefined} />);
  await page.getByRole('button', { name: copy.modal.sponsor }).click();
  await expect.element(page.getByText(copy.modal.underAge)).toBeVisible();
  expect(page.getByRole('button', { name: copy.modal.meet }).query()).toBeNull();
});

const mine = { ...listedRequest, isMine: true, reservedUntil: '2100-01-01T00:35:00.000Z' };
const payPath = sponsorStatusPath({ state: 'pay', requestId: mine._id });

it('tells the payer that they are paying, until when, and lets them continue from the card', async () => {
  succeed(listRequests, { ...oneRequest, data: [mine] });
  render(<Listing />);
  const results = page.getByRole('region', { name: copy.results });
  await expect.element(results.getByText(copy.paying(mine.reservedUntil))).toBeVisible();
  expect(results.getByText(copy.reserved).query()).toBeNull();
  const link = page.getByRole('link', { name: `${copy.goOn} ${copy.forCourse(mine.course.courseTitle)}` });
  await expect.element(link).toHaveAttribute('href', payPath);
});

it('keeps the reservation within a narrow card with large letters', async () => {
  document.documentElement.style.fontSize = '32px';
  await page.viewport(320, 800);
  succeed(listRequests, { ...oneRequest, data: [mine] });
  render(<Listing />);
  const badge = page.getByText(copy.paying(mine.reservedUntil));
  await expect.element(badge).toBeVisible();
  const right = (element: Element) => element.getBoundingClientRect().right;
  expect(right(badge.element())).toBeLessThanOrEqual(right(badge.element().closest('p') as Element));
});

it('tells the payer the same in the dialog', async () => {
  render(<LearnerSteps request={mine} isFair={false} draw={undefined} />);
  await expect.element(page.getByText(copy.paying(mine.reservedUntil))).toBeVisible();
  await expect.element(page.getByRole('link', { name: copy.goOn })).toHaveAttribute('href', payPath);
  expect(page.getByRole('button', { name: copy.modal.sponsor }).query()).toBeNull();
});

it('shows no reservation that has ended since the dialog opened', async () => {
  render(
    <LearnerSteps
      request={{ ...mine, reservedUntil: '2020-01-01T00:00:00.000Z' }}
      isFair={false}
      draw={undefined}
    />,
  );
  await expect.element(page.getByRole('button', { name: copy.modal.sponsor })).toBeVisible();
  expect(page.getByRole('link', { name: copy.goOn }).query()).toBeNull();
});
