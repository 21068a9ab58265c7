import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { listPledges } from '#contracts/funding/pledges.ts';
import { getUsualTimes } from '#contracts/requests/usual-times.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import {
  idOf,
  learnerDashboard as learner,
  ownRequest,
  sponsorDashboard,
  sponsoredRequest,
} from '#tests/support/browser/view-fixtures.ts';
import { Dashboard } from './Dashboard.tsx';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { learnerViewCopy } from './learner-view.copy.ts';
import { sponsorViewCopy } from './sponsor-view.copy.ts';

const text = (words: string) => expect.element(page.getByText(words, { exact: true }).first());

beforeEach(() => succeed(getUsualTimes, { message: 'Times', data: { paidDays: null, enrolledDays: null } }));

describe('a counter', () => {
  it('opens the list that it counts, and all is shown again', async () => {
    const paidOnly = { ...learner, counters: { pending: 1, paid: 1, enrolled: 0, completed: 0 } };
    const paid: OwnRequest = {
      ...ownRequest,
      _id: idOf(8),
      paid: true,
      status: 'paid',
      course: { ...ownRequest.course, courseTitle: 'Statistics' },
    };
    on(getDashboard, ({ searchParams }) => {
      const isPaid = searchParams.get('list') === 'paid';
      const requests = isPaid ? [paid] : [ownRequest, paid];
      return Response.json({ ...paidOnly, requests, totalRequests: requests.length });
    });
    render(<Dashboard />);
    const open = page.getByRole('heading', { name: 'Machine Learning' });
    await expect.element(open).toBeVisible();
    await page.getByRole('button', { name: '1 Paid Requests' }).click();
    await expect.element(page.getByRole('heading', { name: 'Paid Requests' })).toHaveFocus();
    await expect.element(open).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Statistics' })).toBeVisible();
    await page.getByRole('button', { name: copy.showAll }).click();
    await expect.element(open).toBeVisible();
  });
});

describe('a counter of a sponsor', () => {
  const course = { ...sponsoredRequest.course, courseTitle: 'Statistics' };
  const payment = { ...sponsoredRequest.payment, reference: 'pay-9' };
  const finished: SponsoredRequest = {
    ...sponsoredRequest,
    _id: idOf(9),
    status: 'completed',
    course,
    payment,
  };
  const impact = { ...sponsorDashboard.impact, funded: 2, completed: 1 };
  const going = page.getByRole('heading', { name: 'Machine Learning' });
  const section = page.getByRole('region', { name: 'Completed by learners' });
  const show = async (
    respond: (shown: (requests: SponsoredRequest[]) => Response) => Response | Promise<Response>,
  ) => {
    const shown = (sponsoredRequests: SponsoredRequest[]) =>
      Response.json({
        ...sponsorDashboard,
        impact,
        sponsoredRequests,
        totalRequests: sponsoredRequests.length,
      });
    succeed(listPledges, { message: 'Pledges.', data: [] });
    on(getDashboard, ({ searchParams }) =>
      searchParams.get('list') === 'completed' ? respond(shown) : shown([sponsoredRequest, finished]),
    );
    render(<Dashboard />);
    await expect.element(going).toBeVisible();
    await page.getByRole('button', { name: '1 Completed by learners' }).click();
  };

  it('opens the list that it counts, and all is shown again', async () => {
    await show((shown) => shown([finished]));
    await expect.element(page.getByRole('heading', { name: 'Completed by learners' })).toHaveFocus();
    await expect.element(going).not.toBeInTheDocument();
    await expect.element(section.getByRole('heading', { name: 'Statistics' })).toBeVisible();
    await page.getByRole('button', { name: copy.showAll }).click();
    await expect.element(going).toBeVisible();
  });

  it('whose list fails to load shows no other rows, and loads it again on request', async () => {
    let isUp = false;
    await show((shown) =>
      isUp ? shown([finished]) : Response.json({ message: 'Please wait a minute.' }, { status: 429 }),
    );
    await expect.element(section.getByRole('alert')).toMatchTextContent('Please wait a minute.');
    expect(going.query()).toBeNull();
    isUp = true;
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect.element(section.getByRole('heading', { name: 'Statistics' })).toBeVisible();
  });

  it('is not called empty while its list loads after an empty one', async () => {
    await show((shown) => shown([]));
    await expect.element(page.getByText(sponsorViewCopy.noCounted.completed)).toBeVisible();
    on(getDashboard, () => new Promise(() => {}));
    await page.getByRole('button', { name: '2 Courses you funded' }).click();
    const funded = page.getByRole('region', { name: 'Courses you funded' });
    await expect.element(funded).toHaveAttribute('aria-busy', 'true');
    expect(page.getByText(sponsorViewCopy.noCounted.funded).query()).toBeNull();
    // The list below is not loading.
    await expect.element(page.getByText(sponsorViewCopy.saved.none)).toBeVisible();
  });
});

describe('the list of a counter', () => {
  const counters = { pending: 1, paid: 1, enrolled: 0, completed: 0 };
  const asked = { ...ownRequest, priceConfirmBy: '2126-01-03T10:00:00Z' };
  const all = { ...learner, counters, totalRequests: 1, requests: [asked] };
  const open = async (respond: () => Response | Promise<Response>) => {
    on(getDashboard, ({ searchParams }) => (searchParams.get('list') ? respond() : Response.json(all)));
    render(<Dashboard />);
    await page.getByRole('button', { name: '1 Paid Requests' }).click();
  };
  const section = page.getByRole('region', { name: 'Paid Requests' });

  it('that fails to load leaves the dashboard, and is loaded again on request', async () => {
    let isUp = false;
    await open(() =>
      isUp
        ? Response.json({ ...all, requests: [{ ...ownRequest, _id: idOf(8) }] })
        : Response.json({ message: 'Please wait a minute.' }, { status: 429 }),
    );
    await expect.element(section.getByRole('alert')).toMatchTextContent('Please wait a minute.');
    await expect.element(page.getByText(copy.welcome)).toBeVisible();
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    expect(page.getByText(learnerViewCopy.noRequests).query()).toBeNull();
    isUp = true;
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect.element(section.getByRole('heading', { name: 'Machine Learning' })).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });

  it('is marked as busy while it loads', async () => {
    await open(() => new Promise(() => {}));
    await expect.element(section).toHaveAttribute('aria-busy', 'true');
  });

  it('hides nothing that waits for the reader, and makes way for it', async () => {
    await open(() => Response.json({ ...all, totalRequests: 0, requests: [] }));
    await expect.element(page.getByText(learnerViewCopy.noRequests)).toBeVisible();
    await text(learnerViewCopy.turns.price).toBeVisible();
    await page.getByRole('link', { name: 'Machine Learning', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Machine Learning' })).toBeVisible();
    expect(location.hash).toBe(`#request-${asked._id}`);
    expect(document.querySelector(':target')?.id).toBe(`request-${asked._id}`);
    history.replaceState(null, '', location.pathname);
  });

  it('does not change how many people are said to be invited', async () => {
    const invites = { ...asked, isPrivate: true, recipientEmails: ['a@people.example'] };
    const unconfirmed = { ...learner.userDetails, isEmailVerified: false };
    on(getDashboard, ({ searchParams }) =>
      Response.json({
        ...{ ...all, userDetails: unconfirmed },
        requests: searchParams.get('list') ? [] : [invites],
      }),
    );
    render(<Dashboard />);
    await page.getByRole('button', { name: '1 Paid Requests' }).click();
    await expect.element(page.getByText(learnerViewCopy.noRequests)).toBeVisible();
    await text(copy.unverified.learner(1)).toBeVisible();
  });
});
