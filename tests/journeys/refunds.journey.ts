import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { linkIn, mailAbout } from '../support/account-steps.ts';
import { newPerson, openBrowser } from '../support/browser.ts';
import { builtPages } from '../support/built-pages.ts';
import { casePathOf, doAction, openDesk, sendAction } from '../support/desk-page.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { joinDesk } from '../support/operators.ts';
import { payForCourse } from '../support/paid-purchases.ts';
import { controlPayments } from '../support/payment-control.ts';
import { join, type SignedIn } from '../support/people.ts';
import { requireChromium } from '../support/requirements.ts';
import { signedIn } from '../support/site.ts';
import { patienceMs } from '../support/soon.ts';
import { startTestProduct, type TestProduct } from '../support/test-product.ts';

const chromium = requireChromium();
const courses = ['Machine Learning', 'Statistics', 'Geology'] as const;
type Course = (typeof courses)[number];

describe.skipIf(chromium.missing)('refunds with two operators, in a browser', () => {
  let product: TestProduct;
  let browser: Browser;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let learnerPage: Page;
  let sponsorPage: Page;
  let olu: Page;
  let ife: Page;
  let provider: Page;
  const deals = {} as Record<Course, { purchaseId: string; paymentId: string }>;

  beforeAll(async () => {
    product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' }, await builtPages());
    await product.startWorkers();
    await controlPayments(product, 'PATCH', 'settings', { refundStepMs: null });
    browser = await openBrowser(chromium.path as string);
    const { url } = product;
    learner = await join(url, 'learner', { fullName: 'Ada Obi' });
    sponsor = await join(url, 'sponsor', { fullName: 'Grace Hall' });
    for (const courseTitle of courses) {
      const terms = { price: 20_000, priceUnit: 'NGN', duration: 3, durationUnit: 'months' };
      const course = { ...terms, courseTitle, platform: 'Coursera' };
      const { id, paymentId } = await payForCourse(product, { learner, sponsor }, { course });
      deals[courseTitle] = { purchaseId: id, paymentId };
    }
    const open = async (who: 'learner' | 'sponsor', person: SignedIn) =>
      (await newPerson(browser, url, { ...signedIn(url, who, person), reducedMotion: 'reduce' })).page;
    learnerPage = await open('learner', learner);
    sponsorPage = await open('sponsor', sponsor);
    olu = await openDesk(browser, product, await joinDesk(product, 'operator', 'Olu Desk'));
    ife = await openDesk(browser, product, await joinDesk(product, 'operator', 'Ife Desk'));
    provider = (await newPerson(browser, `${product.sandbox.httpUrl}/`)).page;
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const card = (page: Page, course: Course) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: course }) });
  const latestRefund = (course: Course) =>
    product.db.getRepository(RefundEntity).findOneOrFail({
      where: { paymentId: deals[course].paymentId },
      order: { createdAt: 'DESC' },
    });
  /** Presses a button beside the latest refund of a payment on the provider's page, once the provider has the refund. */
  const atProvider = async (course: Course, button: string, state: string) => {
    const id = await vi.waitFor(
      async () => {
        const { providerId } = await latestRefund(course);
        expect(providerId).not.toBeNull();
        return providerId;
      },
      { timeout: patienceMs, interval: 50 },
    );
    await provider.goto('/payments/control/money');
    await provider.getByRole('button', { name: `${button}: refund ${id}` }).click();
    await provider.getByText(new RegExp(`^Refund ${id} .*, ${state}`)).waitFor();
  };
  const claim = (page: Page) => page.getByRole('button', { name: 'Claim', exact: true }).click();
  const release = async (page: Page) => {
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('button', { name: 'Claim', exact: true }).waitFor();
  };
  /** Has one operator ask for the refund, and the other one approve it. */
  const refund = async (path: string, reason: string) => {
    await olu.goto(path);
    await claim(olu);
    await doAction(olu, 'Refund the payment', { Why: reason });
    await olu.getByText('waits for approval').waitFor();
    await release(olu);
    await ife.goto(path);
    await claim(ife);
    await doAction(ife, 'Approve the refund');
    await ife.getByText('approved, being sent to the provider').waitFor();
  };
  const mailTo = ({ email }: SignedIn, subject: RegExp) => mailAbout(product.sandbox.httpUrl, email, subject);

  it('one operator asks for the refund, and cannot approve it', async () => {
    await olu.goto('/ops');
    await olu.getByRole('link', { name: 'Machine Learning' }).click();
    await claim(olu);
    await olu.getByRole('group').getByText('Refund the payment', { exact: true }).first().waitFor();
    expect(await olu.getByText('Approve the refund').count()).toBe(0);
    await sendAction(olu, 'Refund the payment');
    await olu.getByText('Please fill in: Why.').first().waitFor();
    await doAction(olu, 'Refund the payment', { Why: 'The course was taken down.' });
    await olu.getByText('The course was taken down. (Olu Desk)').waitFor();
    await sendAction(olu, 'Approve the refund');
    await olu.getByText('You requested this refund. Another operator has to approve it.').waitFor();
    expect(await findBarriers(olu, 'case with a refund that waits for approval')).toEqual([]);
    await release(olu);
  });

  it('a second operator approves it, and payer and learner follow it until it is paid out', async () => {
    await sponsorPage.goto('/dashboard');
    await learnerPage.goto('/dashboard');
    await card(learnerPage, 'Machine Learning').getByText('Paid', { exact: true }).first().waitFor();
    await ife.goto('/ops');
    await ife.getByRole('link', { name: 'Machine Learning' }).click();
    await claim(ife);
    await doAction(ife, 'Approve the refund');
    const paid = card(sponsorPage, 'Machine Learning');
    await paid.getByText('We are giving ₦20,018 back to you').waitFor();
    await mailTo(sponsor, /^Your refund is on its way: Machine Learning$/);
    await atProvider('Machine Learning', 'Processing', 'processing');
    await paid.getByText('₦20,018 is on its way back to you.').waitFor();
    await ife.getByText('on its way to the payer').waitFor();
    await atProvider('Machine Learning', 'Pay out', 'processed');
    await paid.getByText('₦20,018 was given back to you.').waitFor();
    await card(learnerPage, 'Machine Learning').getByText('Refunded (ended here)').waitFor();
    await ife.getByText('Closed: ').waitFor();
    await ife.getByText('paid out').waitFor();
    expect((await mailTo(sponsor, /^Your refund was paid out: Machine Learning$/)).text).toContain('₦20,018');
    const toLearner = await mailTo(learner, /^Your course is no longer paid for: Machine Learning$/);
    expect(toLearner.text).not.toContain('Grace');
    expect(await findBarriers(sponsorPage, 'dashboard of a payer with a refund')).toEqual([]);
    expect(await findBarriers(learnerPage, 'dashboard of a learner with a refund')).toEqual([]);
  });

  it('a refund that fails is on the desk, and is started once more', async () => {
    const { purchaseId, paymentId } = deals.Statistics;
    await refund(await casePathOf(product, 'purchase', purchaseId), 'The school has closed.');
    await atProvider('Statistics', 'Fail', 'failed');
    await card(sponsorPage, 'Statistics').getByText('The refund of ₦20,018 did not work.').waitFor();
    const path = await casePathOf(product, 'refund', paymentId);
    await ife.goto(path);
    await ife.getByText('The provider could not refund it.').waitFor();
    expect(await findBarriers(ife, 'case with a refund that failed')).toEqual([]);
    await refund(path, 'Once more.');
    await atProvider('Statistics', 'Pay out', 'processed');
    await card(sponsorPage, 'Statistics').getByText('₦20,018 was given back to you.').waitFor();
    await card(learnerPage, 'Statistics').getByText('Refunded (ended here)').waitFor();
    await ife.getByText('Closed: refunded').waitFor();
  });

  it('a refund that needs bank details asks the payer for them, and is paid out to that account', async () => {
    await refund(await casePathOf(product, 'purchase', deals.Geology.purchaseId), 'The course is full.');
    await atProvider('Geology', 'Needs attention', 'needs-attention');
    await ife.getByText('waits for bank details of the payer').waitFor();
    await card(sponsorPage, 'Geology').getByRole('link', { name: 'Enter your bank details' }).waitFor();
    const mail = await mailTo(sponsor, /^We need your bank details for your refund: Geology$/);
    // Without a session, as in the browser of a telephone on which the mail is read.
    const { page } = await newPerson(browser, product.url, { reducedMotion: 'reduce' });
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
    await card(sponsorPage, 'Geology').getByText('₦20,018 was given back to you.').waitFor();
    await card(learnerPage, 'Geology').getByText('Refunded (ended here)').waitFor();
    await mailTo(sponsor, /^Your refund was paid out: Geology$/);
    await page.reload();
    await page
      .getByText('This link is incomplete.')
      .or(page.getByText('Your refund was paid out.'))
      .waitFor();
  });
});
