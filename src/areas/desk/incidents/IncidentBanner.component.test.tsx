import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listIncidents } from '#contracts/desk/desk-incidents.ts';
import { listMentions } from '#contracts/desk/desk-teamwork.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { minuteMs } from '#contracts/durations.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { $toasts } from '#src/browser/toast.ts';
import { fail, on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { DeskSession } from '../session/DeskSession.tsx';
import { IncidentBanner } from './IncidentBanner.tsx';
import { incidentsCopy as copy } from './incidents.copy.ts';

type Incident = ResponseBody<typeof listIncidents>['data']['incidents'][number];

const none = { total: 0, shown: [] };
const failedJob: Incident = {
  caseId: 'mail',
  summary: 'Delivery of a mail failed',
  outage: null,
  jobs: 0,
  cases: none,
  payments: none,
  people: none,
};
const outageSince = (since: Date, tries: number): Incident => ({
  ...failedJob,
  caseId: 'provider',
  summary: 'The payment provider does not answer',
  outage: { service: 'provider', since: since.toISOString(), tries },
});
const affecting: Incident = {
  ...failedJob,
  jobs: 9,
  cases: { total: 1, shown: [{ id: 'c', summary: 'Refund “Machine Learning”' }] },
  payments: { total: 7, shown: [1, 2, 3, 4, 5].map((id) => ({ id: `p${id}`, reference: `pay-${id}` })) },
  people: {
    total: 2,
    shown: [
      { id: 'ada', name: 'Ada Obi' },
      { id: 'lee', name: 'Lee Learner' },
    ],
  },
};

const respondWith = (incidents: Incident[], total = incidents.length) =>
  succeed(listIncidents, { message: 'The open incidents.', data: { incidents, total } });

const banner = page.getByRole('status', { name: copy.title });
const below = page.getByRole('button', { name: 'Claim this case' });

/** Renders the banner as on the pages of the desk, above their content. */
function show(): void {
  render(
    <>
      <div className="page">
        <IncidentBanner />
      </div>
      <div className="page">
        <button type="button">Claim this case</button>
      </div>
    </>,
  );
}

/** Lets calls fail, and returns how many were sent. */
function countFailures(failure: () => Response | Promise<Response>): { sent: number } {
  const calls = { sent: 0 };
  on(listIncidents, () => {
    calls.sent += 1;
    return failure();
  });
  return calls;
}

/** Lets the minute pass after which the incidents are loaded again. */
const passMinute = () => vi.advanceTimersByTime(minuteMs);

const hrefsOf = (names: string[]) =>
  names.map((name) => banner.getByRole('link', { name, exact: true }).element().getAttribute('href'));

it('shows nothing while all is well, and the first incident by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const fetched = vi.spyOn(globalThis, 'fetch');
  respondWith([failedJob]);
  show();
  await expect.element(banner).toBeVisible();
  respondWith([]);
  passMinute();
  await expect.element(banner).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveTextContent('Claim this case');
  respondWith([failedJob]);
  passMinute();
  await expect.element(banner).toBeVisible();
  vi.useRealTimers();
  // No such call may prolong the session of an operator who left.
  const marks = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('x-background'));
  expect(marks).toEqual(['1', '1', '1']);
});

it.each([
  ['today', new Date(2026, 0, 5, 10, 2), 4, /provider does not answer since 10:02\s?AM; tried 4 times\.$/],
  ['yesterday', new Date(2026, 0, 4, 22, 7), 1, /since Jan 4, 2026, 10:07\s?PM; tried once\.$/],
])('says since when a server does not answer, and how often it was tried: %s', async (...given) => {
  const [, since, tries, sentence] = given;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 0, 5, 12, 30) });
  respondWith([outageSince(since, tries), failedJob]);
  show();
  const lines = banner.getByRole('listitem');
  await expect.element(lines.first().getByText(sentence)).toBeVisible();
  vi.useRealTimers();
  await expect
    .element(lines.first().getByRole('link', { name: copy.open }))
    .toHaveAttribute('href', '/ops/case?id=provider');
  await expect.element(lines.nth(1)).toMatchTextContent(failedJob.summary);
  await expect
    .element(lines.nth(1).getByRole('link', { name: copy.open }))
    .toHaveAttribute('href', '/ops/case?id=mail');
  // Neither has a job that waits or failed.
  expect(banner.getByText(copy.affects).query()).toBeNull();
});

it('names and links the affected cases, payments and people, by the keyboard too', async () => {
  respondWith([affecting]);
  show();
  const affected = banner.getByText('It affects: 9 jobs, 1 case, 7 payments, 2 people', { exact: true });
  await expect.element(affected).toBeVisible();
  await expect.element(banner.getByText('Ada Obi')).not.toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(affected).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(banner.getByText('Ada Obi')).toBeVisible();
  expect(hrefsOf(['Refund “Machine Learning”', 'pay-1', 'pay-5', 'Ada Obi', 'Lee Learner'])).toEqual([
    '/ops/case?id=c',
    '/ops/money?id=p1',
    '/ops/money?id=p5',
    '/ops/people?id=ada',
    '/ops/people?id=lee',
  ]);
  await userEvent.keyboard('{Tab}');
  await expect.element(banner.getByRole('link', { name: 'Refund “Machine Learning”' })).toHaveFocus();
  expect(banner.getByText(copy.more(2)).elements()).toHaveLength(1);
});

it('leaves out what a job does not affect', async () => {
  respondWith([{ ...affecting, jobs: 1, cases: none, people: none }]);
  show();
  await expect.element(banner.getByText('It affects: 1 job, 7 payments', { exact: true })).toBeVisible();
});

it.each([
  [11, copy.moreIncidents(10)],
  [2, copy.moreIncidents(1)],
])('leads to all incidents where not all of %i are listed', async (total, text) => {
  respondWith([failedJob], total);
  show();
  await expect.element(banner.getByText(text)).toBeVisible();
  await expect
    .element(banner.getByRole('link', { name: copy.inbox }))
    .toHaveAttribute('href', '/ops?kind=incident');
});

it('has no link to further incidents where all are listed', async () => {
  respondWith([failedJob]);
  show();
  await expect.element(banner).toBeVisible();
  expect(banner.getByRole('link', { name: copy.inbox }).query()).toBeNull();
});

it.each([
  ['the database is unavailable', () => Response.json({ message: 'Unavailable.' }, { status: 503 }), 2],
  ['the network fails', () => Promise.reject(new TypeError('The connection was lost.')), 2],
  ['the session has ended', () => Response.json({ message: 'Not here.' }, { status: 404 }), 1],
])(
  'shows nothing when %s, covers nothing, and tries again by itself',
  async (_failure, failure, attempts) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    succeed(listMentions, { message: 'Mentions.', data: { mentions: [] } });
    fail(getOperator, 404, 'There is nothing here.');
    const calls = countFailures(failure);
    render(
      <>
        <IncidentBanner />
        <DeskSession />
        <button type="button">Claim this case</button>
      </>,
    );
    await expect.poll(() => calls.sent).toBe(attempts);
    passMinute();
    await expect.poll(() => calls.sent).toBe(2 * attempts);
    await below.click();
    await expect.element(page.getByRole('main')).toHaveTextContent('Claim this case');
    expect($toasts.get()).toEqual([]);
    respondWith([failedJob]);
    passMinute();
    await expect.element(banner).toMatchTextContent(failedJob.summary);
    vi.useRealTimers();
  },
);

it('keeps the incidents that it knows while they cannot be loaded again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  respondWith([failedJob]);
  show();
  await expect.element(banner).toBeVisible();
  const calls = countFailures(() => Response.json({ message: 'Unavailable.' }, { status: 503 }));
  passMinute();
  await expect.poll(() => calls.sent).toBe(2);
  passMinute();
  await expect.poll(() => calls.sent).toBe(4);
  vi.useRealTimers();
  await expect.element(banner).toMatchTextContent(failedJob.summary);
});

it('stays within a phone, above the page, with the longest names', async () => {
  await page.viewport(390, 844);
  const long = 'x'.repeat(200);
  respondWith([
    {
      ...affecting,
      summary: long,
      cases: { total: 1, shown: [{ id: 'c', summary: long }] },
      people: { total: 1, shown: [{ id: 'ada', name: long }] },
    },
  ]);
  show();
  await banner.getByText(copy.affects).click();
  await expect.element(banner.getByText('pay-1')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  const { bottom } = banner.element().getBoundingClientRect();
  expect(below.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom);
});
