import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getQueueHistory } from '#contracts/desk/desk-queues.ts';
import { getOperator } from '#contracts/desk/operators.ts';
import { fail, hang, render, succeed } from '#tests/support/browser/render-island.tsx';
import { deskCopy } from '../desk.copy.ts';
import { timeOfDay } from './chart-scale.ts';
import { QueueHistory } from './QueueHistory.tsx';
import { historyCopy as copy } from './queue-history.copy.ts';

const minute = (place: number) => new Date(Date.UTC(2026, 0, 1, 12, place));
const figures = (waiting: number) => ({ waiting, queued: 0, failed: 0, oldestS: waiting * 60, done: 1.5 });
const data = {
  points: [0, 1, 2].map((place) => ({
    at: minute(place).toISOString(),
    figures: place === 1 ? null : figures(place + 4),
  })),
  now: { at: '2026-01-01T12:02:30.000Z', figures: figures(2) },
};
const waiting = () => page.getByRole('img', { name: copy.chart(copy.figures.waiting, copy.allQueues) });
const slider = () => page.getByRole('slider', { name: copy.time });

beforeEach(() => {
  history.replaceState(null, '', location.pathname);
  succeed(getQueueHistory, { message: 'The history.', data });
});

it('shows the figures of now, and describes each chart', async () => {
  render(<QueueHistory />);
  await expect.element(page.getByText('2', { exact: true }).first()).toBeVisible();
  await expect.element(waiting()).toHaveAccessibleDescription(copy.summary('6', timeOfDay(minute(2)), '2'));
  await expect.element(page.getByText(copy.now, { exact: true }).first()).toBeVisible();
});

it('moves through time with the keyboard, over a time at which nothing was recorded', async () => {
  render(<QueueHistory />);
  await slider().click();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringContaining('Waiting 6'));
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringContaining(copy.none));
  await expect.element(page.getByText(timeOfDay(minute(1)), { exact: true }).first()).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(`^${copy.now}`));
});

it('has all figures in a table, newest first', async () => {
  render(<QueueHistory />);
  await page.getByText(copy.table).click();
  const rows = page.getByRole('row');
  await expect.element(rows).toHaveLength(5);
  await expect.element(rows.nth(1)).toHaveTextContent(`${copy.now}2002 min1.5`);
  await expect.element(rows.nth(3)).toHaveTextContent(`${timeOfDay(minute(1))}${copy.none.repeat(5)}`);
});

it('keeps queue and time in the address', async () => {
  render(<QueueHistory />);
  await page.getByLabelText(copy.queue, { exact: true }).selectOptions('mail');
  await page.getByLabelText(copy.span, { exact: true }).selectOptions(copy.spans.day);
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ queue: 'mail', span: 'day' });
  await expect
    .element(page.getByRole('img', { name: copy.chart(copy.figures.failed, 'mail') }))
    .toBeVisible();
});

it('has its charts in place while it loads', async () => {
  hang(getQueueHistory);
  render(<QueueHistory />);
  await expect.element(page.getByText(deskCopy.loading)).toBeVisible();
  await expect.element(waiting()).toHaveAccessibleDescription(copy.noSummary);
  await expect.element(slider()).toBeDisabled();
});

it('says that it could not be loaded', async () => {
  fail(getQueueHistory, 500, 'Something went wrong.');
  succeed(getOperator, {
    message: 'You.',
    data: {
      id: 'me',
      fullName: 'Olu',
      isLead: false,
      hasFourEyes: false,
      waiting: { approvals: 0, cases: 0 },
    },
  });
  render(<QueueHistory />);
  await expect.element(page.getByText('Something went wrong.')).toBeVisible();
});
