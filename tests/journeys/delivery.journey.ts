import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser } from '../support/browser.ts';
import { builtPages } from '../support/built-pages.ts';
import { pdf } from '../support/certificates.ts';
import { doAction, openDesk } from '../support/desk-page.ts';
import { findBarriers } from '../support/find-barriers.ts';
import { joinDesk } from '../support/operators.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '../support/people.ts';
import { requireChromium } from '../support/requirements.ts';
import { signedIn } from '../support/site.ts';
import { startTestProduct, type TestProduct } from '../support/test-product.ts';

const chromium = requireChromium();

describe.skipIf(chromium.missing)('the invoice of a school from paid to enrolled, in a browser', () => {
  let product: TestProduct;
  let browser: Browser;
  let grace: SignedIn;
  let requestId: string;
  let learner: Page;
  let sponsor: Page;
  let desk: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    await product.startWorkers();
    browser = await openBrowser(chromium.path as string);
    const { url } = product;
    const ada = await join(url, 'learner', { fullName: 'Ada Obi' });
    grace = await join(url, 'sponsor', { fullName: 'Grace Hall' });
    const invoice = { reference: 'INV-7', payee: 'Lagos Coding School' };
    requestId = await fileRequest(url, ada, { delivery: 'school-invoice', account: undefined, invoice });
    const open = async (who: 'learner' | 'sponsor', person: SignedIn) =>
      (await newPerson(browser, url, { ...signedIn(url, who, person), reducedMotion: 'reduce' })).page;
    learner = await open('learner', ada);
    sponsor = await open('sponsor', grace);
    desk = await openDesk(browser, product, await joinDesk(product, 'operator', 'Olu Desk'));
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });

  const act = (label: string, fields?: Record<string, string>) => doAction(desk, label, fields);

  it('the learner uploads the invoice, and a sponsor can pay', async () => {
    await learner.goto('/dashboard');
    await learner.getByRole('button', { name: 'Upload the invoice' }).click();
    const file = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf('Invoice INV-7') };
    await learner.getByLabel('Invoice', { exact: true }).setInputFiles(file);
    expect(await findBarriers(learner, 'upload of an invoice')).toEqual([]);
    await learner.getByRole('button', { name: 'Upload', exact: true }).click();
    await learner.getByRole('button', { name: 'View the invoice' }).waitFor();
    const { access_code } = (await startPayment(product.url, grace, requestId)).body.data.data;
    await press(product.sandbox.httpUrl, access_code, 'pay');
  });

  it('the operator finds the invoice in the case, and asks the sponsor about a higher price', async () => {
    await desk.goto('/ops');
    await desk.getByRole('link', { name: 'Machine Learning' }).click();
    await desk.getByRole('link', { name: 'Open the invoice' }).waitFor();
    await desk.getByRole('button', { name: 'Claim', exact: true }).click();
    await act('Start buying');
    await act('Ask the payer about a higher price', {
      Price: '26000',
      Note: 'The fee of the school has risen.',
    });
    await desk.getByText('Waits: The sponsor').waitFor();
    expect(await findBarriers(desk, 'case that waits for the payer')).toEqual([]);
    await learner.getByText('We have asked your sponsor about the difference').waitFor();
  });

  it('the sponsor reads the question and pays the difference', async () => {
    await sponsor.goto('/dashboard');
    await sponsor.getByText('The fee of the school has risen.').waitFor();
    expect(await findBarriers(sponsor, 'question about a price')).toEqual([]);
    await sponsor.getByRole('button', { name: 'Take my money back' }).click();
    await sponsor.getByRole('button', { name: 'Not now' }).click();
    await sponsor.getByRole('button', { name: 'Pay ₦6,005.40' }).click();
    await sponsor.getByRole('button', { name: /^Pay / }).click();
    await sponsor.getByText('The difference is paid').waitFor();
  });

  it('the operator pays the school, and the learner confirms the enrolment to all three', async () => {
    await desk.getByText('The payer has paid the difference').first().waitFor();
    await act('Start buying');
    await act('Record the order', {
      'Order number': 'TRANSFER-1',
      'What the platform charged': '26000',
      'Currency of the charge': 'NGN',
    });
    await act('Hand over');
    await learner.getByText('We have paid the invoice of your school.').waitFor();
    await learner.getByRole('button', { name: /^I am enrolled/ }).click();
    await learner.getByRole('button', { name: 'Yes, I am enrolled' }).click();
    const enrolled = (page: Page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^Enrolled \(done\)/ })
        .first()
        .waitFor();
    await enrolled(learner);
    await sponsor.goto('/dashboard');
    await enrolled(sponsor);
    await sponsor.getByText('You paid a difference of ₦6,005.40').waitFor();
    await desk.getByText('Closed: enrolled').waitFor();
    expect(await findBarriers(sponsor, 'dashboard with a difference')).toEqual([]);
  });
});
