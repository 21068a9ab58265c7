import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsCopy } from '#src/areas/accounts/accounts.copy.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

/** Scripts that let the storage of a page be blocked by a setting, absent as in some web views, or full. */
const states = {
  blocked: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  },
  absent: () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { value: null });
  },
  full: () => {
    Object.defineProperty(Storage.prototype, 'setItem', {
      value() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    });
  },
};

describe.each(Object.entries(states))('with a storage that is %s', needs(chromium), (_, block) => {
  let site: Site;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
    const person = await site.open('visitor');
    ({ page, problems } = person);
    await person.context.addInitScript(block);
  });
  afterAll(() => site?.close());

  it('the catalogue can be searched, and the theme switched', async () => {
    await page.goto('/explore');
    await page.getByRole('searchbox').first().fill('python');
    await page.getByRole('searchbox').first().press('Enter');
    await page.waitForURL('**/explore?*');
    await page.getByText('Dark', { exact: true }).first().click();
    expect(problems).toEqual([]);
  });

  it('a page that requires a session leads to the sign-in, which says what to allow', async () => {
    await page.goto('/help-learner');
    await page.waitForURL('**/user-auth?*');
    await page.getByText(accountsCopy.storageBlocked).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('the sign-in shows its form, and a sentence about what to allow', async () => {
    await page.goto('/user-auth');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await page.getByRole('tabpanel').getByLabel('Email').first().fill('ada@people.example');
    await page.getByText(accountsCopy.storageBlocked).first().waitFor();
    expect(problems).toEqual([]);
  });
});
