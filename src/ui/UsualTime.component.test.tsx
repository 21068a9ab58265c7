import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getUsualTimes, type UsualTimes } from '#contracts/requests/usual-times.ts';
import { queryClient } from '#src/browser/use-api-query.ts';
import { on, render, succeed } from '#tests/support/browser/render-island.tsx';
import { UsualTime } from './UsualTime.tsx';
import { enrolledUsually, paidUsually } from './usual-time.copy.ts';

const show = (data: UsualTimes, until: 'paid' | 'enrolled') => {
  succeed(getUsualTimes, { message: 'Times', data });
  render(<UsualTime until={until} />);
};
const text = (words: string) => page.getByText(words, { exact: true });

it('says how long it took until requests were paid', async () => {
  show({ paidDays: 12, enrolledDays: 3 }, 'paid');
  await expect.element(text(paidUsually(12))).toBeVisible();
  expect(text(enrolledUsually(3)).query()).toBeNull();
});

it('says how long it took until learners were enrolled', async () => {
  show({ paidDays: 12, enrolledDays: 1 }, 'enrolled');
  await expect
    .element(text('Half of the learners were enrolled within 1 day after the payment.'))
    .toBeVisible();
});

it('names no time where too few requests tell, or none could be loaded', async () => {
  let calls = 0;
  const answers = [{ message: 'Times', data: { paidDays: null, enrolledDays: null } }, { message: '' }];
  on(getUsualTimes, () => {
    calls += 1;
    return Response.json(answers[calls - 1], { status: calls === 1 ? 200 : 404 });
  });
  render(<UsualTime until="paid" />);
  await expect.poll(() => calls).toBe(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(document.body.textContent).not.toContain('Half of');
  queryClient.clear();
  render(<UsualTime until="enrolled" />);
  await expect.poll(() => calls).toBe(2);
  expect(document.body.textContent).not.toContain('Half of');
});
