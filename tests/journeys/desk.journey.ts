import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCase } from '#services/cases/open-case.ts';
import { totpCode } from '#services/desk/operators/second-factor.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { newPerson, type Person } from '../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../support/browser/shared-browser.ts';
import { readings } from '../support/browser/translation.ts';
import { builtPages } from '../support/pages/built-pages.ts';
import { findBarriers } from '../support/pages/find-barriers.ts';
import { joinDesk, type TestOperator } from '../support/people/operators.ts';
import { fileRequest, join, requestBody } from '../support/people/people.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';
import { soon } from '../support/soon.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

describe.each(readings)('a day at the desk, in a browser$how', needs(chromium), ({ isTranslated }) => {
  let product: TestProduct;
  let browser: Browser;
  let operator: TestOperator;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    operator = await joinDesk(product, 'operator', 'Ada Desk');
    browser = await shareBrowser(chromium.path as string);
    person = await newPerson(browser, product.url, { isTranslated });
    page = person.page;
    await addCase('Statistics for farmers', 'Checked by a person.');
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  async function addCase(courseTitle: string, summary: string): Promise<void> {
    const learner = await join(product.url, 'learner', { fullName: 'Learner Lee' });
    const id = await fileRequest(product.url, learner, { course: { ...requestBody().course, courseTitle } });
    await inTransaction(product.db, (manager) =>
      openCase(manager, { kind: 'payment_review', subject: { type: 'request', id }, summary }),
    );
  }

  it('there is no desk without a session', async () => {
    const answer = await page.goto('/ops');
    expect(answer?.status()).toBe(404);
    expect(await page.getByRole('navigation', { name: 'Desk' }).count()).toBe(0);
  });

  it('the operator signs in with password and code', async () => {
    await page.goto('/ops/sign-in?next=%2Fops');
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Code').fill('000 000 000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This code is wrong').waitFor();
    expect(await findBarriers(page, 'sign-in')).toEqual([]);
    await page.getByLabel('Code').fill(totpCode(operator.totpSecret));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${product.url}/ops`);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toContain(operator.cookie.split('=')[1]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  it('the inbox updates by itself, and is worked with the keyboard', async () => {
    const row = (course: string) => page.getByRole('link', { name: course });
    await row('Statistics for farmers').waitFor();
    await addCase('Soil science', 'Another one.');
    await row('Soil science').waitFor();
    await page.getByRole('button', { name: /^2\s*Open$/ }).waitFor();
    expect(await findBarriers(page, 'inbox')).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('c');
    await page.getByRole('button', { name: /^1\s*Mine$/ }).waitFor();
    await page.getByRole('button', { name: /^Release\s+Statistics for farmers$/ }).waitFor();
    await page.locator('a[data-case]').first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Statistics for farmers', level: 1 }).waitFor();
  });

  it('the case page shows the login with a reason, and hides it again', async () => {
    await page.getByRole('group').getByText('Show the platform login').first().click();
    await page.getByLabel('Reason', { exact: true }).filter({ visible: true }).fill('To enrol the learner');
    await page.getByRole('button', { name: 'Show the platform login' }).click();
    await page.getByText('platform-secret-1').waitFor();
    expect(await findBarriers(page, 'revealed login')).toEqual([]);
    await page.getByRole('button', { name: 'Hide now' }).click();
    expect(await page.getByText('platform-secret-1').count()).toBe(0);
  });

  it('the operator closes the case, and finds the act in the audit log', async () => {
    await page.getByRole('group').getByText('Close the case').first().click();
    await page.getByRole('button', { name: 'Close the case' }).click();
    await page.getByText('Please name the outcome.').first().waitFor();
    await page.getByLabel('Outcome, in a word').fill('approved');
    await page
      .getByLabel('Reason', { exact: true })
      .filter({ visible: true })
      .fill('Course and price are right.');
    await page.getByRole('button', { name: 'Close the case' }).click();
    await page.getByText('Closed: Approved').waitFor();
    expect(await findBarriers(page, 'closed case')).toEqual([]);
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByTitle('platform_login.revealed').waitFor();
    expect(await findBarriers(page, 'audit log')).toEqual([]);
  });

  it('the pages about money and catalogue have no barriers, and keep their filters in the address', async () => {
    await page.getByRole('link', { name: 'Money', exact: true }).click();
    await page.getByText('There are no payments yet.').waitFor();
    expect(await findBarriers(page, 'payments')).toEqual([]);
    await page.getByLabel('Search reference, payer or course').fill('pay-unknown');
    await page.getByText('No payment fits these filters.').waitFor();
    expect(page.url()).toContain('search=pay-unknown');
    await page.getByRole('link', { name: 'Reconciliation' }).click();
    await page.getByText('There is no result yet.').waitFor();
    await page.getByRole('button', { name: 'Run now' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('A reconciliation is running.').waitFor();
    expect(await findBarriers(page, 'reconciliation')).toEqual([]);
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click();
    await page.getByText('No course fits.').waitFor();
    expect(await findBarriers(page, 'courses')).toEqual([]);
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Please choose a CSV file.').waitFor();
    expect(await findBarriers(page, 'imports')).toEqual([]);
  });

  it('the queues have charts that the keyboard moves through, and a table, without barriers', async () => {
    await product.db.query(
      `INSERT INTO queue_samples SELECT date_trunc('minute', now()) - n * interval '1 min', 'mail', n, 2, 1, 90 * n, 3
       FROM generate_series(0, 40) AS n WHERE n <> 20`,
    );
    await page.getByRole('link', { name: 'Queues', exact: true }).click();
    const slider = page.getByRole('slider', { name: 'Time that the charts show' });
    await page.getByRole('img', { name: 'Waiting, All queues' }).waitFor();
    // Each press moves by a minute; figures that arrive meanwhile may draw the slider again.
    await soon(async () => {
      await slider.focus();
      await page.keyboard.press('ArrowLeft');
      return slider.getAttribute('aria-valuetext');
    }).toMatch(/Waiting [4-9],.+Failed 1,.+Done per minute 3$/);
    await page.getByText('Show as a table').click();
    expect(await page.getByRole('cell', { name: 'not recorded' }).count()).toBeGreaterThan(0);
    expect(await findBarriers(page, 'queues')).toEqual([]);
    await page.getByLabel('Queue', { exact: true }).selectOption('payments');
    await page.waitForURL(/queue=payments/);
    expect(await findBarriers(page, 'queues without figures')).toEqual([]);
  });

  it('takes the next case with a key, and keeps what is typed when the session ends', async () => {
    await page.getByRole('link', { name: 'Inbox', exact: true }).click();
    await page.getByRole('link', { name: 'Soil science' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Soil science', level: 1 }).waitFor();
    await page.getByRole('group').getByText('Add a note').first().click();
    await page.getByLabel('Note', { exact: true }).fill('The learner called.');
    await product.db.query('UPDATE operator_sessions SET ended_at = now()');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    // The page may notice first, because its stream of changes ends with the session.
    const covered = dialog.waitFor();
    await Promise.race([page.getByRole('button', { name: 'Add a note' }).click(), covered]);
    await covered;
    expect(await findBarriers(page, 'sign-in over the page')).toEqual([]);
    await dialog.getByLabel('Email').fill(operator.email);
    await dialog.getByLabel('Password', { exact: true }).fill(operator.password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Code').fill(operator.recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    // A call that had no session is sent again by itself.
    const noted = page.getByText('The learner called.').waitFor();
    await Promise.race([page.getByRole('button', { name: 'Add a note' }).click(), noted]);
    await noted;
  });
});
