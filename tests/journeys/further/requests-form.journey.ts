import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllSessions } from '#contracts/accounts/profile-changes.ts';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { fillCatalogue } from '#tests/catalogue/fill-catalogue.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import {
  fillIn,
  helpLabels as label,
  platformPassword as password,
  paste,
  stateOf,
  storedDraft,
} from '../../support/browser/help-form.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { signedIn } from '../../support/pages/site.ts';
import { coursePage } from '../../support/pages/site-addresses.ts';
import { submitSignIn } from '../../support/people/account-steps.ts';
import { join, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('asking for help, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let ada: SignedIn;
  let learner: Person;
  let page: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await fillCatalogue(product.db, await readStarterCatalogue());
    browser = await shareBrowser(chromium.path as string);
    ada = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    learner = await newPerson(browser, product.url, signedIn(product.url, 'learner', ada));
    page = learner.page;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const draft = () => storedDraft(page);
  const submit = () => page.getByRole('button', { name: 'SUBMIT' }).click();
  const focusedId = () => page.evaluate(() => document.activeElement?.id);
  const summary = () => page.getByRole('region', { name: 'Please check these fields' });
  const said = () => summary().getByRole('listitem').allTextContents();

  it('an empty form shows every error, beside its field and in a summary, and focuses the first', async () => {
    await page.goto('/help');
    await submit();
    await page.getByText('Please fill in all required fields correctly').waitFor();
    await soon(said).toEqual([
      'Please enter the course title.',
      'Please enter the platform.',
      'Please enter the link to the course.',
      'Please enter the price as a number.',
      'Please enter the duration as a whole number.',
      'Email is required.',
      'Please tell sponsors why you need this course.',
      'Please enter a social media link.',
      'Choose private, public or both.',
    ]);
    await soon(focusedId).toBe('help-course-courseTitle');
    expect(await findBarriers(page, 'every field wrong')).toEqual([]);
  });

  it('a choice takes the messages with it that it makes pointless, and only those', async () => {
    const all = await said();
    await page.getByRole('radio', { name: /^Send me an enrolment code/ }).check();
    await soon(said).toEqual(all.filter((message) => message !== 'Email is required.'));
    await page.getByRole('radio', { name: /^Buy it for my account on the platform/ }).check();
    await soon(said).toEqual(all);
    await page.getByLabel(/^Private/).check();
    await page.getByLabel('Recipient email 1').fill('aunt@people.example');
    await page.getByRole('button', { name: 'DONE' }).click();
    await soon(said).toEqual(all.slice(0, -1));
    await page.getByLabel(/^Private/).uncheck();
    await soon(said).toEqual(all);
    await page.getByLabel('Price').fill('1');
    await page.getByLabel('Currency').selectOption('USD');
    await soon(said).toContain('The smallest price that can be paid in USD is $2.');
    await page.getByLabel('Price').fill('60');
    await page.getByLabel('Currency').selectOption('NGN');
    await soon(said).not.toContain(expect.stringContaining('The smallest price'));
    await page.getByLabel('Price').fill('3');
    await soon(said).toContain('The smallest price that can be paid in NGN is ₦50.');
    await page.getByLabel('Currency').selectOption('GBP');
    await soon(said).not.toContain('The smallest price that can be paid in NGN is ₦50.');
    await page.getByLabel('Currency').selectOption('NGN');
  });

  it('each field that alone is wrong has its message beside it and the focus', async () => {
    await fillIn(page);
    await page.getByLabel(/^Public/).check();
    const wrong: [label: string, value: string, message: string][] = [
      [label.title, '', 'Please enter the course title.'],
      ['Platform', ' ', 'Please enter the platform.'],
      ['Link to the course', 'javascript:alert(1)', 'Please enter a full web address'],
      ['Price', 'about 20', 'Please enter the price as a number.'],
      ['Price', '0', 'The price must be more than zero.'],
      ['Duration', '1.5', 'Please enter the duration as a whole number.'],
      ['Login email on the platform', 'nobody', 'Please enter a valid email address.'],
      [label.loginPassword, '', 'Please enter the platform password.'],
      ['Why do you need this course?', 'word '.repeat(51), 'Please use at most 50 words.'],
      ['Social media link', 'localhost', 'Please enter a full web address'],
    ];
    for (const [name, value, message] of wrong) {
      const control = page.getByLabel(name, { exact: true });
      const right = await control.inputValue();
      await control.fill(value);
      await submit();
      await page.getByText('Please fill in all required fields correctly').waitFor();
      // The toast may still be the one before: what is beside the field says that this press was heard.
      await soon(async () => [name, await stateOf(control)]).toEqual([
        name,
        { text: expect.stringContaining(message), hasFocus: true, isInvalid: 'true' },
      ]);
      await soon(said).toEqual([expect.stringContaining(message)]);
      if (value.startsWith('word')) await page.getByText('51 of 50 words').waitFor();
      await control.fill(right);
    }
    await page.getByLabel(/^Public/).uncheck();
    await submit();
    await summary().getByText('Choose private, public or both.').waitFor();
    await soon(focusedId).toBe('help-isPublic');
  });

  it('the amount and what happens next show before sending', async () => {
    const aside = page.getByRole('complementary', { name: 'What a sponsor will pay' });
    for (const text of ['₦20,000', '₦18', '₦20,018', 'What happens next'])
      await aside.getByText(text, { exact: true }).waitFor();
  });

  // ASVS 14.3.3
  it('a draft survives a reload, without the password, and can be thrown away', async () => {
    await page.getByLabel(label.title).fill('Machine Learning for Farmers');
    await soon(draft).toContain('Machine Learning for Farmers');
    expect(await draft()).not.toContain(password);
    await page.reload();
    await page.getByText('It has not been sent.').waitFor();
    expect(await page.getByLabel(label.title).inputValue()).toBe('Machine Learning for Farmers');
    expect(await page.getByLabel(label.loginPassword, { exact: true }).inputValue()).toBe('');
    // Also what was typed a moment before.
    await page.getByLabel(label.title).fill('Machine Learning for Weavers');
    await page.reload();
    // The draft is in the form once its script has run.
    await soon(() => page.getByLabel(label.title).inputValue()).toBe('Machine Learning for Weavers');
    await page.getByRole('button', { name: 'Start afresh' }).click();
    await page.getByRole('button', { name: 'Throw it away' }).click();
    await soon(() => page.getByLabel(label.title).inputValue()).toBe('');
    await soon(draft).toBe('');
  });

  it('a course fills the form, and never writes over a draft without asking', async () => {
    const title = page.getByLabel(label.title);
    await page.goto(`/help?course=${coursePage.split('/').at(-1)}`);
    await soon(() => title.inputValue()).toContain('Google Data Analytics');
    expect(await page.getByLabel('Platform', { exact: true }).inputValue()).toBe('Coursera');

    const body = { title: 'Learn SQL', description: '', link: 'https://sql.example/learn' };
    const saved = await callApi(product.url, saveCourse, { body }, ada.token);
    await page.getByLabel('Why do you need this course?').fill('For my farm.');
    await soon(draft).toContain('For my farm.');
    await page.goto(`/help?saved=${saved.body.data._id}`);
    await page.getByText(/Would you like to ask for Learn SQL instead/).waitFor();
    expect(await title.inputValue()).toContain('Google Data Analytics');
    await page.getByRole('button', { name: 'Yes, take this course' }).click();
    await soon(() => title.inputValue()).toBe('Learn SQL');
    expect(await page.getByLabel('Link to the course').inputValue()).toBe(body.link);
    expect(await page.getByLabel('Why do you need this course?').inputValue()).toBe('For my farm.');
  });

  it('a private request requires invitations, typed or pasted, each validated', async () => {
    await fillIn(page);
    await page.getByLabel(/^Private/).check();
    const dialog = page.getByRole('dialog', { name: 'Whom shall we invite?' });
    await dialog.getByRole('button', { name: 'DONE' }).click();
    await dialog.getByText('Please enter an email address, or remove this line.').waitFor();
    await paste(
      page,
      'Recipient email 1',
      'aunt@people.example; AUNT@people.example, uncle@people\nben@people.example',
    );
    await dialog.getByText('1 address was there twice.').waitFor();
    await dialog.getByText('Please enter a valid email address.').waitFor();
    expect(await findBarriers(page, 'the list of recipients')).toEqual([]);
    await dialog.getByRole('button', { name: 'DONE' }).click();
    await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
      'uncle@people',
    );
    await dialog.getByLabel('Recipient email 2').fill('uncle@people.example');
    await dialog.getByRole('button', { name: 'Remove recipient 3' }).press('Enter');
    await dialog.getByRole('button', { name: 'Add another' }).press('Enter');
    await page.keyboard.type('friend@people.example');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('3 people are invited.').waitFor();
  });

  it('when sending fails the form stays, and a toast says why', async () => {
    await page.route('**/api/course/request', (route) => route.abort(), { times: 1 });
    await submit();
    const toast = page.getByText(/No response received|could not be reached|check your connection/i);
    await toast.first().waitFor();
    expect(await page.getByLabel(label.title).inputValue()).toBe('Machine Learning');
    expect(await page.getByLabel(label.loginPassword, { exact: true }).inputValue()).toBe(password);
  });

  it('sends it, private and public, and leads home from the Success view', async () => {
    await page.getByLabel(/^Public/).check();
    await submit();
    await page.getByRole('button', { name: 'SUBMITTING...' }).or(page.getByRole('dialog')).first().waitFor();
    await page.getByRole('heading', { name: 'Success' }).waitFor();
    await page.getByText(/invitations go out as soon as you have confirmed/).waitFor();
    expect(await findBarriers(page, 'the Success view')).toEqual([]);
    expect(await draft()).toBe('');
    const [row] = await product.db.query(
      `SELECT is_private, is_public, (SELECT array_agg(email ORDER BY email) FROM request_recipients) AS invited
       FROM requests`,
    );
    expect(row).toEqual({
      is_private: true,
      is_public: true,
      invited: ['aunt@people.example', 'friend@people.example', 'uncle@people.example'],
    });
    await page.getByRole('link', { name: 'GO HOME' }).click();
    await page.waitForURL(`${product.url}/`);
  });

  it('an expired session keeps the draft for its author only', async () => {
    const expire = async (who: SignedIn) => {
      // A call of the page's own, answered with 401, would leave the page before the form is submitted.
      await page.waitForLoadState('networkidle');
      await callApi(product.url, endAllSessions, {}, who.token);
      await submit();
      await page.waitForURL('**/user-auth?*reason=expired*');
      expect(await draft()).toContain('A secret wish');
      expect(await draft()).not.toContain(password);
    };
    const enter = async ({ email, password: own }: SignedIn) => {
      await submitSignIn(page, email, own);
      await page.waitForURL('**/help');
    };
    await page.goto('/help');
    await fillIn(page);
    await page.getByLabel(/^Public/).check();
    await page.getByLabel(label.title).fill('A secret wish');
    await soon(draft).toContain('A secret wish');
    await expire(ada);
    await enter(ada);
    await soon(() => page.getByLabel(label.title).inputValue()).toBe('A secret wish');
    const token =
      (await page.evaluate((key) => localStorage.getItem(key), storageKeys.token as string)) ?? '';
    await page.getByLabel(label.loginPassword, { exact: true }).fill(password);
    await expire({ ...ada, token });
    await enter(await join(product.url, 'learner', { fullName: 'Ben Odu' }));
    await page.getByRole('button', { name: 'SUBMIT' }).waitFor();
    expect([await page.getByLabel(label.title).inputValue(), await draft()]).toEqual(['', '']);
  });

  // ASVS 14.3.1
  it('the draft is not visible to the next user who signs in', async () => {
    await page.goto('/help');
    await page.getByLabel(label.title).fill('A secret wish');
    await soon(draft).toContain('A secret wish');
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: /log ?out/i })
      .first()
      .click();
    await page.waitForURL(`${product.url}/`);
    expect(await draft()).toBe('');
  });

  it('a sponsor is led to the page that says so', async () => {
    const grace = await join(product.url, 'sponsor');
    const { context, page: hers } = await newPerson(
      browser,
      product.url,
      signedIn(product.url, 'sponsor', grace),
    );
    await hers.goto('/help');
    await hers.waitForURL('**/restricted');
    await hers.getByRole('heading', { name: 'Access Restricted' }).waitFor();
    await hers.getByRole('link', { name: 'Go to Home' }).click();
    await hers.waitForURL(`${product.url}/`);
    await context.close();
  });

  it('no page complained in its console', () => {
    expect(learner.problems.filter((problem) => !/ERR_FAILED|status of 401/.test(problem))).toEqual([]);
  });
});
