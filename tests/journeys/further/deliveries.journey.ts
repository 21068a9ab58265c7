import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { claimInInbox, doAction, sendAction } from '../../support/browser/desk-page.ts';
import { pdf } from '../../support/money/certificates.ts';
import {
  courseCard,
  openPurchaseJourney,
  type PurchaseJourney,
} from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { mailsTo, type SignedIn } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { patient, soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const order = {
  'Order number': 'CO-7',
  'What the platform charged': '20000',
  'Currency of the charge': 'NGN',
};

describe('gifts and platform logins from paid to enrolled, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let ada: SignedIn;
  let grace: SignedIn;
  let learner: Page;
  let sponsor: Page;
  let desk: Page;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string);
    ({ product, learner: ada, sponsor: grace, learnerPage: learner, sponsorPage: sponsor } = journey);
    const account = { email: 'ada@platform.example' };
    await journey.pay('Soil science', { delivery: 'gift-to-email', account });
    await journey.pay('Statistics');
    desk = await journey.openOperator('Olu Desk');
  });
  afterAll(() => journey?.close());

  const card = (page: Page, course: string) => courseCard(page, course).first();
  const step = (page: Page, course: string, text: string) =>
    card(page, course).getByText(text).first().waitFor();
  const subjects = async ({ email }: SignedIn) =>
    (await mailsTo(product.sandbox.httpUrl, email)).map(({ subject }) => subject);
  const readyMail = (course: string) =>
    vi.waitFor(async () => {
      const mails = await mailsTo(product.sandbox.httpUrl, ada.email);
      const ready = mails.find(({ subject }) => subject === `Your course is ready: ${course}`);
      return ready ?? Promise.reject(new Error('No mail yet'));
    }, patient);
  const confirmEnrolment = async (course: string) => {
    await card(learner, course)
      .getByRole('button', { name: /^I am enrolled/ })
      .click();
    await learner.getByRole('button', { name: 'Yes, I am enrolled' }).click();
    await learner.getByText('You are enrolled. Enjoy the course!').first().waitFor();
  };

  it('the operator buys a gift for the learner’s account, and adds the receipt of the order', async () => {
    await learner.goto('/dashboard');
    await sponsor.goto('/dashboard');
    await claimInInbox(desk, 'Soil science');
    await desk.getByText('Gift to an e-mail address · ada@platform.example').waitFor();
    expect(await desk.getByText('Show the platform login').count()).toBe(0);
    await doAction(desk, 'Start buying');
    await doAction(desk, 'Record the order', order);
    await desk.getByRole('button', { name: 'Upload the receipt' }).click();
    const file = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdf('Receipt CO-7') };
    await desk.getByLabel('Receipt', { exact: true }).setInputFiles(file);
    expect(await findBarriers(desk, 'upload of a receipt')).toEqual([]);
    await desk.getByRole('button', { name: 'Upload', exact: true }).click();
    await desk.getByRole('link', { name: 'Open the receipt' }).waitFor();
    const address = await desk.getByRole('link', { name: 'Open the receipt' }).getAttribute('href');
    const shown = await desk.request.get(address ?? '');
    expect([shown.status(), (await shown.text()).includes('Receipt CO-7')]).toEqual([200, true]);
    await step(learner, 'Soil science', 'Bought (done)');
    await doAction(desk, 'Hand over');
    await desk.getByText('Waits: The learner').waitFor();
    expect(await findBarriers(desk, 'case of a bought course')).toEqual([]);
  });

  it('the learner presses in the mail that it did not arrive, and the operator hands it over again', async () => {
    const ready = await readyMail('Soil science');
    const link = /\/course-not-received\?token=\S+/.exec(ready.text)?.[0] ?? '';
    const visitor = await journey.openVisitor();
    await visitor.goto(link);
    const button = visitor.getByRole('button', { name: 'It did not reach me' });
    await button.waitFor();
    expect(await findBarriers(visitor, 'page of a course that did not arrive')).toEqual([]);
    const told = async () =>
      (await product.db.query('SELECT count(not_received_at)::int AS n FROM purchases'))[0].n;
    expect(await told()).toBe(0);
    await button.click();
    await visitor.getByRole('heading', { name: 'We look into it' }).waitFor();
    await step(learner, 'Soil science', 'You told us on');
    await desk.getByText('Did not arrive, says the learner').waitFor();
    await doAction(desk, 'Hand over');
    await desk.getByText('Waits: The learner').waitFor();
    await card(learner, 'Soil science')
      .getByRole('button', { name: /^It did not reach me/ })
      .waitFor();
    expect(await findBarriers(learner, 'dashboard with a course that is handed over')).toEqual([]);
  });

  it('the learner reads where the gift is and confirms it, to sponsor and operator as well', async () => {
    await step(learner, 'Soil science', 'The course is bought for your account on the platform.');
    await step(sponsor, 'Soil science', 'Handed over (done)');
    await soon(() => subjects(ada)).toContain('Your course is ready: Soil science');
    await confirmEnrolment('Soil science');
    await step(sponsor, 'Soil science', 'Enrolled (done)');
    await desk.getByText('Closed: Learner enrolled').waitFor();
    await soon(() => subjects(grace)).toContain('Ada is enrolled: Soil science');
    const mails = await mailsTo(product.sandbox.httpUrl, ada.email);
    const ready = mails.find(({ subject }) => subject === 'Your course is ready: Soil science');
    expect(ready?.text).toContain('for your account on the platform');
  });

  it('the learner thanks the sponsor, who reads it once an operator has', async () => {
    const words = 'Thank you, Grace! My number is 0801 234 5678.';
    await card(learner, 'Soil science')
      .getByRole('button', { name: /^Thank your sponsor/ })
      .click();
    await learner.getByLabel('Your words').fill(words);
    expect(await findBarriers(learner, 'form of a thank-you')).toEqual([]);
    await learner.getByRole('button', { name: 'Send', exact: true }).click();
    await step(learner, 'Soil science', 'An operator reads your words to your sponsor first.');
    await claimInInbox(desk, 'Soil science');
    await desk.getByText(words).waitFor();
    expect(await findBarriers(desk, 'case of a thank-you')).toEqual([]);
    await doAction(desk, 'Deliver the words');
    await step(sponsor, 'Soil science', words);
    expect(await findBarriers(sponsor, 'dashboard with a thank-you')).toEqual([]);
    await soon(() => subjects(grace)).toContain('Ada thanks you: Soil science');
  });

  it('the operator reads a platform login for a minute, after the audit log has the reason', async () => {
    await claimInInbox(desk, 'Statistics');
    const logged = `SELECT count(*)::int AS n FROM audit_entries WHERE action = 'platform_login.revealed'`;
    let entriesBefore: number | undefined;
    await desk.route('**/platform-login', async (route) => {
      const response = await route.fetch();
      entriesBefore = (await product.db.query(logged))[0].n;
      await route.fulfill({ response });
    });
    // From now on the page has a clock of its own, which the test moves on.
    await desk.clock.install();
    await sendAction(desk, 'Show the platform login', { Reason: 'To enrol Ada' });
    await desk.getByText('platform-secret-1').waitFor();
    expect(entriesBefore).toBe(1);
    await desk.getByText('login@platform.example').first().waitFor();
    await desk.getByText(/^Hidden again in \d+ seconds$/).waitFor();
    await desk.clock.fastForward(61_000);
    await desk.getByText('platform-secret-1').waitFor({ state: 'detached' });
    await desk.getByText('Show the platform login').first().waitFor();
    await desk.clock.resume();
  });

  it('the login is erased with the enrolment that learner, sponsor and operator read', async () => {
    const stored = async () =>
      (await product.db.query('SELECT count(*)::int AS n FROM platform_logins'))[0].n;
    await doAction(desk, 'Start buying');
    await doAction(desk, 'Record the order', order);
    await doAction(desk, 'Hand over');
    expect(await stored()).toBe(1);
    await step(learner, 'Statistics', 'We have enrolled you with your platform login.');
    await soon(() => subjects(ada)).toContain('Your course is ready: Statistics');
    await confirmEnrolment('Statistics');
    await soon(stored).toBe(0);
    await step(sponsor, 'Statistics', 'Enrolled (done)');
    await soon(() => subjects(grace)).toContain('Ada is enrolled: Statistics');
    await desk.getByText('Closed: Learner enrolled').waitFor();
    await sendAction(desk, 'Open again', { Reason: 'To look at the login' });
    await desk.getByRole('button', { name: 'Release', exact: true }).waitFor();
    expect(await desk.getByText('Show the platform login').count()).toBe(0);
    const sent = [
      ...(await mailsTo(product.sandbox.httpUrl, ada.email)),
      ...(await mailsTo(product.sandbox.httpUrl, grace.email)),
    ];
    expect(JSON.stringify(sent)).not.toContain('platform-secret-1');
    await desk.goto('/ops/audit');
    await desk.getByText('To enrol Ada').first().waitFor();
  });
});
