import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllSessions } from '#contracts/accounts/profile-changes.ts';
import { dayMs } from '#contracts/durations.ts';
import { certificateFile } from '#contracts/enrolments/enrolments.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { getRequest } from '#contracts/requests/listing.ts';
import { lostCopy } from '#src/browser/lost.copy.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { pdf, save } from '../../support/money/certificates.ts';
import { orderCourse } from '../../support/money/paid-purchases.ts';
import { sendProof } from '../../support/money/proofs.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { signedIn } from '../../support/pages/site.ts';
import { cameraPhoto } from '../../support/people/account-steps.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a learner’s dashboard, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let learner: SignedIn;
  let sponsor: SignedIn;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    learner = await join(product.url, 'learner', { fullName: 'Ada Obi' });
    sponsor = await join(product.url, 'sponsor', { fullName: 'Grace Hall' });
    const session = signedIn(product.url, 'learner', learner);
    // It has scripts that are to be lost.
    person = await newPerson(browser, product.url, { ...session, serviceWorkers: 'block' });
    page = person.page;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const counter = (name: string) =>
    page
      .getByRole('button', { name: new RegExp(`^\\d+ ${name}$`) })
      .evaluate((button) => button.firstChild?.textContent);
  const counters = async () =>
    Promise.all(['Pending Requests', 'Paid Requests', 'Enrolled Courses', 'Completed Courses'].map(counter));
  const way = () => page.getByRole('list', { name: 'Where this request stands' });

  /** Shares the request; a visitor who opens its link signs in as a sponsor and reads it. Returns where the visitor arrives. */
  async function followSharedLink(): Promise<string> {
    await page.getByRole('button', { name: /^Share/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Share your request' });
    const address = await dialog.getByRole('link', { name: /WhatsApp/ }).getAttribute('href');
    expect(await findBarriers(page, 'sharing a request')).toEqual([]);
    await page.keyboard.press('Escape');
    const link = new URL(address ?? '').searchParams.get('text')?.split(' ').at(-1) ?? '';
    const visitor = await newPerson(browser, product.url);
    await visitor.page.goto(link);
    await visitor.page.waitForURL('**/user-auth?next=*');
    const form = visitor.page.getByRole('tabpanel', { name: 'Sign in' });
    await form.getByLabel('Email').fill(sponsor.email);
    await form.getByLabel('Password', { exact: true }).fill(sponsor.password);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await visitor.page.getByRole('dialog').getByText('Why I need this course:').waitFor();
    const { pathname, search } = new URL(visitor.page.url());
    await visitor.context.close();
    return `${pathname}${search}`;
  }

  it('shows an empty state to a new learner, also while a part loads slowly', async () => {
    await page.route('**/LearnerView.*.js', (route) => route.abort());
    await page.goto('/dashboard');
    await page
      .getByRole('alert')
      .getByText('Failed to load dashboard data. Please try again later.')
      .waitFor();
    await page.unroute('**/LearnerView.*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /Ada Obi/ }).waitFor();
    await page.getByText('No requests found.').waitFor();
    await page.getByText("You haven't enrolled in any courses yet.").waitFor();
    await soon(counters).toEqual(['0', '0', '0', '0']);
    expect(await findBarriers(page, 'empty')).toEqual([]);
  });

  it('changes by itself, through events alone: a first look, a meeting, a payment', async () => {
    await withoutPolling(page);
    const id = await fileRequest(product.url, learner);
    const startsAt = new Date(Date.now() + dayMs).toISOString();
    await page.reload();
    await page.getByText('Payment Pending').waitFor();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await way().getByText('Seen by sponsors (next)').waitFor();
    expect(await followSharedLink()).toBe(`/help-learner?request=${id}`);
    await callApi(product.url, getRequest, { params: { id }, query: {} }, sponsor.token);
    await way().getByText('Seen by 1 sponsor (done)').waitFor();
    await callApi(product.url, arrangeMeeting, { params: { id }, body: { startsAt } }, sponsor.token);
    await page.getByRole('link', { name: /Join the meeting/ }).waitFor();
    await way().getByText('Meeting (next)').waitFor();
    const turn = page.getByText('Your turn:').locator('..').getByRole('link', { name: 'Machine Learning' });
    expect(await turn.getAttribute('href')).toBe(`#request-${id}`);
    expect(await findBarriers(page, 'a meeting to answer')).toEqual([]);
    await page.getByRole('button', { name: /^Accept/ }).press('Enter');
    await page.getByText(/You are meeting/).waitFor();
    await turn.waitFor({ state: 'detached' });
    await page.getByText(/signs in there with a Google/).waitFor();
    const started = await startPayment(product.url, sponsor, id);
    const { reference, access_code: accessCode } = started.body.data.data;
    await press(product.sandbox.httpUrl, accessCode, 'pay');
    await callApi(product.url, verifyPayment, { query: { reference } }, sponsor.token);
    await page.locator('.badge', { hasText: /^Paid$/ }).waitFor();
    await soon(counters).toEqual(['0', '1', '0', '0']);
    await way().getByText('Paid (done)').waitFor();
    await way().getByText('Bought (next)').waitFor();
    await page.getByRole('heading', { name: 'Being arranged' }).waitFor();
    await page.getByText("You haven't enrolled in any courses yet.").waitFor();
    expect(await page.getByRole('button', { name: /^Upload Cert/ }).count()).toBe(0);
    expect(await findBarriers(page, 'being arranged')).toEqual([]);
    await orderCourse(product, id);
    await sendProof(product.url, sponsor, id, pdf('Receipt'));
    await page.getByRole('button', { name: /^Upload Cert/ }).waitFor();
    await soon(counters).toEqual(['0', '0', '1', '0']);
    await page.getByText('Grace Hall', { exact: true }).waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  it('takes a certificate of the right kind and size, and no other', async () => {
    const open = () => page.getByRole('button', { name: /^Upload Cert/ }).press('Enter');
    await page.route('**/CertificateModal.*.js', (route) => route.abort());
    await open();
    await page.getByText(`This did not open. ${lostCopy.lost}`).waitFor();
    await page.unroute('**/CertificateModal.*.js');
    await open();
    const dialog = page.getByRole('dialog', { name: 'Upload your certificate' });
    const input = dialog.getByLabel('Certificate');
    const problem = (sentence: string) => dialog.locator('.field-error', { hasText: sentence });
    const send = () => dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    const offCentre = await dialog.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left + right - document.documentElement.clientWidth;
    });
    expect(Math.abs(offCentre)).toBeLessThan(2);
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      input.setInputFiles({ name, mimeType, buffer });
    await send();
    await problem('Please select a file to upload.').waitFor();
    expect(await findBarriers(page, 'no file')).toEqual([]);
    await choose('long.pdf', 'application/pdf', pdf('Too long', certificateFile.maxBytes + 1));
    await problem('File size must not exceed 512KB.').waitFor();
    await soon(() => input.inputValue()).toBe('');
    await choose('notes.txt', 'text/plain', Buffer.from('I did it'));
    await problem('Please select a PDF, JPG or PNG file.').waitFor();
    await choose('done.pdf', 'application/pdf', Buffer.from('<!doctype html><script>alert(1)</script>'));
    await send();
    await problem('Please select a PDF, JPG or PNG file.').waitFor();
    await choose('long name '.repeat(12), 'image/jpeg', await cameraPhoto());
    await dialog.getByRole('img', { name: 'Preview of your certificate' }).waitFor();
    await dialog.getByText(/^\d{2,3} KB$/).waitFor();
    expect(await findBarriers(page, 'a file is chosen')).toEqual([]);
    await send();
    await page.getByText('Certificate uploaded successfully!').waitFor();
    await page.getByText('Certificate Uploaded', { exact: true }).waitFor();
    await soon(counters).toEqual(['0', '0', '0', '1']);
    await way().getByText('Completed (done)').waitFor();
    expect(await page.getByRole('link', { name: /^Open the course/ }).getAttribute('href')).toBeNull();
    await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
  });

  it('shows the certificate in a new tab, and to the sponsor only when shared', async () => {
    const opened = person.context.waitForEvent('page');
    await page.getByRole('button', { name: /^View Certificate/ }).click();
    const tab = await opened;
    await tab.waitForURL(/^blob:/);
    await tab.close();
    await page.route('**/view-certificate', (route) =>
      route.fulfill({ status: 404, json: { message: 'x' } }),
    );
    await page.getByRole('button', { name: /^View Certificate/ }).click();
    await page.getByText('Failed to fetch the certificate. Please try again.').waitFor();
    await page.unroute('**/view-certificate');
    await page.route('**/view-certificate', (route) => route.abort());
    await page.getByRole('button', { name: /^View Certificate/ }).click();
    await page.getByText('An error occurred while trying to view the certificate.').waitFor();
    await page.unroute('**/view-certificate');
    const sharing = page.getByRole('switch', { name: 'Let the sponsor who paid see it' });
    await sharing.press('Space');
    await page.getByText('The sponsor who paid can now see your certificate.').waitFor();
    await soon(() => sharing.isChecked()).toBe(true);
    expect(await findBarriers(page, 'a completed course')).toEqual([]);
  });

  it('says what failed, keeps what it has, and looks again by itself when nothing is announced', async () => {
    await page.clock.install();
    await page.route('**/api/dashboard/changes*', (route) => route.abort());
    await page.route('**/api/dashboard?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.reload();
    await page.getByText('Failed to load dashboard data. Please try again later.').waitFor();
    expect(await findBarriers(page, 'nothing came')).toEqual([]);
    await page.unroute('**/api/dashboard?*');
    const uploaded = page.getByText('Certificate Uploaded', { exact: true });
    // It may have looked again by itself in the meantime.
    await page.getByRole('button', { name: 'Try again' }).or(uploaded).first().click();
    await uploaded.waitFor();
    await page.route('**/api/dashboard?*', (route) => route.abort());
    await page.clock.runFor(20_000);
    await page.getByText(/Failed to load dashboard data\. Please try again later\./).waitFor();
    await uploaded.waitFor();
    await page.unroute('**/api/dashboard?*');
    await save(product.url, learner, 'Learn to weave');
    await page.clock.runFor(20_000);
    await page.getByRole('heading', { name: 'Learn to weave' }).waitFor();
    await page.unroute('**/api/dashboard/changes*');
    await page.getByRole('link', { name: /^Ask a sponsor for this course/ }).waitFor();
  });

  it('counts five hundred of each, and shows the newest first', async () => {
    await fill(product, learner, 500);
    const many = await newPerson(browser, product.url, signedIn(product.url, 'learner', learner));
    page = many.page;
    await page.goto('/dashboard');
    await page.getByText('20 of 501').first().waitFor();
    await soon(counters).toEqual(['500', '0', '0', '1']);
    await page.getByRole('button', { name: 'Show more (Your Course Requests)' }).click();
    await page.getByText('80 of 501').waitFor();
    expect(await way().count()).toBe(80);
    await many.context.close();
    page = person.page;
  });

  it('ends with the session, wherever that was ended', async () => {
    await page.reload();
    await page.getByText('20 of 501').first().waitFor();
    await callApi(product.url, endAllSessions, {}, learner.token);
    await page.waitForURL('**/user-auth?*');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|role|Name/.test(key))),
    ).toEqual([]);
  });
});

/** Keeps a page from polling, which it does every 15 s while its stream of changes is closed: only events change it. */
async function withoutPolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setInterval } = window;
    window.setInterval = ((work: TimerHandler, delayMs?: number, ...args: unknown[]) =>
      delayMs === 15_000 ? 0 : setInterval(work, delayMs, ...args)) as typeof window.setInterval;
  });
}

/** Gives a learner so many requests and courses more. */
async function fill({ db }: TestProduct, { email }: SignedIn, count: number): Promise<void> {
  await db.query(
    `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
       duration_unit, motivation, socials, delivery, is_public)
     SELECT u.id, 'Course ' || n, 'Coursera', 'https://x.example/' || n, 100000, 'NGN', 3, 'months',
       'Because', 'https://x.example', 'enrolment-code', true
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    [email, count],
  );
  await db.query(
    `INSERT INTO enrolments (user_id, title, description, link)
     SELECT u.id, 'Course ' || n, 'About it', 'https://y.example/' || n
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    [email, count],
  );
}
