import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { paymentPath } from '#src/browser/desk-paths.ts';
import { patient } from '#tests/support/soon.ts';
import { casePathOf, claimCase, doAction, sendAction } from '../../support/browser/desk-page.ts';
import {
  courseCard,
  openPurchaseJourney,
  type PaidCourse,
  type PurchaseJourney,
  payAll,
} from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { mailAbout } from '../../support/people/account-steps.ts';
import type { SignedIn } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const courses = ['Machine Learning', 'Statistics', 'Geology'] as const;
type Course = (typeof courses)[number];

describe('disputes, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let learner: SignedIn;
  let learnerPage: Page;
  let sponsorPage: Page;
  let desk: Page;
  let provider: Page;
  let deals: Record<Course, PaidCourse>;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string);
    ({ product, learner, learnerPage, sponsorPage } = journey);
    deals = await payAll(journey, courses);
    await learnerPage.goto('/dashboard');
    await sponsorPage.goto('/dashboard');
    desk = await journey.openOperator('Olu Desk');
    provider = await journey.openProvider();
  });
  afterAll(() => journey?.close());

  const referenceOf = async (course: Course): Promise<string> => {
    const { paymentId } = deals[course];
    return (await product.db.query('SELECT reference FROM payments WHERE id = $1', [paymentId]))[0].reference;
  };
  /** Opens a dispute on the provider's page, and returns the provider's number of it. */
  const dispute = async (course: Course): Promise<string> => {
    const { paymentId } = deals[course];
    const reference = await referenceOf(course);
    await provider.goto('/payments/control/money');
    await provider.getByRole('button', { name: `Open a dispute: ${reference}` }).click();
    return vi.waitFor(async () => {
      const disputes = await product.db.query(
        'SELECT provider_id AS id FROM disputes WHERE payment_id = $1 AND read_at IS NOT NULL',
        [paymentId],
      );
      expect(disputes).toHaveLength(1);
      return disputes[0].id as string;
    }, patient);
  };
  const decide = async (id: string, button: string) => {
    await provider.goto('/payments/control/money');
    await provider.getByRole('button', { name: `${button}: dispute ${id}` }).click();
    await provider.getByText(new RegExp(`^Dispute ${id} .*, resolved`)).waitFor();
  };
  const openCaseOf = async (course: Course) => {
    await desk.goto(await casePathOf(product, 'dispute', deals[course].paymentId));
    await claimCase(desk);
  };
  const fight = async () => {
    await doAction(desk, 'Fight the dispute', { 'Message to the bank': 'The payer ordered this course.' });
    await desk.getByText('the bank decides').waitFor();
  };

  it('a dispute is mailed to the operators, and its case says until when and how the time is counted', async () => {
    await dispute('Machine Learning');
    const reference = await referenceOf('Machine Learning');
    const subject = new RegExp(`^A payer disputes a payment: ${reference}$`);
    const [{ email }] = await product.db.query(
      'SELECT u.email FROM users u JOIN operators o ON o.user_id = u.id ORDER BY o.created_at LIMIT 1',
    );
    const { text } = await mailAbout(product.sandbox.httpUrl, email, subject);
    expect(text).toContain('Answer by');
    expect(text).toContain('public holidays are not subtracted');
    await desk.goto(/https?:\S+\/ops\/sign-in\?\S+from=mail/.exec(text)?.[0] ?? '/');
    await desk.waitForURL(/\/ops\/case\?id=/);
    await desk.getByRole('heading', { name: 'Machine Learning', level: 1 }).waitFor();
    await desk.getByText('waits for our answer').waitFor();
    await desk.getByText('Public holidays are not taken off').waitFor();
    expect(await findBarriers(desk, 'case with a dispute')).toEqual([]);
    const evidence = desk.getByRole('link', { name: 'Open what the bank gets (PDF)' });
    const file = await desk.request.get((await evidence.getAttribute('href')) ?? '');
    expect(file.headers()['content-type']).toBe('application/pdf');
  });

  it('the course is not bought meanwhile; the dispute is fought with the evidence, and won', async () => {
    await desk.goto(await casePathOf(product, 'purchase', deals['Machine Learning'].purchaseId));
    await claimCase(desk);
    await desk.getByRole('group').getByText('Start buying', { exact: true }).first().click();
    await desk.getByText('The payment is disputed, so the course must not be bought now.').waitFor();
    const start = desk.getByRole('button', { name: 'Start buying', exact: true });
    expect(await start.isDisabled()).toBe(true);
    await openCaseOf('Machine Learning');
    await sendAction(desk, 'Fight the dispute');
    await desk.getByText('Please fill in: Message to the bank.').first().waitFor();
    await fight();
    const [{ id }] = await product.db.query('SELECT provider_id AS id FROM disputes WHERE payment_id = $1', [
      deals['Machine Learning'].paymentId,
    ]);
    await provider.goto('/payments/control/money');
    const sent = provider.getByText(`Dispute ${id}`).locator('..');
    await sent.getByText('“The payer ordered this course.”').waitFor();
    expect(await sent.getByRole('link', { name: 'Evidence' }).count()).toBe(1);
    await decide(id, 'Merchant wins');
    await desk.getByText('won, the money stays').waitFor();
    await desk.getByText('Closed: Dispute won').waitFor();
    await courseCard(sponsorPage, 'Machine Learning').getByText('Paid', { exact: true }).first().waitFor();
    await desk.goto(await casePathOf(product, 'purchase', deals['Machine Learning'].purchaseId));
    await doAction(desk, 'Start buying');
    await desk.getByText('Being bought').waitFor();
  });

  it('one that is fought and lost gives the money back, as learner, sponsor and ledger say', async () => {
    const id = await dispute('Statistics');
    await openCaseOf('Statistics');
    await fight();
    await decide(id, 'Merchant loses');
    await desk.getByText('lost, the payer has the money back').waitFor();
    await desk.getByText('Closed: Dispute lost').waitFor();
    await courseCard(learnerPage, 'Statistics').getByText('Refunded (ended here)').waitFor();
    await courseCard(sponsorPage, 'Statistics').getByText('The payment was given back to you.').waitFor();
    const subject = /^Your course is no longer paid for: Statistics$/;
    const mail = await mailAbout(product.sandbox.httpUrl, learner.email, subject);
    expect(mail.text).not.toContain('Grace');
    await desk.goto(paymentPath(deals.Statistics.paymentId));
    await desk.getByText('Dispute resolved').waitFor();
    await desk.getByText('dispute lost').first().waitFor();
    expect(await findBarriers(desk, 'payment with a lost dispute')).toEqual([]);
  });

  it('one that is accepted gives the money back at once', async () => {
    await dispute('Geology');
    await openCaseOf('Geology');
    await doAction(desk, 'Accept the dispute', { 'Message to the bank': 'We cannot deliver the course.' });
    await desk.getByText('accepted, the payer has the money back').waitFor();
    await desk.getByText('Closed: Accepted').waitFor();
    await courseCard(learnerPage, 'Geology').getByText('Refunded (ended here)').waitFor();
    await courseCard(sponsorPage, 'Geology').getByText('The payment was given back to you.').waitFor();
    await desk.goto('/ops/money?view=ledger');
    await desk
      .getByRole('row', { name: /^Lost disputes/ })
      .getByText('₦40,036.00')
      .first()
      .waitFor();
    expect(await findBarriers(desk, 'ledger with lost disputes')).toEqual([]);
  });
});
