import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { render } from '#tests/support/browser/render-island.tsx';
import { Deadline } from './Deadline.tsx';
import { deskCopy } from './desk.copy.ts';

const inMs = (ms: number) => new Date(serverNow() + ms).toISOString();

it('counts down by itself, and names the zone', async () => {
  render(<Deadline time={inMs(2 * dayMs + 3 * hourMs + 12 * minuteMs + 30_000)} />);
  const timer = page.getByRole('timer');
  await expect.poll(() => timer.element().textContent).toMatch(/^\(2 days 3 h 12 min \d+ s left\)$/);
  const before = timer.element().textContent;
  await expect.poll(() => timer.element().textContent).not.toBe(before);
  const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  await expect.element(page.getByText(zone ?? 'no zone')).toBeVisible();
});

it('says that it has passed', async () => {
  render(<Deadline time={inMs(-minuteMs)} />);
  await expect.element(page.getByRole('timer')).toHaveTextContent(deskCopy.deadline.passed);
});
