import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getQueueHistory, type JobSubject, listQueues } from '#contracts/desk/desk-queues.ts';
import { render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { Queues } from '../queues/Queues.tsx';

const at = '2026-01-01T00:00:00.000Z';
const nothing: JobSubject = { payment: null, case: null, person: null, courseTitle: null };
const everything: JobSubject = {
  payment: { id: 'p', reference: 'pay-1' },
  case: { id: 'c', summary: 'Refund “Machine Learning”' },
  person: { id: 'ada', name: 'Ada Obi' },
  courseTitle: 'Machine Learning',
};

/** Renders the failed jobs about these subjects. */
function show(...subjects: (JobSubject | null)[]): void {
  const failed = subjects.map((about, index) => ({
    ...{ id: idOf(index + 1), name: 'mail.deliver', queue: 'mail', createdAt: at, failedAt: at },
    ...{ lastError: 'The server closed the connection.', about },
  }));
  const figures = { waiting: 0, queued: 0, failed: failed.length, oldestS: 0, done: 0 };
  succeed(getQueueHistory, { message: 'The history.', data: { points: [], now: { at, figures } } });
  succeed(listQueues, { message: 'The queues.', data: { queues: [], failed } });
  render(<Queues />);
}

const rows = () =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'Delivery of a mail' }) });
/** The links of a row: text and path. */
const linksOf = (place: number) =>
  rows()
    .nth(place)
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')]);

it('links the case, the payment and the person of a failed job, and names its course', async () => {
  show(everything);
  await expect.element(rows().first().getByText('Machine Learning', { exact: true })).toBeVisible();
  expect(linksOf(0)).toEqual([
    ['Refund “Machine Learning”', '/ops/case?id=c'],
    ['pay-1', '/ops/money?id=p'],
    ['Ada Obi', '/ops/people?id=ada'],
  ]);
});

it('each job names its own subject, and only the part of it that is known', async () => {
  show(
    { ...nothing, payment: everything.payment },
    { ...nothing, person: everything.person, courseTitle: everything.courseTitle },
    { ...nothing, case: everything.case },
  );
  await expect.element(rows().nth(2)).toBeVisible();
  expect([0, 1, 2].map(linksOf)).toEqual([
    [['pay-1', '/ops/money?id=p']],
    [['Ada Obi', '/ops/people?id=ada']],
    [['Refund “Machine Learning”', '/ops/case?id=c']],
  ]);
  await expect.element(rows().nth(1)).toMatchTextContent('Machine Learning');
});

it('a job without a subject shows its error, and nothing after it', async () => {
  show(null);
  await expect.element(rows().first()).toMatchTextContent(/The server closed the connection\.$/);
  expect(linksOf(0)).toEqual([]);
  expect(rows().first().element().lastElementChild?.textContent).toBe('The server closed the connection.');
});

it('stays within a phone with the longest names, and no name is translated', async () => {
  await page.viewport(390, 844);
  const long = 'x'.repeat(200);
  show({
    payment: { id: 'p', reference: long },
    case: { id: 'c', summary: long },
    person: { id: 'ada', name: long },
    courseTitle: long,
  });
  await expect.element(rows().first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  const kept = rows().first().element().querySelectorAll('[translate="no"]');
  expect(kept).toHaveLength(3);
});
