import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../../support/browser/browser.ts';
import { enter } from '../../support/browser/enter.ts';
import { type CatalogueSite, openCatalogueSite } from '../../support/pages/catalogue-site.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { coursePage } from '../../support/pages/site-addresses.ts';
import { join, type SignedIn } from '../../support/people/people.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();
const missingToken = 'Authentication token is missing. Please log in again.';

describe('saving a course', needs(chromium), () => {
  let site: CatalogueSite;
  let learner: SignedIn;
  beforeAll(async () => {
    site = await openCatalogueSite(chromium.path as string);
    learner = await join(site.product.url, 'learner', { fullName: 'Ada Obi' });
  });
  afterAll(() => site?.close());

  const stranger = () => newPerson(site.browser, site.product.url);
  const awake = (page: Page) => page.locator('astro-island:not([ssr])').waitFor({ state: 'attached' });

  async function signIn(page: Page): Promise<void> {
    const form = page.getByRole('tabpanel', { name: 'Sign in' });
    await form.getByLabel('Email').fill(learner.email);
    await form.getByLabel('Password', { exact: true }).fill(learner.password);
    await form.getByRole('button', { name: 'Sign in' }).click();
  }

  it('from the list: a signed-out visitor signs in, returns, and the course is saved', async () => {
    const { page, context, problems } = await stranger();
    await page.goto('/explore?search=kubernetes');
    await awake(page);
    const course = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Learning Kubernetes', exact: true }) });
    await course.getByRole('button', { name: /^Save to Dashboard/ }).click();
    await course.getByText(missingToken).waitFor();
    await course.getByRole('link', { name: 'Sign in and save it' }).click();
    await page.waitForURL('**/user-auth?next=*');
    await signIn(page);
    await page.waitForURL('**/explore?search=kubernetes');
    const added = course.getByRole('button', { name: /^Added/ });
    await added.waitFor();
    expect(await added.isDisabled()).toBe(true);

    // Signed in, another one is saved at once.
    const other = page.getByRole('listitem').filter({
      has: page.getByRole('link', { name: 'Docker and Kubernetes: The Complete Guide', exact: true }),
    });
    const button = other.getByRole('button');
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/dashboard/add', async (route) => {
      await held;
      await route.continue();
    });
    await button.click();
    await other.getByText('Saving...').waitFor();
    letGo();
    await other.getByText('Added', { exact: true }).waitFor();

    // Both are known when the page is opened again.
    await page.reload();
    await page
      .getByRole('button', { name: /^Added/ })
      .nth(1)
      .waitFor();
    expect(await page.getByRole('button', { name: /^Added/ }).count()).toBe(2);

    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('button', { name: 'Logout' }).waitFor();
    await navigation.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Learning Kubernetes' }).waitFor();
    await page.getByRole('heading', { name: 'Docker and Kubernetes: The Complete Guide' }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('from the page of a course, without a framework', async () => {
    const { page, context, problems } = await stranger();
    await page.goto(coursePage);
    await page.getByRole('button', { name: 'Save to Dashboard' }).click();
    await page.getByText(missingToken).waitFor();
    await page.getByRole('link', { name: 'Sign in and save it' }).click();
    await signIn(page);
    await page.waitForURL(`**${coursePage}`);
    await page.getByRole('button', { name: 'Added' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Added' }).waitFor();
    const ask = page.getByRole('link', { name: 'Ask a sponsor for this course' });
    expect(await page.getByText('You choose whose course you pay for.').isVisible()).toBe(false);
    expect(await ask.getAttribute('href')).toBe(`/help?course=${coursePage.split('/').pop()}`);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shares the page of a course by WhatsApp, or as a copied link', async () => {
    const { page, context, problems } = await stranger();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(coursePage);
    const whatsApp = page.getByRole('link', { name: 'Send by WhatsApp' });
    expect(await whatsApp.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Share' }).click();
    await whatsApp.waitFor();
    expect(await whatsApp.getAttribute('href')).toContain(encodeURIComponent(coursePage));
    expect(await whatsApp.getAttribute('rel')).toBe('noopener noreferrer');
    await page.getByRole('button', { name: 'Copy the link' }).click();
    await page.getByRole('status').filter({ hasText: 'The link is copied.' }).waitFor();
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied.pathname).toBe(coursePage);
    expect(await findBarriers(page, 'sharing a course')).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('shows the message of the server, and the specified sentence when there is none', async () => {
    const { page, context } = await stranger();
    await page.goto('/user-auth?next=/explore');
    await signIn(page);
    await page.waitForURL(`${site.product.url}/explore`);
    await awake(page);
    const answers = [
      { status: 409, json: { message: 'This course cannot be saved.' } },
      { status: 500, body: '' },
    ];
    await page.route('**/api/dashboard/add', (route) => route.fulfill(answers.shift() ?? { status: 500 }));
    const button = page.getByRole('button', { name: /^Save to Dashboard/ }).first();
    await button.click();
    await page.getByText('This course cannot be saved.').waitFor();
    await button.click();
    await page.getByText('Failed to add course. Please try again.').waitFor();
    await context.close();
  });

  it('sends nothing to the server from a protected page before signing in', async () => {
    const { page, context, problems } = await stranger();
    const calls: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()));
    for (const path of ['/dashboard', '/help-learner', '/profile']) {
      await page.goto(path);
      await page.waitForURL('**/user-auth?next=*');
    }
    expect(calls.filter((url) => !url.endsWith('/api/settings'))).toEqual([]);
    expect(problems.filter((text) => text.includes('status of 401'))).toEqual([]);
    await context.close();
  });

  it('as a sponsor: finds it on the dashboard, and from there and the course page the learners who ask for it', async () => {
    const sponsor = await join(site.product.url, 'sponsor');
    const { context, problems } = await stranger();
    const page = await enter(context, sponsor, 'sponsor');
    await page.goto(coursePage);
    const offer = page.getByRole('link', { name: 'Sponsor a learner who asks for it' });
    await offer.waitFor();
    await page.getByText('You choose whose course you pay for.').waitFor();
    expect(await page.getByRole('link', { name: 'Ask a sponsor for this course' }).isVisible()).toBe(false);
    expect(await offer.getAttribute('href')).toBe(
      '/help-learner?q=Google+Data+Analytics+Professional+Certificate',
    );
    await page.getByRole('button', { name: 'Save to Dashboard' }).click();
    await page.getByRole('link', { name: 'See your dashboard' }).click();
    const saved = page.getByRole('region', { name: 'Courses you saved' });
    await saved.getByRole('heading', { name: 'Google Data Analytics Professional Certificate' }).waitFor();
    expect(await findBarriers(page, 'saved courses')).toEqual([]);
    await saved
      .getByRole('link', {
        name: 'Sponsor a learner who asks for it Google Data Analytics Professional Certificate',
      })
      .click();
    await page.waitForURL('**/help-learner?q=Google+Data+Analytics+Professional+Certificate');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('as a learner: reads at the sponsors’ listing what it is, without its tools', async () => {
    const { context, problems } = await stranger();
    const page = await enter(context, learner, 'learner');
    await page.goto('/help-learner');
    await page.getByRole('heading', { name: 'This page is for sponsors' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toHaveLength(1);
    expect(await page.getByRole('button', { name: 'Sponsor randomly' }).count()).toBe(0);
    expect(await findBarriers(page, 'for learners')).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Request for Help' }).click();
    await page.waitForURL('**/help');
    expect(problems).toEqual([]);
    await context.close();
  });
});
