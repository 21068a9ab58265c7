import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimInInbox, doAction } from '../../support/browser/desk-page.ts';
import { openPurchaseJourney, type PurchaseJourney } from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { fileRequest, mailsTo, type SignedIn } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('a request from review to an appeal, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let ada: SignedIn;
  let learner: Page;
  let sponsor: Page;
  let olu: Page;
  let kim: Page;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string, { REQUEST_REVIEW: 'on' });
    ({ product, learner: ada, learnerPage: learner, sponsorPage: sponsor } = journey);
    await fileRequest(product.url, ada);
    olu = await journey.openOperator('Olu Desk');
    kim = await journey.openOperator('Kim Desk');
  });
  afterAll(() => journey?.close());

  const mails = () => mailsTo(product.sandbox.httpUrl, ada.email);
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  const textOf = async (subject: string) => (await mails()).find((mail) => mail.subject === subject)?.text;
  const cardOf = (page: Page) => page.getByRole('link', { name: 'Sponsor Ada' });

  it('waits until an operator has decided, and sponsors do not see it', async () => {
    await learner.goto('/dashboard');
    await learner.getByText('We are looking at your request.').waitFor();
    await sponsor.goto('/help-learner');
    await sponsor.getByText('No open requests right now.').waitFor();
    expect(await cardOf(sponsor).count()).toBe(0);
  });

  it('is rejected with a reason, which the learner reads in a mail and on the dashboard', async () => {
    await claimInInbox(olu, 'Machine Learning');
    expect(await findBarriers(olu, 'case of a review')).toEqual([]);
    await doAction(olu, 'Reject the request', { Reason: 'The link is broken.' });
    await olu.getByText('Closed: Rejected').waitFor();
    const subject = 'Your request is not shown to sponsors: Machine Learning';
    await soon(subjects).toContain(subject);
    expect(await textOf(subject)).toContain('The link is broken.');
    await learner.getByText('The link is broken.').waitFor();
    expect(await findBarriers(learner, 'rejected request')).toEqual([]);
  });

  it('is appealed by its learner, whom the same operator cannot answer', async () => {
    await learner.getByRole('link', { name: 'Appeal to another operator' }).click();
    await learner.getByText('The link is broken.').waitFor();
    await learner.getByLabel('Why is the decision wrong?').fill('It works from here.');
    expect(await findBarriers(learner, 'appeal')).toEqual([]);
    await learner.getByRole('button', { name: 'Send the appeal' }).click();
    await learner.getByText('Another operator looks at your appeal').waitFor();
    await learner.goto('/dashboard');
    await learner.getByText('Another operator is looking at your appeal.').waitFor();
    await olu.goto('/ops');
    await olu.getByRole('link', { name: 'Machine Learning' }).click();
    await olu.getByText('so another operator answers it.').waitFor();
    expect(await olu.getByRole('button', { name: 'Claim', exact: true }).count()).toBe(0);
  });

  it('is listed after another operator has granted the appeal', async () => {
    await claimInInbox(kim, 'Machine Learning');
    await kim.getByText('It works from here.').first().waitFor();
    expect(await findBarriers(kim, 'case of an appeal')).toEqual([]);
    await doAction(kim, 'Grant the appeal', { Answer: 'It works indeed.' });
    await kim.getByText('Closed: Appeal granted').waitFor();
    const subject = 'Your appeal is granted: Machine Learning';
    await soon(subjects).toContain(subject);
    expect(await textOf(subject)).toContain('It works indeed.');
    await sponsor.goto('/help-learner');
    await cardOf(sponsor).waitFor();
    await learner.goto('/dashboard');
    await learner.getByRole('heading', { name: 'Machine Learning' }).first().waitFor();
    expect(await learner.getByText('Another operator is looking').count()).toBe(0);
  });
});
