import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { proofFile } from '#contracts/enrolments/proofs.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { drawing, fund, pdf, upload } from '../../support/money/certificates.ts';
import { orderCourse } from '../../support/money/paid-purchases.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { signedIn } from '../../support/pages/site.ts';
import { fileRequest, join, type SignedIn, startPayment } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

/** Holds a script of the next page until it is released. */
async function holdScript(page: Page, url: RegExp) {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(url, async (route) => {
    asked.resolve();
    await gate.promise;
    await route.continue();
  });
  return { requested: asked.promise, release: gate.resolve };
}

describe('what a sponsor sees of what it did, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  let ada: SignedIn;
  let grace: SignedIn;
  let enrolmentId: string;
  let learner: Person;
  let sponsor: Person;
  let page: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await shareBrowser(chromium.path as string);
    const { url } = product;
    ada = await join(url, 'learner', { fullName: 'Ada Obi' });
    grace = await join(url, 'sponsor', { fullName: 'Grace Hall' });
    const open = (who: 'learner' | 'sponsor', person: SignedIn) =>
      newPerson(browser, url, signedIn(url, who, person));
    learner = await open('learner', ada);
    sponsor = await open('sponsor', grace);
    page = sponsor.page;
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const card = () => page.getByRole('listitem').filter({ hasText: 'Machine Learning' }).first();
  const pledgeFor = (group: string, tab = page) => tab.getByRole('listitem').filter({ hasText: group });
  const way = (tab: Page) =>
    tab.getByRole('list', { name: /Where this request stands|What became of your payment/ }).first();

  it('before the first payment it says so, and leads to the listing', async () => {
    await page.goto('/dashboard');
    await page.getByText('You have not sponsored any requests yet.').waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Sponsored Requests',
      'Courses you saved',
    ]);
    expect(await page.getByRole('link', { name: 'View Sponsorship Requests' }).count()).toBe(2);
    expect(await findBarriers(page, 'nothing sponsored')).toEqual([]);
  });

  it('a payment shows up by itself, with its figures and its chart', async () => {
    ({ id: enrolmentId } = await fund(product, ada, grace));
    await page.getByText('₦20,018 (₦20,000 + ₦18 service fee)').waitFor();
    await page.getByRole('button', { name: '1 Courses you funded' }).waitFor();
    await page
      .getByRole('img', { name: 'Courses funded in NGN by month, over the last twelve months: 1 funded, 0' })
      .waitFor();
    // The learner's address is for those who meet.
    expect(await card().textContent()).toContain('E-mailnot shared');
    expect(await page.content()).not.toContain(ada.email);
  });

  it('the receipt is saved under its number and says what the dashboard says', async () => {
    const download = page.waitForEvent('download');
    await card().getByRole('button', { name: 'Receipt (PDF)' }).click();
    const file = await download;
    const [number = ''] = (await card().textContent())?.match(/CL-\d{6}/) ?? [];
    expect(file.suggestedFilename()).toBe(`courselift-receipt-${number}.pdf`);
    const bytes = new Uint8Array(await readFile(await file.path()));
    const { text } = await extractText(bytes, { mergePages: true });
    for (const part of [number, 'Machine Learning', 'NGN 20,000.00', 'NGN 18.00', 'NGN 20,018.00'])
      expect(text).toContain(part);
  });

  it('shows that a receipt is unavailable', async () => {
    await page.route('**/api/sponsorship/receipts/*', (route) => route.abort());
    await card().getByRole('button', { name: 'Receipt (PDF)' }).click();
    await page.getByText('No response received from server.', { exact: false }).waitFor();
    await page.unroute('**/api/sponsorship/receipts/*');
    sponsor.problems.length = 0;
  });

  it('by keyboard: what is too large or no document is refused, and Escape gives the focus back', async () => {
    const open = card().getByRole('button', { name: 'Add proof of enrolment' });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add proof of enrolment' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).focus();
    await page.keyboard.press('Enter');
    const field = dialog.getByLabel('Document');
    const refused = (sentence: string) => dialog.locator('.field-error', { hasText: sentence }).waitFor();
    await refused(proofFile.missing);
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      field.setInputFiles({ name, mimeType, buffer });
    await choose('big.pdf', 'application/pdf', Buffer.alloc(proofFile.maxBytes + 1));
    await refused(proofFile.tooLarge);
    await choose('page.html', 'text/html', Buffer.from('<p>'));
    await refused(proofFile.wrongType);
    expect(await field.inputValue()).toBe('');
    // The name lies: only the server sees the content.
    await choose('page.pdf', 'application/pdf', Buffer.from('<!doctype html><script>alert(1)</script>'));
    await soon(() => dialog.locator('.field-error').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await refused(proofFile.wrongType);
    expect(await findBarriers(page, 'the upload of a proof')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await soon(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
    sponsor.problems.length = 0;
  });

  it('a proof of a course that is not bought is checked first, and the learner sees nothing of it', async () => {
    await learner.page.goto('/dashboard');
    await way(learner.page).getByRole('listitem').filter({ hasText: 'Bought (next)' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const file = { name: 'blank.png', mimeType: 'image/png', buffer: await drawing() };
    await dialog.getByLabel('Document').setInputFiles(file);
    await dialog.getByRole('button', { name: 'Upload' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Thank you. We check it and write to you.').waitFor();
    await card().getByText('Thank you for the proof of enrolment. We check it and write to you.').waitFor();
    await soon(() =>
      card()
        .getByRole('button', { name: 'View proof' })
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    expect(await learner.page.getByRole('button', { name: 'View proof' }).count()).toBe(0);
    const [{ id }] = await product.db.query(`SELECT id FROM requests WHERE status = 'paid'`);
    await orderCourse(product, id);
    await card().getByRole('button', { name: 'Add proof of enrolment' }).waitFor();
  });

  it('a proof enrols the learner, whose open dashboard shows it without being loaded again', async () => {
    await learner.page.goto('/dashboard');
    const waiting = way(learner.page).getByRole('listitem').filter({ hasText: 'Bought (done)' });
    await waiting.waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Document').setInputFiles({
      name: 'receipt.png',
      mimeType: 'image/png',
      buffer: await drawing(),
    });
    await dialog.getByRole('img', { name: 'Preview of the document' }).waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The proof is added. The learner is told.').waitFor();
    const view = card().getByRole('button', { name: 'View proof' });
    await view.waitFor();
    await soon(() => view.evaluate((button) => button === document.activeElement)).toBe(true);
    for (const tab of [page, learner.page])
      await way(tab).getByRole('listitem').filter({ hasText: 'Enrolled (done)' }).waitFor();
  });

  it('both look at the proof in a tab of its own', async () => {
    for (const { page: own, context } of [sponsor, learner]) {
      const opened = context.waitForEvent('page');
      await own.getByRole('button', { name: 'View proof' }).first().click();
      const tab = await opened;
      await tab.waitForURL(/^blob:/);
      const image = tab.locator('img');
      await image.waitFor();
      await soon(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600);
      await tab.close();
    }
    // The browser's own page around a picture is styled inline, which our policy, kept there, forbids.
    for (const { problems } of [sponsor, learner]) {
      expect(problems.filter((problem) => !problem.startsWith('Applying inline style'))).toEqual([]);
      problems.length = 0;
    }
  });

  it('a finished course counts, and its certificate can be seen once the learner shows it', async () => {
    await upload(product.url, ada.token, enrolmentId, pdf());
    const completed = page.getByRole('button', { name: '1 Completed by learners' });
    await completed.click();
    await page.getByRole('heading', { name: 'Completed by learners', level: 2 }).waitFor();
    await card().waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('heading', { name: 'Sponsored Requests' }).waitFor();
    const view = card().getByRole('button', { name: 'View Certificate' });
    expect(await view.count()).toBe(0);
    const sent = { params: { id: enrolmentId }, body: { isShared: true } };
    await callApi(product.url, shareCertificate, sent, ada.token);
    await view.waitFor();
    await page.getByText('Show the figures as a table').click();
    const rows = await page.getByRole('table').getByRole('row').allTextContents();
    const [{ settled_at: paidAt }] = await product.db.query('SELECT settled_at FROM payments');
    const month = paidAt.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(rows.slice(1)).toEqual([`${month}NGN11₦20,018`, 'In allNGN11₦20,018']);
  });

  it('a pledge is shown, and withdrawn by keyboard', async () => {
    const body = { amount: 120.5, currency: 'USD' as const, targetGroup: 'Nurses', note: 'With love' };
    expect((await callApi(product.url, createPledge, { body }, grace.token)).status).toBe(201);
    await page.reload();
    const pledge = pledgeFor('Nurses');
    await pledge.getByText('Pledged', { exact: true }).waitFor();
    expect(await pledge.textContent()).toContain('$120.50');
    await pledge.getByRole('button', { name: /Withdraw/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Withdraw this pledge?' });
    await dialog.getByRole('button', { name: 'Withdraw the pledge' }).press('Enter');
    await pledge.getByText('Withdrawn', { exact: true }).waitFor();
    expect(await pledge.getByRole('button').count()).toBe(0);
  });

  it('a press on a part whose script still loads is kept', async () => {
    const body = { amount: 90, currency: 'USD' as const, targetGroup: 'Welders', note: '' };
    await callApi(product.url, createPledge, { body }, grace.token);
    // A service worker would have the script.
    const { page: fresh, context } = await newPerson(
      browser,
      product.url,
      signedIn(product.url, 'sponsor', grace),
    );
    const script = await holdScript(fresh, /\/SponsorView\./);
    await fresh.goto('/dashboard', { waitUntil: 'commit' });
    const pledge = pledgeFor('Welders', fresh);
    await script.requested;
    await pledge.getByRole('button', { name: /Withdraw/ }).click();
    script.release();
    await fresh.getByRole('dialog', { name: 'Withdraw this pledge?' }).waitFor();
    await context.close();
  });

  it('a payment under way can be continued and checked', async () => {
    await startPayment(product.url, grace, await fileRequest(product.url, ada));
    const pending = page.getByRole('listitem').filter({ hasText: 'Payment being checked' }).first();
    await pending.getByRole('link', { name: 'Continue the payment' }).waitFor();
    const check = pending.getByRole('link', { name: 'Check the payment' });
    expect(await check.getAttribute('href')).toMatch(/^\/payment-verification\/\?reference=pay-/);
    expect(await findBarriers(page, 'a sponsor’s dashboard')).toEqual([]);
    await pending.getByRole('link', { name: 'Continue the payment' }).click();
    await page.getByRole('heading', { name: 'Complete Your Sponsorship!' }).waitFor();
  });

  it('no page complained in its console', () => {
    expect([...learner.problems, ...sponsor.problems]).toEqual([]);
  });
});
