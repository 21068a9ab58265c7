import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { newPerson, type Person } from '../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../support/browser/shared-browser.ts';
import { readings } from '../support/browser/translation.ts';
import { deliverCourse } from '../support/money/deliver-course.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { findBarriers } from '../support/pages/find-barriers.ts';
import { linkIn, mailAbout } from '../support/people/account-steps.ts';
import { mailsTo, picture } from '../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { patient, soon } from '../support/soon.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const password = 'correct horse battery';
const learnerEmail = 'ada@people.example';
const sponsorEmail = 'grace@people.example';

describe.each(readings)(
  'from a fresh account to a funded course, in a browser$how',
  needs(chromium),
  ({ isTranslated }) => {
    let product: TestProduct;
    let browser: Browser;
    let learner: Person;
    let sponsor: Person;

    beforeAll(async () => {
      product = await startTestProduct({}, await builtPages());
      await product.startWorkers();
      browser = await shareBrowser(chromium.path as string);
      learner = await newPerson(browser, product.url, { isTranslated });
      const berlin = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };
      sponsor = await newPerson(browser, product.url, { ...berlin, isTranslated });
    });
    afterAll(async () => {
      await closeContexts(browser);
      await product?.close();
    });

    it('a learner signs up with a picture and signs in', async () => {
      await signUp(learner.page, /ask for help/, 'Ada', 'Obi', learnerEmail, '+234 801 234 5678');
      await signIn(learner.page, learnerEmail);
      await learner.page.getByRole('heading', { name: /Ada Obi/ }).waitFor();
      await learner.page.getByText('No requests found.').waitFor();
    });

    it('files a private and public request', async () => {
      const { page } = learner;
      await page.getByRole('link', { name: 'Request for Help' }).first().click();
      await page.getByLabel('Course title').fill('Machine Learning');
      await page.getByLabel('Platform', { exact: true }).fill('Coursera');
      await page.getByLabel('Link to the course').fill('coursera.org/learn/machine-learning');
      await page.getByLabel('Price').fill('20000');
      await page.getByLabel('Duration', { exact: true }).fill('3');
      await page.getByRole('radio', { name: /^Send me an enrolment code/ }).check();
      await page
        .getByLabel('Why do you need this course?')
        .fill('I want to build tools for the farmers of my village.');
      await page.getByLabel('Social media link').fill('https://www.linkedin.com/in/ada-obi');
      await page.getByText('₦20,018').waitFor();
      await page.getByLabel(/^Public/).check();
      await page.getByLabel(/^Private/).check();
      await page.getByLabel('Recipient email 1').fill('friend@people.example');
      await page.getByRole('button', { name: 'DONE' }).click();
      await page.getByRole('button', { name: 'SUBMIT' }).click();
      await page.getByRole('heading', { name: 'Success' }).waitFor();
    });

    it('a sponsor in Berlin signs up, finds the request, and arranges a meeting by both clocks', async () => {
      const { page } = sponsor;
      await signUp(page, /sponsor a learner/, 'Grace', 'Hall', sponsorEmail, '030 90260');
      await signIn(page, sponsorEmail);
      // Only sponsors with a confirmed address can arrange meetings.
      const mail = await mailAbout(product.sandbox.httpUrl, sponsorEmail, /confirm your email/);
      await page.goto(linkIn(mail, 'verify-email'));
      await page.getByRole('button', { name: 'Confirm my email' }).click();
      await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
      await page.getByRole('link', { name: 'Go to my dashboard' }).click();
      await page.getByRole('link', { name: 'View Sponsorship Requests' }).first().click();
      await page.getByLabel('Keyword').fill('machine');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('link', { name: 'Sponsor Ada' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Why I need this course:').waitFor();
      await dialog.getByRole('button', { name: 'Sponsor', exact: true }).click();
      await dialog.getByRole('button', { name: /Meet the learner via virtual meeting/ }).click();
      // The calendar page is external; test only that it is requested.
      await sponsor.context.route('https://calendar.google.com/**', (route) =>
        route.fulfill({ body: 'Calendar' }),
      );
      const calendar = sponsor.context.waitForEvent('page');
      const inThreeDays = new Date(Date.now() + 3 * dayMs).toISOString().slice(0, 10);
      await dialog.getByLabel('Date').fill(inThreeDays);
      await dialog.getByLabel('Time', { exact: true }).fill('15:00');
      await dialog.getByText(/For you: .* at 15:00 \(Central European .*Time\)/).waitFor();
      await dialog.getByText(/For Ada Obi: .* \(West Africa .*Time\)/).waitFor();
      await dialog.getByRole('button', { name: 'Arrange the meeting' }).click();
      const tab = await calendar;
      await tab.waitForURL(/calendar\.google\.com/);
      expect(tab.url()).toContain(encodeURIComponent(learnerEmail));
      await tab.close();
      await page.getByRole('heading', { name: 'Meeting Scheduled!' }).waitFor();
    });

    it('pays on the provider’s page and sees that the payment succeeded', async () => {
      const { page, context } = sponsor;
      await page
        .getByRole('link', { name: 'Continue' })
        .or(page.getByRole('button', { name: 'Continue' }))
        .click();
      await page.getByRole('heading', { name: 'Complete Your Sponsorship!' }).waitFor();
      const opened = context.waitForEvent('page');
      await page.getByRole('button', { name: 'Pay for course' }).click();
      const checkout = await opened;
      await checkout.getByRole('button', { name: /^Pay/ }).click();
      await checkout.getByRole('heading', { name: 'Successful Payment!' }).waitFor();
      await checkout.getByText('₦20,018').waitFor();
      await checkout.getByRole('link', { name: 'Continue' }).click();
      await checkout.waitForURL('**/dashboard');
      await checkout.getByText('Paid', { exact: true }).first().waitFor();
    });

    it('the learner sees the course paid and being arranged', async () => {
      await learner.page.goto('/dashboard');
      await learner.page.getByText('Paid', { exact: true }).first().waitFor();
      await learner.page.getByRole('heading', { name: 'Being arranged' }).waitFor();
    });

    it('the mailbox holds a receipt for both, the meeting notices, and the word that the request arrived', async () => {
      const subjects = async (email: string) =>
        (await mailsTo(product.sandbox.httpUrl, email)).map(({ subject }) => subject).sort();
      await vi.waitFor(async () => {
        expect(await subjects(learnerEmail)).toEqual([
          'Meeting about Machine Learning',
          'Please confirm your email address',
          'We received your request: Machine Learning',
          'Your course is paid: Machine Learning',
        ]);
        expect(await subjects(sponsorEmail)).toEqual([
          'Meeting about Machine Learning',
          'Please confirm your email address',
          'Your receipt: Machine Learning',
        ]);
      }, patient);
      const sent = await mailsTo(product.sandbox.httpUrl, learnerEmail);
      const paid = sent.find(({ subject }) => subject.startsWith('Your course is paid'));
      expect(paid?.text).toContain('We buy it now, and write to you as soon as it is there.');
    });

    it('the learner sees the code once, confirms being enrolled, and keeps the focus in the card', async () => {
      const { page } = learner;
      const year = new Date().getUTCFullYear() + 1;
      await deliverCourse(product, 'CODE-4711', `${year}-03-09`);
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      // The last day, also where it is another one at its end in UTC.
      await page.getByText(`Please do this by March 9, ${year}.`).waitFor();
      await page.getByRole('button', { name: /^Show my code/ }).press('Enter');
      await page.getByRole('button', { name: 'Show the code' }).press('Enter');
      await page.getByText('CODE-4711', { exact: true }).waitFor();
      expect(await findBarriers(page, 'an enrolment code')).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByText(/^You saw your code on/).waitFor();
      await soon(focused).toBe('Machine Learning');
      await page.getByRole('button', { name: /^I am enrolled/ }).press('Enter');
      await page.getByRole('button', { name: 'Yes, I am enrolled' }).press('Enter');
      await page.getByRole('button', { name: /^Upload Cert/ }).waitFor();
      await soon(focused).toBe('Machine Learning');
      await sponsor.page.goto('/dashboard');
      await sponsor.page.getByText('Enrolled (done)').waitFor();
    });

    it('no page complained in its console', () => {
      expect([...learner.problems, ...sponsor.problems]).toEqual([]);
    });
  },
);

async function signUp(
  page: Page,
  goal: RegExp,
  firstName: string,
  lastName: string,
  email: string,
  phone: string,
): Promise<void> {
  await page.goto('/user-auth');
  await page.getByRole('tab', { name: 'Sign up' }).click();
  await page.getByRole('radio', { name: goal }).check();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  const form = page.getByRole('tabpanel', { name: 'Sign up' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill(phone);
  await form.getByLabel('Gender').selectOption('nb');
  await form.getByLabel('Profile picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await (await picture()).arrayBuffer()),
  });
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Create my account' }).click();
  await page.getByRole('tab', { name: 'Sign in', selected: true }).waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign in' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/dashboard');
}
