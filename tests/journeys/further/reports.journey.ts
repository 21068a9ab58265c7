import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { coursePath, reportPath, sponsorStatusPath } from '#src/browser/paths.ts';
import { claimInInbox, doAction, sendAction } from '../../support/browser/desk-page.ts';
import { openPurchaseJourney, type PurchaseJourney } from '../../support/money/purchase-journey.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { fileRequest, mailsTo } from '../../support/people/people.ts';
import type { TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const reporter = 'visitor@reports.example';
const paused = 'Payments and meetings for this request are paused while we check it. Nothing was charged.';

describe('reports from the form to the outcome, in a browser', needs(chromium), () => {
  let journey: PurchaseJourney;
  let product: TestProduct;
  let requestId: string;
  let visitor: Page;
  let learner: Page;
  let sponsor: Page;
  let desk: Page;

  beforeAll(async () => {
    journey = await openPurchaseJourney(chromium.path as string);
    ({ product, learnerPage: learner, sponsorPage: sponsor } = journey);
    requestId = await fileRequest(product.url, journey.learner);
    await writeCourses(product.db, [
      {
        ...{ title: 'Rich in a week', description: 'Quick money.', platform: 'edX', tags: ['money'] },
        ...{ url: 'https://edx.example/rich', level: 'Beginner', status: 'Paid', access: 'paid' },
      },
    ]);
    visitor = await journey.openVisitor();
    desk = await journey.openOperator('Olu Desk');
  });
  afterAll(() => journey?.close());

  const subjects = async () =>
    (await mailsTo(product.sandbox.httpUrl, reporter)).map(({ subject }) => subject.replace(/^.*: /, ''));
  /** The three steps of a report: reason, address, send. */
  const sendReport = async (reason: string) => {
    await visitor.getByRole('radio', { name: reason }).check();
    await visitor.getByLabel('Your email').fill(reporter);
    await visitor.getByRole('button', { name: 'Send the report' }).click();
    await visitor
      .getByText(/^Thank you/)
      .first()
      .waitFor();
  };
  const tryToPay = async () => {
    await sponsor.goto(sponsorStatusPath({ state: 'pay', requestId }));
    await sponsor.getByRole('button', { name: 'Pay for course' }).click();
  };

  it('a visitor reports a request in three steps, and an operator pauses its payments', async () => {
    await visitor.goto(reportPath('request', requestId));
    await sendReport('It looks like fraud or a scam');
    expect(await findBarriers(visitor, 'sent report')).toEqual([]);
    await claimInInbox(desk, 'Machine Learning');
    expect(await findBarriers(desk, 'case of a report')).toEqual([]);
    await doAction(desk, 'Pause payments', { Reason: 'To check the link' });
    await learner.goto('/dashboard');
    await learner.getByText('Payments and meetings for this request are paused').waitFor();
  });

  it('a sponsor who tries to pay reads why, and is not charged', async () => {
    await tryToPay();
    await sponsor.getByText(paused).first().waitFor();
    expect(await findBarriers(sponsor, 'paused payment')).toEqual([]);
    expect(await product.db.query('SELECT 1 FROM payments')).toEqual([]);
  });

  it('payments resume with the dismissal, and the reporter reads the outcome', async () => {
    await doAction(desk, 'Dismiss the report', { Reason: 'The link is right.' });
    await desk.getByText('Closed: Dismissed').waitFor();
    await soon(subjects).toEqual(['we found nothing against our rules']);
    await learner.goto('/dashboard');
    await learner.getByRole('heading', { name: 'Machine Learning' }).first().waitFor();
    expect(await learner.getByText('are paused').count()).toBe(0);
    const opened = sponsor.context().waitForEvent('page');
    await tryToPay();
    const checkout = await opened;
    await checkout.getByRole('button', { name: /^Pay/ }).click();
    await checkout.getByRole('heading', { name: 'Successful Payment!' }).waitFor();
    await checkout.close();
  });

  it('an upheld report hides a course, and its page of the catalogue shows it again', async () => {
    const [{ slug }] = await product.db.query('SELECT slug FROM courses');
    // Without the cache of a browser, which shows a course page for half a minute.
    const coursePage = async () => (await visitor.request.get(coursePath(slug))).status();
    await visitor.goto(coursePath(slug));
    await visitor.getByRole('link', { name: /^Report/ }).click();
    await sendReport('The course, its price or its link is wrong');
    await claimInInbox(desk, 'Rich in a week');
    await doAction(desk, 'Uphold the report', { Reason: 'It sells certificates.' });
    await desk.getByText('Closed: Report upheld').waitFor();
    expect(await coursePage()).toBe(404);
    await soon(subjects).toContain('we acted on it');
    await desk.getByRole('link', { name: 'Rich in a week' }).click();
    await desk.getByText('Hidden because').waitFor();
    expect(await findBarriers(desk, 'hidden course')).toEqual([]);
    const reason = { Reason: 'It was another course.' };
    await sendAction(desk, 'Show again', reason);
    await desk.getByText('The course can be found again.').first().waitFor();
    expect(await coursePage()).toBe(200);
  });
});
