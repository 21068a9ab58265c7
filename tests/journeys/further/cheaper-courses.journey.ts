import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePathOf, claimCase, doAction, releaseCase } from '../../support/browser/desk-page.ts';
import { openPayPage, payInNewTab } from '../../support/money/pay-page.ts';
import { controlPayments } from '../../support/money/payment-control.ts';
import {
  courseCard,
  openPurchaseJourney,
  type PurchaseJourney,
} from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { mailAbout } from '../../support/people/account-steps.ts';
import { fileRequest, requestBody } from '../../support/people/people.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a sponsor whose course was cheaper, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let sponsorPage: Page;
  let requestId: string;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string, { OPERATORS_FOUR_EYES: 'true' });
    ({ sponsorPage } = journey);
    await controlPayments(journey.product, 'PATCH', 'settings', { refundStepMs: 0 });
    const course = { ...requestBody().course, courseTitle: 'Botany' };
    requestId = await fileRequest(journey.product.url, journey.learner, {
      course,
      delivery: 'gift-to-email',
      account: { email: 'ada@platform.example' },
    });
  });
  afterAll(() => journey?.close());

  const card = () => courseCard(sponsorPage, 'Botany');
  const says = (text: string) => card().getByText(text).waitFor();
  const stored = async () =>
    (await journey.product.db.query('SELECT wants_rest_back AS wants FROM sponsorships'))[0]?.wants;

  it('chooses at the pay step to get the rest back', async () => {
    await openPayPage(sponsorPage, requestId);
    const fund = sponsorPage.getByRole('radio', { name: 'Completion fund' });
    await fund.waitFor();
    expect(await fund.isChecked()).toBe(true);
    await sponsorPage.getByRole('radio', { name: 'Give the rest back to me' }).check();
    expect(await findBarriers(sponsorPage, 'pay step with the choice about the rest')).toEqual([]);
    const checkout = await payInNewTab(sponsorPage);
    await checkout.getByRole('button', { name: /^Pay/ }).click();
    await checkout.getByText('Successful Payment!').first().waitFor();
    expect(await stored()).toBe(true);
  });

  it('thinks otherwise and back again on the dashboard, until the course is bought', async () => {
    await sponsorPage.goto('/dashboard');
    await card()
      .getByRole('button', { name: /^Give the rest to the completion fund/ })
      .click();
    await says('If the course costs less than you paid, the rest goes to the completion fund');
    expect(await stored()).toBe(false);
    await card()
      .getByRole('button', { name: /^Give the rest back to me/ })
      .click();
    await says('If the course costs less than you paid, you get the rest back.');
    expect(await findBarriers(sponsorPage, 'dashboard with the choice about the rest')).toEqual([]);
  });

  it('gets the rest back after a second operator has approved it, and everybody reads it', async () => {
    const { product } = journey;
    const olu = await journey.openOperator('Olu Desk');
    const ife = await journey.openOperator('Ife Desk');
    const [purchase] = await product.db.query('SELECT id, payment_id AS "paymentId" FROM purchases');
    await olu.goto(await casePathOf(product, 'purchase', purchase.id));
    await claimCase(olu);
    await doAction(olu, 'Start buying');
    await doAction(olu, 'Record the order', {
      'Order number': 'EDX-2',
      'What the platform charged': '18500',
      'Currency of the charge': 'NGN',
    });
    await says('The course cost ₦1,500 less than you paid.');
    await says('We are giving ₦1,500 of it back to you');
    await olu.goto(await casePathOf(product, 'refund', purchase.paymentId));
    await claimCase(olu);
    await olu.getByText('₦1,500 from the completion fund').waitFor();
    expect(await olu.getByText('Approve the refund').count()).toBe(0);
    expect(await findBarriers(olu, 'case of a rest that waits for approval')).toEqual([]);
    await releaseCase(olu);
    await ife.goto(await casePathOf(product, 'refund', purchase.paymentId));
    await claimCase(ife);
    await doAction(ife, 'Approve the refund');
    await says('₦1,500 of it was given back to you.');
    await ife.getByText('Closed: Refunded').waitFor();
    const { text } = await mailAbout(
      product.sandbox.httpUrl,
      journey.sponsor.email,
      /^The rest of your payment is on its way: Botany$/,
    );
    for (const part of ['₦1,500', 'The course cost less than you paid']) expect(text).toContain(part);
    await journey.learnerPage.goto('/dashboard');
    await courseCard(journey.learnerPage, 'Botany').getByText('Bought (done)').waitFor();
    await soon(async () => (await product.db.query('SELECT status FROM payments'))[0].status).toBe(
      'approved',
    );
    await ife.goto('/ops/money?view=ledger');
    await ife
      .getByRole('row', { name: /^Courses bought/ })
      .getByText('₦18,500.00')
      .first()
      .waitFor();
  });
});
