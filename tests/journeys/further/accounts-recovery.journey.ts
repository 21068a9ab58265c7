import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { linkIn, mailAbout, signInHere, withoutRefusals } from '../../support/people/account-steps.ts';
import { join, mailsTo, type SignedIn } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const newPassword = 'seven quiet violet lamps';

describe('back into an account, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let account: SignedIn;
  let phone: Person;
  let desk: Person;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    account = await join(product.url, 'learner');
    phone = await newPerson(browser, product.url, { viewport: { width: 390, height: 844 } });
    desk = await newPerson(browser, product.url);
    await phone.page.goto('/user-auth');
    await signInHere(phone.page, account.email);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  it('the dashboard sends the confirmation mail again, and its link confirms the address at a press', async () => {
    await phone.page.getByRole('button', { name: 'Send the mail again' }).click();
    await phone.page.getByText('A new mail is on its way.').waitFor();
    const mail = await mailAbout(product.sandbox.httpUrl, account.email, /confirm your email/);
    await phone.page.goto(linkIn(mail, 'verify-email'), { waitUntil: 'networkidle' });
    const [person] = await product.db.query('SELECT email_verified_at FROM users WHERE email = $1', [
      account.email,
    ]);
    expect(person.email_verified_at).toBeNull();
    await phone.page.getByRole('button', { name: 'Confirm my email' }).click();
    await phone.page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    expect(phone.page.url()).toBe(`${product.url}/verify-email`);
    await phone.page.getByRole('link', { name: 'Go to my dashboard' }).click();
    await phone.page.getByRole('heading', { name: /Welcome/ }).waitFor();
    expect(await phone.page.getByText('Please confirm your e-mail').count()).toBe(0);
  });

  it('requesting a new password shows the same response for known and unknown addresses', async () => {
    const { page } = desk;
    const ask = async (email: string) => {
      await page.goto('/user-auth');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send me the link' }).click();
      await page.getByRole('heading', { name: 'Look into your mailbox' }).waitFor();
      return (await page.locator('main').textContent())?.replace(email, 'somebody');
    };
    expect(await ask('nobody@people.example')).toBe(await ask(account.email));
  });

  it('the link from the mail takes a new password; the secret leaves the address and survives a reload', async () => {
    const { page } = desk;
    const mail = await mailAbout(product.sandbox.httpUrl, account.email, /Choose a new password/);
    await page.goto(linkIn(mail, 'reset-password'));
    await page.getByLabel('New password', { exact: true }).waitFor();
    expect(page.url()).toBe(`${product.url}/reset-password`);
    await page.reload();
    await page.getByLabel('New password', { exact: true }).fill('password1');
    await page.getByLabel('Confirm new password', { exact: true }).fill('password1');
    await page.getByRole('button', { name: 'Save my new password' }).click();
    await page.getByText('This password is among the most common ones').first().waitFor();
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('Confirm new password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Save my new password' }).click();
    await page.waitForURL('**/user-auth');
    await page.getByText('Your password is changed.').waitFor();
  });

  it('an open dashboard leaves its dead session; the old password is dead too, and the new one works', async () => {
    await phone.page.waitForURL('**/user-auth?next=%2Fdashboard&reason=expired');
    const panel = desk.page.getByRole('tabpanel', { name: 'Sign in' });
    await panel.getByLabel('Email').fill(account.email);
    await panel.getByLabel('Password', { exact: true }).fill(account.password);
    await panel.getByRole('button', { name: 'Sign in' }).click();
    await panel.getByRole('alert').waitFor();
    await signInHere(desk.page, account.email, newPassword);
  });

  it('the link works once', async () => {
    const mail = await mailAbout(product.sandbox.httpUrl, account.email, /Choose a new password/);
    const { page } = phone;
    await page.goto(linkIn(mail, 'reset-password'));
    await page.getByLabel('New password', { exact: true }).fill('eight quiet violet lamps');
    await page.getByLabel('Confirm new password', { exact: true }).fill('eight quiet violet lamps');
    await page.getByRole('button', { name: 'Save my new password' }).click();
    await page.getByText('This link has expired or was already used.').waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.waitForURL('**/forgot-password');
  });

  it('a password is changed on the profile, and the other device is signed out by name', async () => {
    await phone.page.goto('/user-auth');
    await signInHere(phone.page, account.email, newPassword);
    const { page } = desk;
    await page.getByRole('link', { name: 'Profile' }).click();
    const devices = page.getByRole('region', { name: 'Where you are signed in' });
    await devices.getByText('This device').first().waitFor();
    await devices.getByRole('button', { name: /^Sign out (?!This|everywhere)/ }).click();
    await page.getByRole('log').getByText('is signed out.').waitFor();
    await phone.page.waitForURL('**/user-auth?next=%2Fdashboard&reason=expired');

    const section = page.getByRole('region', { name: 'Your password' });
    await section.getByRole('button', { name: 'Change my password' }).click();
    await section.getByLabel('Current password', { exact: true }).fill('not this one');
    await section.getByLabel('New password', { exact: true }).fill('nine quiet violet lamps');
    await section.getByLabel('Confirm new password', { exact: true }).fill('nine quiet violet lamps');
    await section.getByRole('button', { name: 'Change my password' }).click();
    await section.getByText('This is not your current password.').first().waitFor();
    await section.getByLabel('Current password', { exact: true }).fill(newPassword);
    await section.getByRole('button', { name: 'Change my password' }).click();
    await section.getByText('Your password is changed.').waitFor();
    await mailAbout(product.sandbox.httpUrl, account.email, /Your password was changed/);
  });

  it('name and country change, and signing out everywhere ends this device as well', async () => {
    const { page } = desk;
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace Obi');
    await page.getByLabel('Country').fill('ghana');
    await page.getByLabel('Country').press('Enter');
    await page.getByRole('button', { name: 'Save my details' }).click();
    await page.getByText('Ada Lovelace Obi', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Country').waitFor();
    expect(await page.getByLabel('Country').inputValue()).toBe('Ghana');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${product.url}/`);
    await page.goto('/profile');
    await page.waitForURL('**/user-auth?next=%2Fprofile');
  });

  it('no other address got a mail, and no page logged a console error', async () => {
    expect(await mailsTo(product.sandbox.httpUrl, 'nobody@people.example')).toEqual([]);
    expect(withoutRefusals([...phone.problems, ...desk.problems])).toEqual([]);
  });
});
