import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleRedirect, PendingRegistrationSchema } from '#contracts/accounts/google.ts';
import { newPerson } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { leaveForGoogle } from '../../support/people/google.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('the fake Google, in a browser', needs(chromium), () => {
  let product: TestProduct;
  let browser: Browser;
  beforeAll(async () => {
    // No product runs here: only the redirect URL is tested, not the page behind it.
    product = await startTestProduct();
    browser = await shareBrowser(chromium.path as string);
  });
  afterAll(async () => {
    await closeContexts(browser);
    await product?.close();
  });

  const withoutScripts = () => newPerson(browser, product.url, { javaScriptEnabled: false });

  async function toPaymentOutcome(page: Page): Promise<Record<string, string>> {
    await page.waitForURL(`**${googleRedirect.returnPath}#*`);
    return Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1)));
  }

  it('lets a person choose an account and agree, by keys alone and without scripts', async () => {
    const { page, context, problems } = await withoutScripts();
    await page.goto(googleRedirect.startPath);
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
    await page.getByRole('link', { name: /Kwame Mensah/ }).press('Enter');
    await page.getByRole('heading', { name: /Sign in to/ }).waitFor();
    expect(problems).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    const { newcomer = '' } = await toPaymentOutcome(page);
    const told = PendingRegistrationSchema.parse(JSON.parse(Buffer.from(newcomer, 'base64url').toString()));
    expect(told.email).toBe('kwame@savanna-works.example');
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  it('takes an account that is typed, and lets a person change their mind', async () => {
    const { page, context } = await withoutScripts();
    await page.goto(googleRedirect.startPath);
    await page.getByText('Use another account').click();
    await page.getByLabel('Name').fill('Ifeoma Eze');
    await page.getByLabel('Email').fill('ifeoma@work.example');
    await page.getByLabel('Workspace').fill('work.example');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Workspace of work.example').waitFor();
    await page.getByRole('link', { name: 'Another account' }).click();
    await page.getByRole('link', { name: /Ifeoma Eze/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await toPaymentOutcome(page)).toEqual({ error: 'You did not continue with Google.' });
    await context.close();
  });

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, on every screen, %s',
    async (colorScheme) => {
      const { page, context } = await newPerson(browser, product.url, { colorScheme });
      const { address } = await leaveForGoogle(product);
      const pages = [
        address,
        `${address}&account=100000000000000000001`,
        `${address}&client_id=x`,
        `${product.sandbox.googleIssuer}/control`,
      ];
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        for (const pageUrl of pages) {
          await page.goto(pageUrl);
          for (const details of await page.locator('details').all()) await details.locator('summary').click();
          expect(await findBarriers(page, pageUrl)).toEqual([]);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect([pageUrl, wide <= width]).toEqual([pageUrl, true]);
        }
      }
      await context.close();
    },
  );
});
