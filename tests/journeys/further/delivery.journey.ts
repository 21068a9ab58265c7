import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimCase, doAction } from '../../support/browser/desk-page.ts';
import { pdf } from '../../support/money/certificates.ts';
import { openPurchaseJourney, type PurchaseJourney } from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { fileRequest, press, startPayment } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('the invoice of a school from paid to enrolled, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let requestId: string;
  let learner: Page;
  let sponsor: Page;
  let desk: Page;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string);
    ({ product, learnerPage: learner, sponsorPage: sponsor } = journey);
    const invoice = { reference: 'INV-7', payee: 'Lagos Coding School' };
    const request = { delivery: 'school-invoice', account: undefined, invoice };
    requestId = await fileRequest(product.url, journey.learner, request);
    desk = await journey.openOperator('Olu Desk');
  });
  afterAll(() => journey?.close());

  const act = (label: string, fields?: Record<string, string>) => doAction(desk, label, fields);

  it('the learner uploads the invoice, and a sponsor can pay', async () => {
    await learner.goto('/dashboard');
    await learner.getByRole('button', { name: 'Upload the invoice' }).click();
    const file = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf('Invoice INV-7') };
    await learner.getByLabel('Invoice', { exact: true }).setInputFiles(file);
    expect(await findBarriers(learner, 'upload of an invoice')).toEqual([]);
    await learner.getByRole('button', { name: 'Upload', exact: true }).click();
    await learner.getByRole('button', { name: 'View the invoice' }).waitFor();
    const { access_code } = (await startPayment(product.url, journey.sponsor, requestId)).body.data.data;
    await press(product.sandbox.httpUrl, access_code, 'pay');
  });

  it('the operator finds the invoice in the case, and asks the sponsor about a higher price', async () => {
    await desk.goto('/ops');
    await desk.getByRole('link', { name: 'Machine Learning' }).click();
    await desk.getByRole('link', { name: 'Open the invoice' }).waitFor();
    await claimCase(desk);
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
    await desk.getByText('Closed: Learner enrolled').waitFor();
    expect(await findBarriers(sponsor, 'dashboard with a difference')).toEqual([]);
  });
});
