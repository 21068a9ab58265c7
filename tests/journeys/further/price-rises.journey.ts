import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePathOf, claimCase, doAction, releaseCase, sendAction } from '../../support/browser/desk-page.ts';
import { controlPayments } from '../../support/money/payment-control.ts';
import {
  courseCard,
  openPurchaseJourney,
  type PaidCourse,
  type PurchaseJourney,
  payAll,
} from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { mailAbout } from '../../support/people/account-steps.ts';
import type { SignedIn } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const courses = ['Algebra', 'Biology', 'Chemistry', 'Drawing'] as const;
type Course = (typeof courses)[number];

describe('prices that rose before the course was bought, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let learnerPage: Page;
  let sponsorPage: Page;
  let olu: Page;
  let ife: Page;
  let deals: Record<Course, PaidCourse>;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string, { OPERATORS_FOUR_EYES: 'true' });
    ({ product, learner, sponsor, learnerPage, sponsorPage } = journey);
    await controlPayments(product, 'PATCH', 'settings', { refundStepMs: 0 });
    deals = await payAll(journey, courses, {
      delivery: 'gift-to-email',
      account: { email: 'ada@platform.example' },
    });
    await learnerPage.goto('/dashboard');
    olu = await journey.openOperator('Olu Desk');
    ife = await journey.openOperator('Ife Desk');
  });
  afterAll(() => journey?.close());

  const purchaseCaseOf = (course: Course) => casePathOf(product, 'purchase', deals[course].purchaseId);
  const startBuying = async (course: Course) => {
    await olu.goto(await purchaseCaseOf(course));
    await claimCase(olu);
    await doAction(olu, 'Start buying');
    await olu.getByText('Being bought until').waitFor();
  };
  const orderFor = (charged: string) => ({
    'Order number': 'EDX-1',
    'What the platform charged': charged,
    'Currency of the charge': 'NGN',
  });
  const asksForMore = (course: Course) =>
    courseCard(learnerPage, course).getByText('We have asked your sponsor about the difference').waitFor();

  it('4 %: one operator buys the course, and the completion fund pays the difference', async () => {
    await startBuying('Algebra');
    await doAction(olu, 'Record the order', orderFor('20800'));
    await olu.getByText('₦20,800').first().waitFor();
    await doAction(olu, 'Hand over');
    await courseCard(learnerPage, 'Algebra').getByText('The course is bought for your account').waitFor();
    await sponsorPage.goto('/dashboard');
    await courseCard(sponsorPage, 'Algebra').getByText('Bought (done)').waitFor();
    await olu.goto('/ops/money?view=ledger');
    await olu
      .getByRole('row', { name: /^Completion fund/ })
      .getByText('₦800.00')
      .first()
      .waitFor();
  });

  it('8 %: a second operator approves the price before the course is bought', async () => {
    await startBuying('Biology');
    await sendAction(olu, 'Record the order', orderFor('21600'));
    await olu.getByText('₦21,600 is more than 105 % of what was paid.').waitFor();
    const price = { 'Price in the currency of the payment': '21600' };
    await doAction(olu, 'Ask a second operator for a higher price', price);
    await olu.getByText('₦21,600, waits for approval').waitFor();
    await olu.getByText('You cannot approve this.').waitFor();
    expect(await olu.getByText('Approve the higher price').count()).toBe(0);
    expect(await findBarriers(olu, 'case with a price that waits for approval')).toEqual([]);
    await releaseCase(olu);
    await ife.goto(await purchaseCaseOf('Biology'));
    await claimCase(ife);
    await doAction(ife, 'Approve the higher price');
    await ife.getByText('₦21,600, approved').waitFor();
    await releaseCase(ife);
    await claimCase(olu);
    await doAction(olu, 'Record the order', orderFor('21600'));
    await olu.getByText('Bought', { exact: true }).waitFor();
    await courseCard(learnerPage, 'Biology').getByText('Bought (done)').waitFor();
  });

  it('30 %: the payer is asked by mail, pays the difference, and the course is bought', async () => {
    await startBuying('Chemistry');
    await sendAction(olu, 'Record the order', orderFor('26000'));
    await olu.getByText('₦26,000 is far more than was paid.').waitFor();
    const question = { Price: '26000', Note: 'The semester has begun.' };
    await doAction(olu, 'Ask the payer about a higher price', question);
    await olu.getByText('Waits: The sponsor').waitFor();
    await asksForMore('Chemistry');
    const subject = /^Your decision, please: Chemistry costs more now$/;
    const { text } = await mailAbout(product.sandbox.httpUrl, sponsor.email, subject);
    for (const part of ['The semester has begun.', '₦26,000', '₦6,000']) expect(text).toContain(part);
    await sponsorPage.goto(/https?:\S+\/dashboard/.exec(text)?.[0] ?? '/');
    const asked = courseCard(sponsorPage, 'Chemistry');
    await asked.getByText('The semester has begun.').waitFor();
    expect(await findBarriers(sponsorPage, 'question about a price')).toEqual([]);
    await asked.getByRole('button', { name: 'Pay ₦6,005.40' }).click();
    await sponsorPage.getByRole('button', { name: /^Pay / }).click();
    await sponsorPage.getByText('The difference is paid').waitFor();
    await olu.getByText('The payer has paid the difference').first().waitFor();
    await doAction(olu, 'Start buying');
    await doAction(olu, 'Record the order', orderFor('26000'));
    await olu.getByText('Bought', { exact: true }).waitFor();
    await sponsorPage.goto('/dashboard');
    await asked.getByText('You paid a difference of ₦6,005.40').waitFor();
    await asked.getByText('Bought (done)').waitFor();
  });

  it('30 %: another payer takes the money back, which one operator approves', async () => {
    await startBuying('Drawing');
    await doAction(olu, 'Ask the payer about a higher price', { Price: '26000' });
    await asksForMore('Drawing');
    await sponsorPage.goto('/dashboard');
    const asked = courseCard(sponsorPage, 'Drawing');
    await asked.getByRole('button', { name: 'Take my money back' }).click();
    await sponsorPage.getByRole('button', { name: 'Yes, give it back' }).click();
    await asked.getByText('We are giving ₦20,018 back to you').waitFor();
    await courseCard(learnerPage, 'Drawing').getByText('The course could not be bought').waitFor();
    await olu.getByText('Closed: Ended without a course').waitFor();
    await ife.goto(await casePathOf(product, 'refund', deals.Drawing.paymentId));
    await ife.getByText('The price has risen, and the payer takes the money back.').last().waitFor();
    expect(await findBarriers(ife, 'case of a payer who takes the money back')).toEqual([]);
    await claimCase(ife);
    await doAction(ife, 'Approve the refund');
    await asked.getByText('₦20,018 was given back to you.').waitFor();
    await courseCard(learnerPage, 'Drawing').getByText('Refunded (ended here)').waitFor();
    await ife.getByText('Closed: Refunded').waitFor();
    await mailAbout(product.sandbox.httpUrl, sponsor.email, /^Your refund was paid out: Drawing$/);
    await mailAbout(product.sandbox.httpUrl, learner.email, /^Your course is no longer paid for: Drawing$/);
  });
});
