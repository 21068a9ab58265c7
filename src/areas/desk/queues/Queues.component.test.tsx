import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getQueueHistory, listQueues, retryJobs } from '#contracts/desk/desk-queues.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { idOf } from '#tests/support/browser/view-fixtures.ts';
import { deskCopy } from '../desk.copy.ts';
import { Queues } from './Queues.tsx';

const copy = deskCopy.queues;
const at = '2026-01-01T00:00:00.000Z';
const job = (id: string, name: string) => ({
  id,
  name,
  queue: 'mail',
  createdAt: at,
  failedAt: at,
  lastError: 'Error',
  about: null,
});

function show(...failed: ReturnType<typeof job>[]): void {
  const figures = { waiting: 0, queued: 0, failed: 0, oldestS: 0, done: 0 };
  succeed(getQueueHistory, { message: 'The history.', data: { points: [], now: { at, figures } } });
  succeed(listQueues, { message: 'The queues.', data: { queues: [], failed } });
}

async function choose(): Promise<void> {
  render(<Queues />);
  await page.getByRole('checkbox', { name: 'Delivery of a mail' }).click();
  await page.getByLabelText(copy.reason).fill('The server is back.');
}

it('loads again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  show(job(idOf(1), 'mail.deliver'));
  render(<Queues />);
  await expect.element(page.getByRole('checkbox', { name: 'Delivery of a mail' })).toBeVisible();
  show();
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.element(page.getByText(copy.noFailed)).toBeVisible();
});

it('passes the focus on to the heading when the last failed job runs again', async () => {
  show(job(idOf(1), 'mail.deliver'));
  await choose();
  on(retryJobs, () => {
    show();
    return Response.json({ message: 'One job: will run again.', data: { ids: [idOf(1)] } });
  });
  await page.getByRole('button', { name: copy.retry }).click();
  await expect.element(page.getByText(copy.noFailed)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: copy.failedJobs })).toHaveFocus();
});

it('keeps the reason, and chooses no other job, when the chosen one has changed', async () => {
  show(job(idOf(1), 'mail.deliver'));
  await choose();
  on(retryJobs, () => {
    show(job(idOf(2), 'payments.verify'), job(idOf(3), 'mail.other'));
    return Response.json({ message: 'These jobs have changed.' }, { status: 409 });
  });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('checkbox', { name: 'Verification of a payment' })).not.toBeChecked();
  await expect.element(page.getByLabelText(copy.reason)).toHaveValue('The server is back.');
  await expect.element(page.getByRole('button', { name: copy.retry })).toBeDisabled();
});
