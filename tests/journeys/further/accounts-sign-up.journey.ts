import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import { browserCookieName } from '#src/browser/storage.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import {
  cameraPhoto,
  fillSignUp,
  goodPassword,
  signInHere,
  withoutRefusals,
} from '../../support/people/account-steps.ts';
import { join } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const email = 'ada@people.example';

describe('signing up, in and out, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let ada: Person;
  let page: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    ada = await newPerson(browser, product.url);
    page = ada.page;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const form = () => page.getByRole('tabpanel', { name: 'Sign up' });
  const submit = () => form().getByRole('button', { name: 'Create my account' });
  const sees = (text: string) => form().getByText(text).first().waitFor();
  const toast = (text: string) => page.getByRole('log').getByText(text).waitFor();

  it('an empty form says what every field needs, once beside it and once in a summary that has the focus', async () => {
    await page.goto('/user-auth');
    await page.getByRole('tab', { name: 'Sign up' }).click();
    await submit().click();
    await toast('Please fill in all required fields correctly');
    const summary = page.getByRole('region', { name: 'Please check these fields' });
    for (const sentence of [
      'Please select your goal.',
      'First name is required.',
      'Last name is required.',
      'Email is required.',
      'Please enter a valid phone number.',
      'Please select your gender.',
      'Profile picture is required.',
    ]) {
      await summary.getByText(sentence).waitFor();
      await soon(() => form().getByText(sentence).count()).toBe(2);
    }
    await soon(() => summary.evaluate((box) => box === document.activeElement)).toBe(true);
    await summary.getByRole('link', { name: 'Email is required.' }).click();
    await soon(() =>
      form()
        .getByLabel('Email')
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
  });

  it('every field says when it is wrong', async () => {
    await form().getByLabel('Email').fill('ada@people');
    await form().getByLabel('Phone').fill('call me');
    await form().getByLabel('Password', { exact: true }).fill('short');
    await form().getByLabel('Confirm password', { exact: true }).fill('other');
    await form().getByLabel('Country').fill('Atlantis');
    await form().getByText('No country is called that.').waitFor();
    await form().getByLabel('First name').focus();
    await sees('Please enter a valid email address.');
    await sees('Password must be at least 8 characters long.');
    await sees('Passwords do not match.');
    await sees('Please select your country.');
    await soon(() => submit().isDisabled()).toBe(true);
  });

  it('a picture of another kind is not taken', async () => {
    const field = form().getByLabel('Profile picture', { exact: true });
    await field.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await sees('Please select a PNG, JPEG or WebP image.');
    await toast('Please select a PNG, JPEG or WebP image.');
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await sees('We cannot read this picture. Please choose another one.');
    await soon(() => field.inputValue()).toBe('');
  });

  it('finds a country by typing, with the keyboard alone', async () => {
    const country = form().getByLabel('Country');
    await country.fill('cote');
    await country.press('Enter');
    await soon(() => country.inputValue()).toBe("Côte d'Ivoire");
    await country.fill('guinea');
    await country.press('ArrowDown');
    await country.press('Enter');
    await soon(() => country.inputValue()).toBe('Guinea-Bissau');
    await soon(() => country.getAttribute('aria-expanded')).toBe('false');
  });

  it('advises on the password without forbidding anything', async () => {
    const password = form().getByLabel('Password', { exact: true });
    await password.fill('aaaaaaaaaa');
    await sees('Rows of keys and repeats are tried early.');
    await password.fill(goodPassword);
    await sees('Hard to guess. Well done.');
  });

  it('what the server refuses stands beside its field, and nothing typed is lost', async () => {
    await fillSignUp(page, email);
    await form().getByLabel('Password', { exact: true }).fill('password1');
    await form().getByLabel('Confirm password', { exact: true }).fill('password1');
    await submit().click();
    await sees('This password is among the most common ones');
    expect(await form().getByLabel('First name').inputValue()).toBe('Ada');
    expect(await form().getByRole('application').count()).toBe(1);
  });

  it('a right form makes the account, and the picture is the square that was chosen', async () => {
    const signIn = page.getByRole('tabpanel', { name: 'Sign in' });
    await page.getByRole('tab', { name: 'Sign in' }).click();
    await signIn.getByLabel('Email').fill('other@people.example');
    await signIn.getByLabel('Password', { exact: true }).fill('not the password');
    await signIn.getByRole('button', { name: 'Sign in' }).click();
    await signIn.getByText('Email or password is incorrect.').waitFor();
    await page.getByRole('tab', { name: 'Sign up' }).click();
    await fillSignUp(page, email);
    const window = form().getByRole('application');
    await window.focus();
    for (const key of ['+', '+', 'ArrowRight', 'ArrowDown']) await window.press(key);
    await submit().click();
    await page.getByRole('tab', { name: 'Sign in', selected: true }).waitFor();
    await page.getByText('Sign in, and you are there.').waitFor();
    expect(await signIn.getByLabel('Email').inputValue()).toBe(email);
    expect(await signIn.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await signIn.getByText('Email or password is incorrect.').count()).toBe(0);
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('sign-in-password');
    await page.getByRole('tab', { name: 'Sign up' }).click();
    expect(await form().getByLabel('First name').inputValue()).toBe('');
    await page.getByRole('tab', { name: 'Sign in' }).click();
    await signInHere(page, email);
    const source = await page.locator('header img').getAttribute('src');
    const picture = await fetch(new URL(source ?? '', product.url));
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect(width).toBe(height);
  });

  it('a sponsor in Berlin signs up with a number of there and the photo of a camera, and only types the password to enter', async () => {
    const berlin = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };
    const { page: tab, context } = await newPerson(browser, product.url, berlin);
    const address = 'lotte@people.example';
    const loaded: string[] = [];
    tab.on('request', (request) => loaded.push(request.url()));
    const hasPhoneTables = () => loaded.some((url) => url.includes('phone-hint'));
    await tab.goto('/user-auth#sign-up');
    const fields = tab.getByRole('tabpanel', { name: 'Sign up' });
    await fields.getByLabel('First name').focus();
    expect(hasPhoneTables()).toBe(false);
    await fillSignUp(tab, address);
    await fields.getByRole('radio', { name: /sponsor a learner/ }).check();
    await soon(() => fields.getByLabel('Country').inputValue()).toBe('Germany');
    await fields.getByLabel('Phone').fill('030 90260');
    await fields.getByText('We read it as +49 30 90260.').waitFor();
    expect(hasPhoneTables()).toBe(true);
    const photo = await cameraPhoto();
    expect(photo.length).toBeGreaterThan(profilePictureFile.maxBytes);
    const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo };
    await fields.getByLabel('Profile picture', { exact: true }).setInputFiles(file);
    await fields.getByRole('application').waitFor();
    await fields.getByRole('button', { name: 'Create my account' }).click();
    await tab.getByText('Sign in, and you are there.').waitFor();
    await soon(() => tab.evaluate(() => document.activeElement?.id)).toBe('sign-in-password');
    await tab.keyboard.type(goodPassword);
    await tab.keyboard.press('Enter');
    await tab.waitForURL('**/dashboard');
    const query = 'SELECT country, phone_number AS phone FROM users WHERE email = $1';
    expect(await product.db.query(query, [address])).toEqual([{ country: 'DE', phone: '+49 30 90260' }]);
    await tab.goto('/profile');
    await soon(() => tab.getByLabel('Country').inputValue()).toBe('Germany');
    await context.close();
  });

  it('an address that is taken is said so', async () => {
    const other = await newPerson(browser, product.url);
    await other.page.goto('/user-auth#sign-up');
    await fillSignUp(other.page, email);
    await other.page.getByRole('button', { name: 'Create my account' }).click();
    await other.page.getByRole('region', { name: 'Please check these fields' }).waitFor();
    await other.context.close();
  });

  it('sign-in requires both fields, rejects a wrong password, and returns to the original page', async () => {
    const { email: known, password } = await join(product.url, 'learner');
    const other = await newPerson(browser, product.url);
    await other.page.goto('/help?from=journey');
    await other.page.waitForURL('**/user-auth?next=**');
    await other.page.getByText('Please sign in first').waitFor();
    const panel = other.page.getByRole('tabpanel', { name: 'Sign in' });
    const press = () => panel.getByRole('button', { name: 'Sign in' }).click();
    await press();
    await panel.getByText('Please enter both email and password').first().waitFor();
    await panel.getByLabel('Email').fill(known);
    await panel.getByLabel('Password', { exact: true }).fill('not the password');
    await press();
    await panel.getByRole('alert').getByText('Email or password is incorrect.').waitFor();
    await panel.getByLabel('Password', { exact: true }).fill(password);
    await press();
    await other.page.waitForURL('**/help?from=journey');
    await other.context.close();
  });

  // ASVS 7.2.4, 14.3.1
  it('a sign-in and a logout in one tab are those of the other', async () => {
    const second = await ada.context.newPage();
    await second.goto('/user-auth');
    await second.waitForURL('**/dashboard');
    await second.getByRole('button', { name: 'Logout' }).last().click();
    await second.waitForURL(`${product.url}/`);
    await page.waitForURL('**/user-auth?next=%2Fdashboard');
    await second.goto('/user-auth');
    await signInHere(second, email);
    await page.waitForURL('**/dashboard');
    await page.getByRole('heading', { name: /Ada Obi/ }).waitFor();
    await second.close();
  });

  // ASVS 14.3.1
  it('who does not stay signed in is signed out in every tab by the first page after the browser was closed', async () => {
    const { email: shared, password } = await join(product.url, 'sponsor');
    const { context, page: first } = await newPerson(browser, product.url);
    await first.goto('/user-auth');
    const keep = first.getByRole('tabpanel').getByLabel('Keep me signed in');
    expect(await keep.isChecked()).toBe(true);
    await keep.uncheck();
    await signInHere(first, shared, password);
    const dashboard = first.getByRole('button', { name: 'Logout' }).last();
    await first.reload();
    await dashboard.waitFor();
    const [cookie] = await context
      .cookies()
      .then((all) => all.filter(({ name }) => name === browserCookieName));
    expect(cookie?.expires).toBe(-1);
    const second = await context.newPage();
    await second.goto('/help-learner');
    // As the browser does when it is closed.
    await context.clearCookies({ name: browserCookieName });
    const returning = await context.newPage();
    await returning.goto('/payment-verification/?reference=pay-1');
    await returning.waitForURL('**/user-auth?next=%2Fpayment-verification%2F%3Freference%3Dpay-1');
    const keys = await returning.evaluate(() => Object.keys(localStorage));
    expect(keys.filter((key) => key.startsWith('courselift.'))).toEqual([]);
    await first.waitForURL('**/user-auth?next=%2Fdashboard');
    await second.waitForURL('**/user-auth?next=%2Fhelp-learner');
    await context.close();
  });

  it('a token that was revoked elsewhere leads to sign-in, with a sentence', async () => {
    // A page that does not follow the session, as the dashboard would.
    await page.goto('/terms.html');
    const token = await page.evaluate(() => localStorage.getItem('courselift.token'));
    await fetch(`${product.url}/api/user/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await page.goto('/profile');
    await page.waitForURL('**/user-auth?next=%2Fprofile&reason=expired');
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('courselift.token'))).toBeNull();
  });

  it('no page complained in its console', () => {
    expect(withoutRefusals(ada.problems)).toEqual([]);
  });
});
