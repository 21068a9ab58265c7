import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { chooseRest } from '#contracts/purchases/rests.ts';
import { fail, on, render } from '#tests/support/browser/render-island.tsx';
import { sponsoredRequest } from '#tests/support/browser/view-fixtures.ts';
import { CourseRest } from './CourseRest.tsx';
import { courseRestCopy as copy } from './course-rest.copy.ts';

const open = { to: 'fund', canChange: true, minimum: 2, amount: null, refunds: [] } as const;
const steps: NonNullable<SponsoredRequest['purchase']> = {
  status: 'claimed',
  expectedAt: null,
  boughtAt: null,
  handedOverAt: null,
  redeemedAt: null,
  redeemBy: null,
  payerAskedUntil: null,
  isRefunding: false,
  isDisputed: false,
};
const bought = { ...open, canChange: false, amount: 5 };
const show = (rest: SponsoredRequest['rest'], onChanged = () => {}) => {
  render(<CourseRest request={{ ...sponsoredRequest, rest }} onChanged={onChanged} />);
};
const choice = { ...chooseRest, path: `/course/request/${sponsoredRequest._id}/rest` as const };
const text = (words: string) => expect.element(page.getByText(words));

it('chooses by one press who gets the rest, and says why that failed', async () => {
  let changes = 0;
  show({ ...open, refunds: [] }, () => {
    changes += 1;
  });
  await text(copy.chosen.fund()).toBeVisible();
  fail(choice, 409, 'This course is bought already.');
  await page.getByRole('button', { name: copy.choose.payer }).click();
  await text('This course is bought already.').toBeVisible();
  expect(changes).toBe(0);
  let sent: unknown;
  on(choice, (_url, body) => {
    sent = body;
    return Response.json({ message: 'You get the rest back.' });
  });
  await page.getByRole('button', { name: copy.choose.payer }).click();
  await expect.poll(() => changes).toBe(1);
  expect(sent).toEqual({ rest: 'payer' });
});

it('names the smallest rest that can be given back', async () => {
  show({ ...open, to: 'payer', refunds: [] });
  await text(copy.chosen.payer('$2')).toBeVisible();
  await expect.element(page.getByRole('button', { name: copy.choose.fund })).toBeVisible();
});

it('says that the rest is in the fund, and that it was too small to be given back', async () => {
  show({ ...bought, refunds: [] });
  await text(copy.cheaper('$5')).toBeVisible();
  await text(copy.inFund.fund).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
  show({ ...bought, to: 'payer', amount: 1.99, refunds: [] });
  await text(copy.tooSmall('$2')).toBeVisible();
});

it('says to a payer who chose to get the rest back that it was withdrawn', async () => {
  show({ ...bought, to: 'payer', refunds: [] });
  await text(copy.inFund.payer).toBeVisible();
});

it('has no choice where the fund pays for the next order, and still the refund of the rest before', async () => {
  const refund = { status: 'processed', amount: 5, accountUrl: null } as const;
  show({ ...open, canChange: false, to: 'payer', refunds: [refund] });
  await text(copy.refunds.processed('$5')).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});

it('has no choice while the payment is given back', async () => {
  const refund = { status: 'pending', amount: 5, accountUrl: null } as const;
  const rest = { ...open, refunds: [refund] };
  const purchase = { ...steps, isRefunding: true };
  render(<CourseRest request={{ ...sponsoredRequest, purchase, rest }} onChanged={() => {}} />);
  await text(copy.refunds.pending('$5')).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});

it('follows the refund of the rest, and asks for an account where it needs one', async () => {
  const refund = {
    status: 'needs_attention',
    amount: 5,
    accountUrl: 'https://x.example/refund?token=a',
  } as const;
  show({ ...bought, to: 'payer', refunds: [refund] });
  await text(copy.refunds.needs_attention('$5')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: copy.enterAccount }))
    .toHaveAttribute('href', refund.accountUrl);
});

it('asks for the account also while the course is bought once more', async () => {
  const refund = {
    status: 'needs_attention',
    amount: 5,
    accountUrl: 'https://x.example/refund?token=a',
  } as const;
  show({ ...bought, canChange: true, to: 'payer', refunds: [refund] });
  await expect
    .element(page.getByRole('link', { name: copy.enterAccount }))
    .toHaveAttribute('href', refund.accountUrl);
});
