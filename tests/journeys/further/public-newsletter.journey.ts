import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { patient } from '#tests/support/soon.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { mailsTo } from '../../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const email = 'reader@people.example';

describe('newsletter and waitlist, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let reader: Person;
  let mail: { text: string; subject: string };
  const rows = () => product.db.query('SELECT * FROM subscribers');

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    reader = await newPerson(browser, product.url);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  async function signUp(address: string): Promise<void> {
    const form = reader.page.getByRole('region', { name: /news/i });
    await form.getByLabel(/email/i).fill(address);
    await form.getByRole('button', { name: /subscribe|sign up|join/i }).click();
  }

  async function mails(count: number) {
    await vi.waitFor(
      async () => expect(await mailsTo(product.sandbox.httpUrl, email)).toHaveLength(count),
      patient,
    );
    return mailsTo(product.sandbox.httpUrl, email);
  }

  it('rejects an invalid address before sending it', async () => {
    await reader.page.goto('/');
    for (const wrong of ['', 'reader', 'reader@', 'reader@people']) {
      await signUp(wrong);
      await reader.page.getByText('Please enter a valid email address.').first().waitFor();
    }
    expect(await rows()).toEqual([]);
  });

  it('is thanked for an address, which is stored and asked by mail', async () => {
    await signUp(email);
    await reader.page.getByText('Please look for our mail in your inbox').first().waitFor();
    [mail = { text: '', subject: '' }] = await mails(1);
    expect(mail.subject).toBe('Please confirm your address for CourseLift');
    expect(await rows()).toMatchObject([{ email, confirmed_at: null }]);
  });

  it('gets the same answer a second time, and there is still one row and one mail', async () => {
    await reader.page.goto('/');
    await signUp(email.toUpperCase());
    await reader.page.getByText('Please look for our mail in your inbox').first().waitFor();
    expect(await rows()).toHaveLength(1);
    await mails(1);
  });

  it('confirms by the link of the mail with a press and not before, once or twice, and is welcomed once', async () => {
    const link = mail.text.match(/http\S+\/newsletter\/confirm\?token=\S+/)?.[0] ?? '';
    for (let turn = 0; turn < 2; turn += 1) {
      await reader.page.goto(link, { waitUntil: 'networkidle' });
      if (turn === 0) expect((await rows())[0].confirmed_at).toBeNull();
      await reader.page.getByRole('button', { name: 'Yes, send me the news' }).click();
      await reader.page.getByRole('heading', { name: 'You are on the list' }).waitFor();
      await reader.page.getByRole('link', { name: 'See learners’ requests' }).waitFor();
      expect(await reader.page.getByRole('link', { name: 'Sign up once more' }).isVisible()).toBe(false);
    }
    const [row] = await rows();
    expect(row.confirmed_at).toBeInstanceOf(Date);
    const [welcome] = await mails(2);
    expect(welcome?.subject).toBe('Welcome to CourseLift');
    mail = welcome ?? mail;
  });

  it('leaves by the link of any mail, with a press and not before', async () => {
    const { page } = reader;
    await page.goto(mail.text.match(/http\S+\/newsletter\/unsubscribe\?token=\S+/)?.[0] ?? '', {
      waitUntil: 'networkidle',
    });
    expect((await rows())[0].unsubscribed_at).toBeNull();
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    expect((await rows())[0].unsubscribed_at).toBeInstanceOf(Date);
  });

  it('shows that a link is invalid', async () => {
    await reader.page.goto('/newsletter/confirm?token=x');
    await reader.page.getByRole('button', { name: 'Yes, send me the news' }).click();
    await reader.page.getByText('This link does not work any more.').first().waitFor();
    // That the call was refused is what the console now says, too.
    expect(reader.problems.filter((text) => !text.includes('status of 422'))).toEqual([]);
  });

  it('stores the answer of the waitlist form', async () => {
    const { page } = reader;
    await page.goto('/coming-soon');
    await page.getByRole('heading', { name: 'We are still building for you!' }).waitFor();
    const send = page.getByRole('button', { name: 'Join the waitlist' });
    await send.click();
    await page.getByText('Please choose what you are waiting for.').waitFor();
    await page.getByText('Mentors near me', { exact: true }).click();
    await page.getByLabel('What should it do for you?').fill('Something for teachers, please');
    await page.getByLabel('Your email').fill('nobody');
    await send.click();
    await page.getByText('Please enter a valid email address.').waitFor();
    expect(await page.getByLabel('What should it do for you?').inputValue()).toBe(
      'Something for teachers, please',
    );
    await page.getByLabel('Your email').fill(email);
    await send.click();
    await page.getByText('We have noted what you are waiting for').first().waitFor();
    expect(await product.db.query('SELECT email, wish, note FROM waitlist_entries')).toEqual([
      { email, wish: 'mentors', note: 'Something for teachers, please' },
    ]);
    await page.getByRole('main').getByRole('link', { name: 'Go Home' }).click();
    await page.waitForURL(`${product.url}/`);
  });
});
