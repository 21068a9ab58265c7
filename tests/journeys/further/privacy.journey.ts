import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newPerson } from '../../support/browser/browser.ts';
import { enter } from '../../support/browser/enter.ts';
import { fillIn } from '../../support/browser/help-form.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriersInThemes } from '../../support/pages/find-barriers.ts';
import { fillSignUp, linkIn, mailAbout, signInHere } from '../../support/people/account-steps.ts';
import { fileRequest, join, type SignedIn } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { patient, soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const minor = 'minor@people.example';
const guardian = 'guardian@people.example';

describe('guardians, export and erasure, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let learner: SignedIn;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    learner = await join(product.url, 'learner');
    await fileRequest(product.url, learner);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  async function openPage(): Promise<Page> {
    return (await newPerson(browser, product.url)).page;
  }

  /** The profile of the learner, who signed in a while ago. */
  async function openProfile(): Promise<Page> {
    await product.db.query("UPDATE sessions SET created_at = now() - interval '1 day', confirmed_at = NULL");
    const { context } = await newPerson(browser, product.url);
    const page = await enter(context, learner, 'learner');
    await page.goto('/profile');
    return page;
  }

  it('a learner under 18 names a guardian, who first refuses a request and then agrees, by the link of a mail', async () => {
    const page = await openPage();
    await page.goto('/user-auth#sign-up');
    await fillSignUp(page, minor);
    const form = page.getByRole('tabpanel', { name: 'Sign up' });
    expect(await form.getByLabel('Email of a parent or guardian').count()).toBe(0);
    await form.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 14}-01-31`);
    await form.getByRole('button', { name: 'Create my account' }).click();
    await form.getByText('Please enter the email address of a parent or guardian.').first().waitFor();
    await form.getByLabel('Email of a parent or guardian').fill(guardian);
    expect(await form.getByLabel('Profile picture', { exact: true }).count()).toBe(0);
    expect(await findBarriersInThemes(page, 'sign-up under 18')).toEqual([]);
    await form.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('tabpanel', { name: 'Sign in' }).waitFor();

    await signInHere(page, minor);
    await page.goto('/help');
    await page.getByText(/Because you are under 18/).waitFor();
    expect(await page.getByLabel('Social media link').count()).toBe(0);
    await fillIn(page, { isMinor: true });
    await page.getByLabel(/^Public/).check();
    await page.getByRole('button', { name: 'SUBMIT' }).click();
    await page.getByText('Your request waits for your guardian').waitFor();
    await page.getByText(`(${guardian})`).waitFor();
    expect(await findBarriersInThemes(page, 'a request that waits for a guardian')).toEqual([]);

    const mail = await mailAbout(product.sandbox.httpUrl, guardian, /consent/);
    const guardianPage = await openPage();
    await guardianPage.goto(linkIn(mail, 'guardian-consent'));
    await guardianPage.getByText(/Machine Learning on Coursera/).waitFor();
    await guardianPage.getByRole('button', { name: 'I agree' }).waitFor();
    expect(await findBarriersInThemes(guardianPage, 'consent of a guardian')).toEqual([]);
    await guardianPage.getByRole('button', { name: 'I do not agree' }).click();
    await guardianPage.getByRole('heading', { name: 'You did not agree' }).waitFor();
    await mailAbout(product.sandbox.httpUrl, minor, /did not agree/);
    await page.goto('/dashboard');
    await page.getByText('Withdrawn').first().waitFor();
    await page.goto('/profile');
    await page.getByText('Did not agree', { exact: true }).waitFor();

    await guardianPage.getByRole('button', { name: 'I agree' }).click();
    await guardianPage.getByRole('heading', { name: 'You have agreed' }).waitFor();
    const [user] = await product.db.query(
      'SELECT full_name, guardian_agreed_at IS NOT NULL AS agreed FROM users WHERE email = $1',
      [minor],
    );
    expect(user).toEqual({ full_name: 'Ada', agreed: true });
  });

  it('a learner downloads their data after the password', async () => {
    const page = await openProfile();
    const section = page.getByRole('region', { name: 'Your data' });
    await section.getByRole('button', { name: 'Download my data' }).click();
    await section.getByText('Please show us first that it is you.').waitFor();
    await section.getByLabel('Current password', { exact: true }).fill('a guess');
    await section.getByRole('button', { name: 'Continue' }).click();
    await section.getByText('This is not your current password.').first().waitFor();
    await section.getByLabel('Current password', { exact: true }).fill(learner.password);
    const download = page.waitForEvent('download');
    await section.getByRole('button', { name: 'Continue' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('courselift-my-data.zip');
    const files = unzipSync(new Uint8Array(await readFile(await file.path())));
    const requests = JSON.parse(Buffer.from(files['data/requests.json'] ?? []).toString());
    expect(requests).toHaveLength(1);
    await section.getByText('is in your downloads').waitFor();
  });

  it('a learner deletes the account after the password, and nothing is left', async () => {
    const page = await openProfile();
    const section = page.getByRole('region', { name: 'Delete your account' });
    await section.getByRole('button', { name: 'Delete my account' }).click();
    await section.getByLabel('Current password', { exact: true }).fill(learner.password);
    expect(await findBarriersInThemes(page, 'profile')).toEqual([]);
    await section.getByRole('button', { name: 'Continue' }).click();
    await section.getByRole('button', { name: 'Delete my account for good' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await soon(() => page.evaluate(() => localStorage.length)).toBe(0);
    await vi.waitFor(async () => {
      expect(await product.db.query('SELECT 1 FROM users WHERE email = $1', [learner.email])).toEqual([]);
    }, patient);
  });
});
