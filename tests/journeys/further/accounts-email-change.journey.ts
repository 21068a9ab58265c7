import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import {
  goodPassword,
  linkIn,
  mailAbout,
  signInHere,
  submitSignIn,
} from '../../support/people/account-steps.ts';
import { join, type SignedIn } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('changing the email of an account, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let account: SignedIn;
  let owner: Person;
  let page: Page;
  // Wider than a telephone, and without a hyphen.
  const newEmail = 'adaeze.chukwuemeka.moved.to.another.mailbox@longnames.example';

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    account = await join(product.url, 'sponsor');
    owner = await newPerson(browser, product.url);
    page = owner.page;
    await page.goto('/user-auth?next=%2Fprofile');
    const panel = page.getByRole('tabpanel', { name: 'Sign in' });
    await panel.getByLabel('Email').fill(account.email);
    await panel.getByLabel('Password', { exact: true }).fill(account.password);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/profile');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  // ASVS 7.5.1
  it('requires the password a while after the sign-in, and shows the unconfirmed address', async () => {
    await product.db.query("UPDATE sessions SET created_at = now() - interval '1 day'");
    await page.reload();
    const section = page.getByRole('region', { name: 'Your email' });
    await section.getByRole('button', { name: 'Change my email' }).click();
    await section.getByLabel('Current password', { exact: true }).fill('not this one');
    await section.getByRole('button', { name: 'Continue' }).click();
    await section.getByText('This is not your current password.').first().waitFor();
    await section.getByLabel('Current password', { exact: true }).fill(goodPassword);
    await section.getByRole('button', { name: 'Continue' }).click();
    await section.getByLabel('New email').fill(newEmail);
    await section.getByRole('button', { name: 'Send a link' }).click();
    await section.getByText(`We wait for ${newEmail} to be confirmed.`).waitFor();
    expect(await section.getByText(account.email).count()).toBe(1);
  });

  it('asks a stranger and the user of another account to sign in to the account that it names', async () => {
    const mail = await mailAbout(product.sandbox.httpUrl, newEmail, /confirm your new email/);
    const masked = `${account.email[0]}•••@people.example`;
    const other = await join(product.url, 'learner');
    const telephone = { viewport: { width: 390, height: 844 } };
    const { page: theirs } = await newPerson(browser, product.url, telephone);
    const signInTo = theirs.getByRole('button', { name: 'Sign in to confirm' });
    await theirs.goto(linkIn(mail, 'confirm-email-change'));
    await theirs.getByText(`${newEmail} becomes the address of the account ${masked}.`).waitFor();
    expect(await theirs.getByText('Another account is signed in here.').count()).toBe(0);
    expect(await theirs.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await signInTo.click();
    await theirs.getByText(`Please sign in to the account ${masked} to confirm its new address.`).waitFor();
    await submitSignIn(theirs, other.email);
    await theirs.waitForURL('**/confirm-email-change');
    await theirs.getByText('Another account is signed in here.').waitFor();
    await signInTo.click();
    await theirs.waitForURL('**/user-auth?next=%2Fconfirm-email-change');
    await submitSignIn(theirs, account.email);
    await theirs.waitForURL('**/confirm-email-change');
    await theirs.getByRole('button', { name: 'Confirm my new email' }).waitFor();
  });

  it('notifies both addresses, and the new one confirms', async () => {
    await mailAbout(product.sandbox.httpUrl, account.email, /is changing/);
    const mail = await mailAbout(product.sandbox.httpUrl, newEmail, /confirm your new email/);
    const confirm = page.getByRole('button', { name: 'Confirm my new email' });
    await page.goto(linkIn(mail, 'confirm-email-change'));
    await confirm.click();
    await page.getByRole('heading', { name: 'Changed' }).waitFor();
    expect(page.url()).toBe(`${product.url}/confirm-email-change`);
    await page.goto('/profile');
    await page.getByRole('region', { name: 'Your email' }).getByText(newEmail).waitFor();
    await page.goto(linkIn(mail, 'confirm-email-change'));
    await page.getByText('This link has expired').waitFor();
    await mailAbout(product.sandbox.httpUrl, account.email, /has changed/);
    await mailAbout(product.sandbox.httpUrl, newEmail, /is the email address of your account now/);
  });

  it('the old address undoes it, only when asked to, and everybody is signed out', async () => {
    const mail = await mailAbout(product.sandbox.httpUrl, account.email, /is changing/);
    const stranger = await newPerson(browser, product.url);
    await stranger.page.goto(linkIn(mail, 'undo-email-change'));
    const keep = stranger.page.getByRole('button', { name: 'Keep my old address' });
    await keep.waitFor();
    await page.reload();
    await keep.click();
    await stranger.page.getByRole('heading', { name: 'Your old address is back' }).waitFor();
    await page.goto('/dashboard');
    await page.waitForURL('**/user-auth?next=%2Fdashboard&reason=expired');

    const reset = await mailAbout(product.sandbox.httpUrl, account.email, /Choose a new password/);
    await stranger.page.goto(linkIn(reset, 'reset-password'));
    await stranger.page.getByLabel('New password', { exact: true }).fill('seven quiet violet lamps');
    await stranger.page.getByLabel('Confirm new password', { exact: true }).fill('seven quiet violet lamps');
    await stranger.page.getByRole('button', { name: 'Save my new password' }).click();
    await stranger.page.getByText('Your password is changed.').waitFor();
    await signInHere(stranger.page, account.email, 'seven quiet violet lamps');
  });
});
