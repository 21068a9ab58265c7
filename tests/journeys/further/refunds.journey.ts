import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { patient } from '#tests/support/soon.ts';
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
import { linkIn, mailAbout } from '../../support/people/account-steps.ts';
import type { SignedIn } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const courses = ['Machine Learning', 'Statistics', 'Geology'] as const;
type Course = (typeof courses)[number];

describe('refunds with two operators, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let learnerPage: Page;
  let sponsorPage: Page;
  let olu: Page;
  let ife: Page;
  let provider: Page;
  let deals: Record<Course, PaidCourse>;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string, { OPERATORS_FOUR_EYES: 'true' });
    ({ product, learner, sponsor, learnerPage, sponsorPage } = journey);
    await controlPayments(product, 'PATCH', 'settings', { refundStepMs: null });
    deals = await payAll(journey, courses);
    olu = await journey.openOperator('Olu Desk');
    ife = await journey.openOperator('Ife Desk');
    provider = await journey.openProvider();
  });
  afterAll(() => journey?.close());

  const latestRefund = (course: Course) =>
    product.db.getRepository(RefundEntity).findOneOrFail({
      where: { paymentId: deals[course].paymentId },
      order: { createdAt: 'DESC' },
    });
  /** Presses a button beside the latest refund of a payment on the provider's page, once the provider has the refund. */
  const atProvider = async (course: Course, button: string, state: string) => {
    const id = await vi.waitFor(async () => {
      const { providerId } = await latestRefund(course);
      expect(providerId).not.toBeNull();
      return providerId;
    }, patient);
    await provider.goto('/payments/control/money');
    await provider.getByRole('button', { name: `${button}: refund ${id}` }).click();
    await provider.getByText(new RegExp(`^Refund ${id} .*, ${state}`)).waitFor();
  };
  /** Has one operator ask for the refund, and the other one approve it. */
  const refund = async (path: string, reason: string) => {
    await olu.goto(path);
    await claimCase(olu);
    await doAction(olu, 'Refund the payment', { Why: reason });
    await olu.getByText('waits for approval').first().waitFor();
    await releaseCase(olu);
    await ife.goto(path);
    await claimCase(ife);
    await doAction(ife, 'Approve the refund');
    await ife.getByText('approved, being sent to the provider').waitFor();
  };
  const mailTo = ({ email }: SignedIn, subject: RegExp) => mailAbout(product.sandbox.httpUrl, email, subject);

  it('one operator asks for the refund, and cannot approve it', async () => {
    await olu.goto('/ops');
    await olu.getByRole('link', { name: 'Machine Learning' }).click();
    await claimCase(olu);
    await olu.getByRole('group').getByText('Refund the payment', { exact: true }).first().waitFor();
    expect(await olu.getByText('Approve the refund').count()).toBe(0);
    await sendAction(olu, 'Refund the payment');
    await olu.getByText('Please fill in: Why.').first().waitFor();
    await doAction(olu, 'Refund the payment', { Why: 'The course was taken down.' });
    await olu.getByText('The course was taken down. (Olu Desk)').waitFor();
    await olu.getByText('Another operator approves it: Ife Desk.').waitFor();
    expect(await olu.getByText('Approve the refund').count()).toBe(0);
    expect(await findBarriers(olu, 'case with a refund that waits for approval')).toEqual([]);
    await releaseCase(olu);
  });

  it('a second operator approves it, and payer and learner follow it until it is paid out', async () => {
    await sponsorPage.goto('/dashboard');
    await learnerPage.goto('/dashboard');
    await courseCard(learnerPage, 'Machine Learning').getByText('Paid', { exact: true }).first().waitFor();
    await ife.goto('/ops');
    await ife.getByRole('link', { name: 'Machine Learning' }).click();
    await claimCase(ife);
    await doAction(ife, 'Approve the refund');
    const paid = courseCard(sponsorPage, 'Machine Learning');
    await paid.getByText('We are giving ₦20,018 back to you').waitFor();
    await paid.getByText('Reason for the refund: The course was taken down.').waitFor();
    await mailTo(sponsor, /^Your refund is on its way: Machine Learning$/);
    await atProvider('Machine Learning', 'Processing', 'processing');
    await paid.getByText('₦20,018 is on its way back to you.').waitFor();
    await ife.getByText('on its way to the payer').waitFor();
    await atProvider('Machine Learning', 'Pay out', 'processed');
    await paid.getByText('₦20,018 was given back to you.').waitFor();
    await courseCard(learnerPage, 'Machine Learning').getByText('Refunded (ended here)').waitFor();
    await ife.getByText('Closed: ').waitFor();
    await ife.getByText('paid out').first().waitFor();
    expect((await mailTo(sponsor, /^Your refund was paid out: Machine Learning$/)).text).toContain('₦20,018');
    const toLearner = await mailTo(learner, /^Your course is no longer paid for: Machine Learning$/);
    expect(toLearner.text).not.toContain('Grace');
    expect(await findBarriers(sponsorPage, 'dashboard of a payer with a refund')).toEqual([]);
    expect(await findBarriers(learnerPage, 'dashboard of a learner with a refund')).toEqual([]);
  });

  it('a refund that fails is on the desk, and is started once more', async () => {
    const path = await casePathOf(product, 'purchase', deals.Statistics.purchaseId);
    await refund(path, 'The school has closed.');
    await atProvider('Statistics', 'Fail', 'failed');
    await courseCard(sponsorPage, 'Statistics').getByText('The refund of ₦20,018 did not work.').waitFor();
    await ife.getByText('The provider could not refund it.').waitFor();
    expect(await findBarriers(ife, 'case with a refund that failed')).toEqual([]);
    await releaseCase(ife);
    await refund(path, 'Once more.');
    await atProvider('Statistics', 'Pay out', 'processed');
    await courseCard(sponsorPage, 'Statistics').getByText('₦20,018 was given back to you.').waitFor();
    await courseCard(learnerPage, 'Statistics').getByText('Refunded (ended here)').waitFor();
    await ife.getByText('Closed: Refunded').waitFor();
  });

  it('a refund that needs bank details asks the payer for them, and is paid out to that account', async () => {
    await refund(await casePathOf(product, 'purchase', deals.Geology.purchaseId), 'The course is full.');
    await atProvider('Geology', 'Needs attention', 'needs-attention');
    await ife.getByText('waits for bank details of the payer').waitFor();
    await courseCard(sponsorPage, 'Geology').getByRole('link', { name: 'Enter your bank details' }).waitFor();
    const mail = await mailTo(sponsor, /^We need your bank details for your refund: Geology$/);
    // Without a session, as in the browser of a telephone on which the mail is read.
    const page = await journey.openVisitor();
    await page.goto(linkIn(mail, 'refund'));
    const send = page.getByRole('button', { name: 'Send my refund to this account' });
    await page.getByLabel('Account number').fill('12 34');
    await send.click();
    await page.getByText('Please choose your bank.').first().waitFor();
    expect(await page.getByLabel('Account number').inputValue()).toBe('12 34');
    expect(await findBarriers(page, 'bank details with mistakes')).toEqual([]);
    await page.getByLabel('Bank', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Account number').fill('0690000031');
    await send.click();
    await page.getByText('Thank you. We have your details').waitFor();
    await ife.getByText('on its way to the payer').waitFor();
    await atProvider('Geology', 'Pay out', 'processed to the account …0031');
    await courseCard(sponsorPage, 'Geology').getByText('₦20,018 was given back to you.').waitFor();
    await courseCard(learnerPage, 'Geology').getByText('Refunded (ended here)').waitFor();
    await mailTo(sponsor, /^Your refund was paid out: Geology$/);
    await page.reload();
    await page
      .getByText('This link is incomplete.')
      .or(page.getByText('Your refund was paid out.'))
      .waitFor();
  });
});
