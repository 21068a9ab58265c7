import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardCopy } from '#src/areas/dashboard/dashboard.copy.ts';
import { newPerson } from '../../support/browser/browser.ts';
import { fillIn } from '../../support/browser/help-form.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { phone } from '../../support/browser/slow-phone.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { fillSignUp, goodPassword } from '../../support/people/account-steps.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { type SwitchedSite, startSwitchedSite } from '../../support/servers/switched-site.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const kB = 1_000;

describe('the first visit of a learner, with an empty cache', needs(chromium), () => {
  let product: TestProduct;
  let site: SwitchedSite;
  let browser: Browser;

  beforeAll(async () => {
    product = await startTestProduct({}, await builtPages());
    site = await startSwitchedSite(product.url);
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await site?.close();
    await product?.close();
  });

  it('transfers at most 600 kB from the sign-up to the state of the request, the service worker and all', async () => {
    const { page } = await newPerson(browser, site.url, phone);
    await page.goto('/user-auth#sign-up');
    await fillSignUp(page, 'ada@people.example');
    await page.getByRole('button', { name: 'Create my account' }).tap();
    await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('sign-in-password');
    await page.keyboard.type(goodPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    await page.getByRole('link', { name: dashboardCopy.learner.help }).first().tap();
    await fillIn(page);
    await page.getByLabel(/^Public/).check();
    await page.getByRole('button', { name: 'SUBMIT' }).tap();
    await page.getByRole('heading', { name: 'Success' }).waitFor();
    await page.goto('/dashboard');
    await page.getByText('Payment Pending').first().waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(site.sentBytes()).toBeLessThanOrEqual(600 * kB);
    process.stdout.write(
      `From sign-up to the state of the request: ${Math.round(site.sentBytes() / kB)} kB\n`,
    );
  });
});
