import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { reportNotReceived } from '#contracts/purchases/not-received.ts';
import { fail, render, succeed } from '#tests/support/browser/render-island.tsx';
import { ownRequest } from '#tests/support/browser/view-fixtures.ts';
import { PurchaseActions } from './PurchaseActions.tsx';
import { purchasesCopy as copy } from './purchases.copy.ts';

const at = '2026-01-05T10:00:00.000Z';
const handedOver: OwnRequest = {
  ...ownRequest,
  status: 'paid',
  purchase: {
    status: 'handed_over',
    expectedAt: null,
    boughtAt: at,
    handedOverAt: at,
    redeemedAt: null,
    redeemBy: null,
    payerAskedUntil: null,
    isRefunding: false,
    isDisputed: false,
    hasCode: false,
    codeSeenAt: null,
    notReceivedAt: null,
  },
};
const show = (request: OwnRequest, onChanged = () => {}) => {
  render(
    <li>
      <h3>Course</h3>
      <PurchaseActions request={request} onChanged={onChanged} />
    </li>,
  );
};
const report = { ...reportNotReceived, path: `/course/request/${handedOver._id}/not-received` as const };
const press = () => page.getByRole('button', { name: copy.notReceived.open }).click();

it('says what was sent, where to and when, with the page of the course', async () => {
  show(handedOver);
  await expect.element(page.getByText('The course as a gift')).toBeVisible();
  await expect.element(page.getByText('Your account ada@people.example on Coursera')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: copy.sent.open }))
    .toHaveAttribute('href', handedOver.link);
});

it('tells operators by one press that it did not arrive, and shows why that failed', async () => {
  let changes = 0;
  show(handedOver, () => {
    changes += 1;
  });
  fail(report, 503, 'Please try again in a moment.');
  await press();
  await expect.element(page.getByText('Please try again in a moment.')).toBeVisible();
  expect(changes).toBe(0);
  succeed(report, { message: 'Thank you for telling us.' });
  await press();
  await expect.poll(() => changes).toBe(1);
});

it('says that it is looked into, instead of the button', async () => {
  const { purchase } = handedOver;
  show({ ...handedOver, purchase: purchase && { ...purchase, notReceivedAt: at } });
  await expect.element(page.getByText(copy.notReceived.done(at))).toBeVisible();
  expect(page.getByRole('button', { name: copy.notReceived.open }).query()).toBeNull();
  await expect.element(page.getByRole('button', { name: copy.redeemed.open })).toBeVisible();
});
