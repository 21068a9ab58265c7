import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { GooglePerson } from '#sandbox/providers/google/google-people.ts';
import { browserCookieName } from '#src/browser/storage.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { withoutRefusals } from '../../support/people/account-steps.ts';
import { addGooglePerson, joinWithGoogle } from '../../support/people/google.ts';
import { fileRequest, join, mailsTo } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { patient } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const button = (page: Page) =>
  page.getByRole('tabpanel').getByRole('button', { name: 'Continue with Google' });
const phoneSize = { viewport: { width: 390, height: 844 } };

describe('signing in with Google, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let desk: Person;
  let phone: Person;
  let zola: GooglePerson;
  let sade: GooglePerson;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    desk = await newPerson(browser, product.url);
    phone = await newPerson(browser, product.url, phoneSize);
    zola = await addGooglePerson(product, { name: 'Zola Tesfaye' });
    sade = await addGooglePerson(product, { name: 'Sade Bello' });
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  async function agree(page: Page, { email }: GooglePerson, answer = 'Continue'): Promise<void> {
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('button', { name: answer }).click();
  }

  async function throughPopup(
    page: Page,
    person: GooglePerson,
    answer?: string,
    opener = button(page),
  ): Promise<void> {
    const opened = page.context().waitForEvent('page');
    await opener.click();
    const popup = await opened;
    const closed = popup.waitForEvent('close');
    await agree(popup, person, answer);
    await closed;
  }

  async function complete(page: Page, next: string | RegExp = '**/dashboard'): Promise<void> {
    await page.getByRole('radio', { name: /sponsor a learner/ }).check();
    await page.getByLabel('Phone').fill('+251 91 123 4567');
    await page.getByLabel('Gender').selectOption('female');
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await page.getByText('Registration completed successfully!').first().waitFor();
    await page.waitForURL(next);
  }

  async function inviteToRequest(...guests: GooglePerson[]): Promise<string[]> {
    const learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    await confirmEmail(product, learner);
    const audience = { isPrivate: true, isPublic: false, recipientEmails: guests.map(({ email }) => email) };
    await fileRequest(product.url, learner, audience);
    const linkFor = async ({ email }: GooglePerson) => {
      const [mail] = await mailsTo(product.sandbox.httpUrl, email);
      const [link] = /http\S+\/help-learner\S+/.exec(mail?.text ?? '') ?? [];
      if (!link) throw new Error(`${email} has no invitation yet`);
      return link;
    };
    return Promise.all(guests.map((guest) => vi.waitFor(() => linkFor(guest), patient)));
  }

  it('the profile cannot be completed without a Google identity', async () => {
    await desk.page.goto('/complete-profile');
    await desk.page.waitForURL('**/user-auth');
  });

  it('a popup that is not agreed to, or closed, leaves everything as it was', async () => {
    const { page } = desk;
    await throughPopup(page, zola, 'Cancel');
    await page.getByRole('alert').getByText('Google Sign-In failed. Please try again.').waitFor();
    const opened = desk.context.waitForEvent('page');
    await button(page).click();
    await (await opened).close();
    await button(page).waitFor();
  });

  it('the first time, a popup leads to the rest of the registration', async () => {
    const { page } = desk;
    await throughPopup(page, zola);
    await page.waitForURL('**/complete-profile');
    await page.getByText('Zola Tesfaye').first().waitFor();
    await page.getByText(zola.email).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('button', { name: 'Complete Registration' }).click();
    await page.getByRole('log').getByText('Please fill in all required fields').waitFor();
  });

  it('leaving and coming back keeps what was typed', async () => {
    const { page } = desk;
    await page.getByLabel('Phone').fill('+251 91 123');
    await page.getByLabel('Country').fill('ethiopia');
    await page.getByLabel('Country').press('Enter');
    await page.goto('/');
    await page.goto('/complete-profile');
    await page.getByLabel('Phone').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+251 91 123');
    expect(await page.getByLabel('Country').inputValue()).toBe('Ethiopia');
    await complete(page);
    expect(await page.evaluate(() => localStorage.getItem('courselift.newcomer'))).toBeNull();
    await page.getByRole('heading', { name: /Zola Tesfaye/ }).waitFor();
  });

  it('the second time, the popup signs in and goes back to the page that asked', async () => {
    const { page } = desk;
    await page.getByRole('button', { name: 'Logout' }).last().click();
    await page.waitForURL(`${product.url}/`);
    await page.goto('/profile');
    await page.waitForURL('**/user-auth?next=%2Fprofile');
    await throughPopup(page, zola);
    await page.waitForURL('**/profile');
    await page.getByText('You sign in with Google and have no password here.').waitFor();
  });

  it('a while later, Google confirms the person before the address is changed, without leaving the page', async () => {
    const { page } = desk;
    await product.db.query("UPDATE sessions SET created_at = now() - interval '1 day'");
    await page.reload();
    const section = page.getByRole('region', { name: 'Your email' });
    await section.getByRole('button', { name: 'Change my email' }).click();
    const proof = section.getByRole('button', { name: 'Continue with Google' });
    await throughPopup(page, sade, 'Continue', proof);
    await section.getByRole('alert').getByText('does not open your account').waitFor();
    await throughPopup(page, zola, 'Continue', proof);
    await section.getByLabel('New email').waitFor();
  });

  it('on a small screen there is no popup: the page leaves, and the first time completes the profile', async () => {
    const { page } = phone;
    await page.goto('/user-auth');
    await button(page).click();
    await agree(page, sade);
    await page.waitForURL('**/complete-profile');
    expect(page.url()).toBe(`${product.url}/complete-profile`);
    await complete(page);
    expect(phone.context.pages()).toHaveLength(1);
  });

  it('the second time, it comes back to the page that asked, with a clean address', async () => {
    const again = await newPerson(browser, product.url, phoneSize);
    await again.page.goto('/help-learner');
    await again.page.waitForURL('**/user-auth?next=%2Fhelp-learner');
    await again.page.getByRole('tabpanel').getByLabel('Keep me signed in').uncheck();
    await button(again.page).click();
    await agree(again.page, sade);
    await again.page.waitForURL('**/help-learner');
    const isKept = () => again.page.evaluate(() => localStorage.getItem('courselift.untilClosed') === null);
    expect(await isKept()).toBe(false);
    const [{ hours }] = await product.db.query(
      `SELECT extract(epoch FROM expires_at - created_at)::float8 / 3600 AS hours FROM sessions
       ORDER BY created_at DESC LIMIT 1`,
    );
    expect(hours).toBeCloseTo(12);
    expect(withoutRefusals(again.problems)).toEqual([]);
    await again.context.close();
  });

  it('an invited stranger stands before the request when the registration is complete', async () => {
    const guests = [await addGooglePerson(product), await addGooglePerson(product)] as const;
    const [desktopLink = '', phoneLink = ''] = await inviteToRequest(...guests);
    const request = /\/help-learner\?request=/;
    const isShown = (page: Page) => page.getByRole('dialog').getByText('Why I need this course:').waitFor();
    const visitor = await newPerson(browser, product.url);
    await visitor.page.goto(desktopLink);
    await visitor.page.waitForURL('**/user-auth?next=*');
    await visitor.page.getByRole('tabpanel').getByLabel('Keep me signed in').uncheck();
    await throughPopup(visitor.page, guests[0]);
    await visitor.page.waitForURL('**/complete-profile');
    await complete(visitor.page, request);
    await isShown(visitor.page);
    const handset = await newPerson(browser, product.url, phoneSize);
    await handset.page.goto(phoneLink);
    await button(handset.page).click();
    await agree(handset.page, guests[1], 'Cancel');
    await handset.page.waitForURL('**/user-auth?next=*');
    await button(handset.page).click();
    await agree(handset.page, guests[1]);
    await handset.page.waitForURL('**/complete-profile');
    await complete(handset.page, request);
    await isShown(handset.page);
    expect(withoutRefusals([...visitor.problems, ...handset.problems])).toEqual([]);
    for (const { context } of [visitor, handset]) await context.close();
  });

  // ASVS 14.3.1
  it('a registration that does not stay signed in ends with the browser', async () => {
    const visitor = await newPerson(browser, product.url);
    const { page } = visitor;
    await page.goto('/user-auth');
    await page.getByRole('tabpanel').getByLabel('Keep me signed in').uncheck();
    await throughPopup(page, await addGooglePerson(product));
    await page.waitForURL('**/complete-profile');
    await page.getByLabel('Phone').waitFor();
    await visitor.context.clearCookies({ name: browserCookieName });
    await page.goto('/complete-profile');
    await page.waitForURL('**/user-auth');
    expect(await page.evaluate(() => localStorage.getItem('courselift.newcomer'))).toBeNull();
    await visitor.context.close();
  });

  it('an error of Google is shown on the sign-in page', async () => {
    const again = await newPerson(browser, product.url, phoneSize);
    await again.page.goto('/user-auth');
    await button(again.page).click();
    await agree(again.page, sade, 'Cancel');
    await again.page.waitForURL('**/user-auth');
    await again.page
      .getByRole('status')
      .getByText(/Google/)
      .waitFor();
    await again.context.close();
  });

  // ASVS 7.6.2, 10.1.2
  it('rejects a sign-in link that another user sent', async () => {
    const victim = await newPerson(browser, product.url);
    const { token } = await join(product.url, 'learner');
    await victim.page.goto(`/google-return#token=${token}&role=learner&firstName=Eve`);
    await victim.page.waitForURL('**/user-auth');
    expect(await victim.page.evaluate(() => localStorage.getItem('courselift.token'))).toBeNull();
    await victim.context.close();
  });

  // ASVS 3.5.5, 7.6.2, 10.5.1
  it('an answer that this page did not ask for changes nothing', async () => {
    const victim = await newPerson(browser, product.url);
    await joinWithGoogle(product, await addGooglePerson(product));
    await victim.page.goto('/user-auth');
    const opened = victim.context.waitForEvent('page');
    await button(victim.page).click();
    const popup = await opened;
    await popup.waitForLoadState();
    const closed = popup.waitForEvent('close');
    await popup.goto('/google-return#state=guessed&id_token=a.b.c');
    // It has told its answer when it closes; that it is gone is what the page behind it notices.
    await closed;
    await button(victim.page).waitFor();
    expect(victim.page.url()).toBe(`${product.url}/user-auth`);
    expect(await victim.page.evaluate(() => localStorage.getItem('courselift.token'))).toBeNull();
    await victim.context.close();
  });

  it('where Google is not set up there is no button', async () => {
    const fresh = await newPerson(browser, product.url);
    await fresh.page.route('**/api/settings', (route) =>
      route.fulfill({ json: { currencies: ['NGN'], serviceFeeBasisPoints: 9, google: null } }),
    );
    await fresh.page.goto('/user-auth');
    await fresh.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await fresh.page.waitForLoadState('networkidle');
    expect(await fresh.page.getByText('Continue with Google').count()).toBe(0);
    await fresh.context.close();
  });

  it('no page complained in its console', () => {
    expect(withoutRefusals([...desk.problems, ...phone.problems])).toEqual([]);
  });
});
