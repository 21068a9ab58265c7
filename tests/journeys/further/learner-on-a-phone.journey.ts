import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { helpLabels, storedDraft } from '../../support/browser/help-form.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { type PhoneLine, phone, slowDown } from '../../support/browser/slow-phone.ts';
import { deliverCourse } from '../../support/money/deliver-course.ts';
import { payRequest } from '../../support/money/paid-purchases.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { coursePage } from '../../support/pages/site-addresses.ts';
import {
  cameraPhoto,
  fillSignUp,
  goodPassword,
  linkIn,
  mailAbout,
  withoutRefusals,
} from '../../support/people/account-steps.ts';
import { join } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const email = 'ada@people.example';
const reason = 'My sister sells at the market, and I want to keep the books for all the women there.';

describe('a learner in Lagos on a slow phone, from a course to its certificate', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let learner: Person;
  let page: Page;
  let line: PhoneLine;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    await fillCatalogue(product.db, await readStarterCatalogue());
    browser = await shareBrowser(chromium.path as string);
    learner = await newPerson(browser, product.url, { ...phone, locale: 'en-NG' });
    page = learner.page;
    line = await slowDown(page);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const requestIds = async (): Promise<string[]> =>
    (await product.db.query('SELECT id FROM requests')).map(({ id }: { id: string }) => id);

  it('signs up from the page of a course with a photo of the camera, and only types the password to enter', async () => {
    await page.goto(coursePage);
    await page.getByRole('link', { name: 'Ask a sponsor for this course' }).first().tap();
    await page.waitForURL('**/user-auth**');
    await page.getByRole('tab', { name: 'Sign up', selected: true }).waitFor();
    await fillSignUp(page, email);
    const photo = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() };
    const form = page.getByRole('tabpanel', { name: 'Sign up' });
    await form.getByLabel('Profile picture', { exact: true }).setInputFiles(photo);
    await form.getByRole('application').waitFor();
    expect(await excess()).toBe(0);
    await form.getByRole('button', { name: 'Create my account' }).tap();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('sign-in-password');
    await page.keyboard.type(goodPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/help?course=*');
  });

  it('files the request for that course, although the line is lost while it is sent', async () => {
    await soon(() => page.getByLabel(helpLabels.title).inputValue()).toContain('Google Data Analytics');
    await page.getByLabel('Price').fill('20000');
    await page.getByLabel('Duration', { exact: true }).fill('3');
    await page.getByRole('radio', { name: /^Send me an enrolment code/ }).check();
    await page.getByLabel('Why do you need this course?').fill(reason);
    await page.getByLabel('Social media link').fill('https://www.linkedin.com/in/ada-obi');
    await page.getByLabel(/^Public/).check();
    await soon(() => storedDraft(page)).toContain('keep the books');
    expect(await excess()).toBe(0);
    const submit = page.getByRole('button', { name: 'SUBMIT' });
    await line.setOffline(true);
    await submit.tap();
    await page.getByText('You are offline. Nothing is lost').first().waitFor();
    expect(await requestIds()).toEqual([]);
    await line.setOffline(false);
    await submit.tap();
    await page.getByRole('heading', { name: 'Success' }).waitFor();
    expect(await requestIds()).toHaveLength(1);
    expect(await excess()).toBe(0);
  });

  it('confirms the address from the mail, and reads on the dashboard that the request waits for a sponsor', async () => {
    const mail = await mailAbout(product.sandbox.httpUrl, email, /confirm your email/);
    await page.goto(linkIn(mail, 'verify-email'));
    await page.getByRole('button', { name: 'Confirm my email' }).tap();
    await page.getByRole('link', { name: 'Go to my dashboard' }).tap();
    await page.getByText('Payment Pending').first().waitFor();
    expect(await excess()).toBe(0);
  });

  it('sees by itself that the course is paid, and confirms with the code that it arrived', async () => {
    const sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
    const [requestId = ''] = await requestIds();
    await payRequest(product, sponsor, requestId);
    await page.getByRole('heading', { name: 'Being arranged' }).waitFor();
    await deliverCourse(product, 'CODE-4711', `${new Date().getUTCFullYear() + 1}-03-09`);
    await page.getByRole('button', { name: /^Show my code/ }).tap();
    await page.getByRole('button', { name: 'Show the code' }).tap();
    await page.getByText('CODE-4711', { exact: true }).waitFor();
    expect(await excess()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^I am enrolled/ }).tap();
    await page.getByRole('button', { name: 'Yes, I am enrolled' }).tap();
    await page.getByText('You are enrolled. Enjoy the course!').first().waitFor();
  });

  it('finishes it with a photo of the certificate', async () => {
    await page.getByRole('button', { name: /^Upload Cert/ }).tap();
    const dialog = page.getByRole('dialog', { name: 'Upload your certificate' });
    const photo = { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() };
    await dialog.getByLabel('Certificate').setInputFiles(photo);
    await dialog.getByRole('img', { name: 'Preview of your certificate' }).waitFor();
    await dialog.getByRole('button', { name: 'Upload', exact: true }).tap();
    await page.getByText('Certificate Uploaded', { exact: true }).waitFor();
    expect(await excess()).toBe(0);
  });

  it('no page complained in its console but about the lost line', () => {
    const complaints = withoutRefusals(learner.problems).filter(
      (problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'),
    );
    expect(complaints).toEqual([]);
  });
});
