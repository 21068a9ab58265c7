import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editRequest } from '#contracts/requests/requests.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { enter } from '../../support/browser/enter.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { readings } from '../../support/browser/translation.ts';
import {
  mainHeading,
  openPayPage,
  paidInOtherTab,
  payInNewTab,
  paymentsOf,
} from '../../support/money/pay-page.ts';
import { controlPayments } from '../../support/money/payment-control.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { submitSignIn, withoutRefusals } from '../../support/people/account-steps.ts';
import {
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const success = 'Successful Payment!';

describe.each(readings)(
  'paying for a course, whatever happens on the way$how',
  needs(chromium),
  ({ isTranslated }) => {
    let product: TestProduct;
    let browser: Browser;
    let learner: SignedIn;
    let sponsor: SignedIn;
    let person: Person;
    let page: Page;
    let context: BrowserContext;
    let requestId: string;
    const barriers: string[] = [];

    beforeAll(async () => {
      product = await startTestProduct({}, await builtPages());
      await product.startWorkers();
      browser = await shareBrowser(chromium.path as string);
      learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
      sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Canary' });
    });
    beforeEach(async () => {
      requestId = await fileRequest(product.url, learner);
      person = await newPerson(browser, product.url, { isTranslated });
      context = person.context;
      page = await enter(context, sponsor, 'sponsor');
    });
    afterEach(async () => {
      // Going offline is one of the things that happen.
      const said = withoutRefusals(person.problems).filter(
        (problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem),
      );
      await context.close();
      expect(said).toEqual([]);
    });
    afterAll(async () => {
      await closeContexts(browser);
      await product?.close();
    });

    const look = async (name: string, at = page) => {
      barriers.push(...(await findBarriers(at, name)));
    };
    const heading = (name: string | RegExp, at = page) => mainHeading(at, name);
    const openPay = (id = requestId, at = page) => openPayPage(at, id);
    const payments = (id = requestId) => paymentsOf(product, id);
    const begin = async (who = sponsor) => {
      const started = await startPayment(product.url, who, requestId, { isAnonymous: true });
      return started.body.data.data;
    };
    const verify = (reference: string, at = page) => at.goto(`/payment-verification/?reference=${reference}`);

    it('anonymously, from the listing to the dashboard, and the learner never reads the name', async () => {
      await page.goto('/help-learner');
      const card = page.getByRole('link', { name: /^Sponsor Ada/ });
      await card.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Sponsor', exact: true }).click();
      await dialog.getByRole('button', { name: /Stay Anonymous/ }).click();
      await heading('Complete Your Sponsorship!');
      await page.getByText('₦20,018').waitFor();
      expect(page.url()).not.toMatch(/Ada|20000|NGN/);
      expect(await page.getByRole('checkbox', { name: /Stay anonymous/ }).isChecked()).toBe(true);
      await look('pay');
      requestId = new URL(page.url()).searchParams.get('requestID') ?? '';
      const checkout = await payInNewTab(page);
      await page.getByText('This page notices by itself').waitFor();
      await page.getByText(/Reserved for you: 3[45]:\d\d left/).waitFor();
      await look('waiting tab');
      await checkout.getByRole('button', { name: /^Pay/ }).click();
      await heading(success, checkout);
      await checkout.getByText('₦20,018').waitFor();
      await look('success', checkout);
      // The tab that waited notices it too, and does not show the same page a second time.
      await paidInOtherTab(page);
      await look('paid in the other tab');
      await checkout.getByRole('link', { name: 'Continue' }).click();
      await checkout.waitForURL('**/dashboard');
      await checkout.getByText('Machine Learning').first().waitFor();
      const theirs = await newPerson(browser, product.url, { isTranslated });
      const dashboard = await enter(theirs.context, learner, 'learner');
      await dashboard.goto('/dashboard');
      await dashboard.getByText('Paid', { exact: true }).first().waitFor();
      expect(await dashboard.content()).not.toContain('Canary');
      await theirs.context.close();
    });

    it('with pop-ups blocked: a link leads to the provider, and this tab notices', async () => {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await openPay();
      await page.getByRole('button', { name: 'Pay for course' }).click();
      await page.getByText('Your browser kept the payment page from opening.').waitFor();
      await look('blocked');
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Open the payment page' }).click();
      const checkout = await opened;
      await checkout.getByRole('button', { name: /^Pay/ }).click();
      await heading(success, checkout);
      await checkout.close();
      await paidInOtherTab(page);
    });

    it('with two presses: one payment and one tab', async () => {
      await openPay();
      const sent = page.waitForRequest('**/course/initiate/pay');
      await page.getByRole('button', { name: 'Pay for course' }).dblclick();
      expect((await sent).postDataJSON()).toMatchObject({ description: 'Machine Learning' });
      await page.getByText('This page notices by itself').waitFor();
      expect(context.pages()).toHaveLength(2);
      expect(await payments()).toMatchObject([{ status: 'pending' }]);
      await page.reload();
      await page.getByText('You have begun to pay for this course.').waitFor();
      await look('begun');
      await payInNewTab(page);
      expect(await payments()).toHaveLength(1);
    });

    it('with every tab closed after paying: the course is paid, and another browser finds out from the reference', async () => {
      await openPay();
      await payInNewTab(page);
      const [payment] = await payments();
      for (const tab of context.pages()) await tab.close();
      await press(product.sandbox.httpUrl, payment?.access_code ?? '', 'pay');
      await soon(() => payments()).toMatchObject([{ status: 'approved' }]);
      const cold = await newPerson(browser, product.url, { isTranslated });
      await verify(payment?.reference ?? '', cold.page);
      await cold.page.waitForURL('**/user-auth**');
      await submitSignIn(cold.page, sponsor.email, sponsor.password);
      await heading(success, cold.page);
      await cold.page.goto(`/sponsor-status/?state=pay&requestId=${requestId}`);
      await cold.page.getByText('You have paid for this course. Thank you!').waitFor();
      await look('already paid', cold.page);
      await cold.context.close();
    });

    it('with the back button from the result to the provider: nothing is paid twice', async () => {
      await openPay();
      const checkout = await payInNewTab(page);
      await checkout.getByRole('button', { name: /^Pay/ }).click();
      await heading(success, checkout);
      await checkout.goBack();
      const again = checkout.getByRole('button', { name: /^Pay/ });
      if (await again.isVisible()) await again.click();
      else await checkout.goForward();
      await heading(success, checkout);
      expect(await payments()).toMatchObject([{ status: 'approved' }]);
    });

    it('resumes the same payment after Cancel on the provider’s page', async () => {
      await openPay();
      const checkout = await payInNewTab(page);
      await checkout.getByRole('button', { name: 'Cancel' }).click();
      await heading('The payment was not finished', checkout);
      await look('left', checkout);
      await checkout.getByRole('link', { name: 'Go back to the payment' }).click();
      await heading('Complete Your Sponsorship!', checkout);
      await checkout.goto(`/help-learner?request=${requestId}`);
      const dialog = checkout.getByRole('dialog');
      await dialog.getByText(/^You are paying this, until \d/).waitFor();
      await look('begun', checkout);
      await dialog.getByRole('link', { name: 'Continue' }).click();
      await heading('Complete Your Sponsorship!', checkout);
      const second = await payInNewTab(checkout);
      await second.getByRole('button', { name: /^Pay/ }).click();
      await heading(success, second);
      expect(await payments()).toHaveLength(1);
    });

    it('declined, then paid with another card on the same page: the tab that waited notices both', async () => {
      await openPay();
      const checkout = await payInNewTab(page);
      await checkout.getByRole('button', { name: 'Decline' }).click();
      await checkout.getByText('The card was declined.').waitFor();
      await page.getByText('Your card or bank declined the payment; nothing was charged.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/sponsor-status/');
      await page.getByText(/Reserved for you: 3[45]:/).waitFor();
      await look('declined, page still open');
      await page.getByText('The payment page is still open in its own tab').waitFor();
      const address = checkout.url();
      await checkout.close();
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByText('You can open the payment page again and use another card.').waitFor();
      const opened = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Open the payment page' }).click();
      const again = await opened;
      expect(again.url()).toBe(address);
      await page.reload();
      await page.getByText('You can open the payment page again and use another card.').waitFor();
      await again.getByRole('button', { name: /^Pay/ }).click();
      await heading(success, again);
      await page.getByText('You have paid for this course. Thank you!').waitFor();
      expect(await payments()).toMatchObject([{ status: 'approved' }]);
    });

    it('in two tabs for two requests, paid the other way round: each reference settles its own', async () => {
      const other = await fileRequest(product.url, learner);
      await openPay();
      const second = await context.newPage();
      await openPay(other, second);
      const [first, last] = [await payInNewTab(page), await payInNewTab(second)];
      for (const [checkout, id] of [
        [last, other],
        [first, requestId],
      ] as const) {
        await checkout.getByRole('button', { name: /^Pay/ }).click();
        await heading(success, checkout);
        expect(new URL(checkout.url()).searchParams.get('reference')).toBe(
          (await payments(id))[0]?.reference,
        );
      }
      for (const id of [requestId, other]) expect(await payments(id)).toMatchObject([{ status: 'approved' }]);
    });

    it('while another sponsor pays: shows the remaining minutes and disables payment', async () => {
      await begin(await join(product.url, 'sponsor'));
      await openPay();
      await page
        .getByText(/Another sponsor is completing this payment\. Try again in 35 minutes\./)
        .waitFor();
      expect(await page.getByRole('button', { name: 'Pay for course' }).isDisabled()).toBe(true);
      await look('taken');
    });

    it('for a course that the learner changed meanwhile: charges nothing, and shows what it is now', async () => {
      await openPay();
      const body = requestBody({ course: { ...requestBody().course, courseTitle: 'Deep Learning' } });
      await callApi(product.url, editRequest, { params: { id: requestId }, body }, learner.token);
      await page.getByRole('button', { name: 'Pay for course' }).click();
      const alert = page.getByRole('alert');
      await alert.getByText(/has changed the course/).waitFor();
      await page.getByText('Deep Learning').waitFor();
      expect(await payments()).toEqual([]);
    });

    it('with every other end: each has its own sentence', async () => {
      const declined = await begin();
      await press(product.sandbox.httpUrl, declined.access_code, 'decline');
      await verify(declined.reference);
      await heading('The payment did not go through');
      await look('declined');

      const short = await begin();
      const answer = { kind: 'answer', amountMinor: 100 };
      await controlPayments(product, 'POST', 'faults', {
        on: 'verify',
        reference: short.reference,
        fault: answer,
      });
      await press(product.sandbox.httpUrl, short.access_code, 'pay');
      await verify(short.reference);
      await heading('A person is looking at this payment');
      await look('mismatch');

      await verify('pay-nobody');
      await heading('We know of no such payment');
      await page.goto('/payment-verification/');
      await heading('No payment to look for');
      await page.goto('/sponsor-status/?state=pay');
      await page.getByText('This link is incomplete.').waitFor();
      await page.goto(`/sponsor-status/?state=pay&requestID=${crypto.randomUUID()}`);
      await page.getByText('This request is no longer open.').waitFor();
      await look('not there');
    });

    it('when another sponsor was faster: shows that the money is refunded', async () => {
      const mine = await begin();
      await product.db.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, [requestId]);
      const theirs = await begin(await join(product.url, 'sponsor'));
      await press(product.sandbox.httpUrl, theirs.access_code, 'pay');
      await soon(async () => (await payments()).map(({ status }) => status)).toContain('approved');
      await press(product.sandbox.httpUrl, mine.access_code, 'pay');
      await verify(mine.reference);
      await heading('Your payment came a moment too late');
      await look('refund');
      await page.goto(`/sponsor-status/?state=pay&requestID=${requestId}`);
      await page.getByText('Your money is on its way back to you.').waitFor();
    });

    it('offline: says so, and goes on by itself', async () => {
      const { reference, access_code: accessCode } = await begin();
      await verify(reference);
      await page.getByText('We are still checking.').waitFor();
      await look('pending');
      await context.setOffline(true);
      await heading('Not known yet');
      await look('offline');
      await press(product.sandbox.httpUrl, accessCode, 'pay');
      await context.setOffline(false);
      await heading(success);
    });

    it('has no barriers in any of these states', () => {
      expect(barriers).toEqual([]);
    });
  },
);
