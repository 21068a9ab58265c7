import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../support/browser/browser.ts';
import { openSite, type Site } from '../../support/pages/site.ts';
import { insertPaidRequests } from '../../support/people/paid-requests.ts';
import { join } from '../../support/people/people.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('home', needs(chromium), () => {
  let site: Site;
  let visitor: Person;
  let page: Page;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
    const { url, db } = site.product;
    // Before the first call: the server and the browser keep the usual times for an hour.
    await insertPaidRequests({ url, db }, await join(url, 'learner'), { count: 40 });
    visitor = await site.open('visitor', { reducedMotion: 'no-preference' });
    ({ page } = visitor);
    await page.goto('/', { waitUntil: 'networkidle' });
  });
  afterAll(() => site?.close());

  const focused = () => page.locator(':focus');
  const press = (key: string) => page.keyboard.press(key);
  const headline = (view = page) => view.getByRole('heading', { level: 1 }).ariaSnapshot();

  it('is walked by keys alone: everything is reached, in order, in sight, and shows that it is', async () => {
    await press('Tab');
    expect(await focused().textContent()).toMatch(/skip/i);
    const walk: { name: string; trouble: string[] }[] = [];
    const reached = await page.evaluate(() => {
      // Kept in the page, because elements cannot leave it.
      const seen = new Set<Element>();
      Object.assign(window, { seen });
      return seen.size;
    });
    expect(reached).toBe(0);
    for (let step = 0; step < 150; step += 1) {
      await atRest(page);
      const focus = await page.evaluate(lookAtFocus);
      if (!focus) break;
      walk.push(focus);
      await press('Tab');
    }
    expect(walk.filter(({ trouble }) => trouble.length > 0)).toEqual([]);
    expect(walk.length).toBeGreaterThan(25);
    expect(await page.evaluate(findUnreached)).toEqual([]);
  });

  it('lets keys skip the navigation', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await press('Tab');
    await press('Enter');
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('lays out only the sections near the first screen, and the others when they are scrolled near', async () => {
    await page.goto('/');
    const isLaidOut = () =>
      page.locator('#faqs h2').evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }));
    expect(await isLaidOut()).toBe(false);
    await page.locator('#faqs').scrollIntoViewIfNeeded();
    await soon(isLaidOut).toBe(true);
  });

  it('opens and closes a dropdown by keys, and gives the focus back', async () => {
    const bar = page.getByRole('navigation').first();
    const programs = bar.getByText('Programs', { exact: true });
    await programs.focus();
    await press('Enter');
    const entry = bar.getByRole('link', { name: 'DigiAccess' });
    await entry.waitFor();
    await press('Tab');
    expect(await focused().textContent()).toBe('DAP');
    await press('Escape');
    await entry.waitFor({ state: 'hidden' });
    expect(await focused().textContent()).toBe('Programs');
  });

  it('changes its tabs by arrows: learners go to sign up, sponsors to the list', async () => {
    const tab = (name: RegExp) => page.getByRole('tab', { name });
    const panel = page.getByRole('tabpanel');
    await tab(/learner/i).focus();
    expect(await panel.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe(
      '/user-auth#sign-up',
    );
    expect(await panel.getByRole('link', { name: 'Request for Help' }).getAttribute('href')).toBe(
      '/user-auth?next=%2Fhelp#sign-up',
    );
    await press('ArrowRight');
    expect(await tab(/sponsor/i).getAttribute('aria-selected')).toBe('true');
    expect(await panel.getByRole('link', { name: 'Sponsor Now' }).getAttribute('href')).toBe('/help-learner');
    expect(await panel.count()).toBe(1);
    await press('ArrowRight');
    expect(await tab(/learner/i).getAttribute('aria-selected')).toBe('true');
  });

  it('offers a sponsor the list of learners in place of the request form', async () => {
    for (const [who, offered, missing, href] of [
      ['learner', 'Request for Help', 'Sponsor a learner', '/help'],
      ['sponsor', 'Sponsor a learner', 'Request for Help', '/help-learner'],
    ] as const) {
      const { page, context } = await site.open(who);
      await page.goto('/');
      const panel = page.getByRole('tabpanel');
      expect(await panel.getByRole('link', { name: offered }).getAttribute('href')).toBe(href);
      expect(await panel.getByRole('link', { name: missing }).count()).toBe(0);
      await context.close();
    }
  });

  it('opens one of nine answers at a time; a click on the open one closes it', async () => {
    const questions = page.locator('#faqs summary');
    expect(await questions.count()).toBe(9);
    const open = () => page.locator('#faqs details[open] summary').allTextContents();
    for (const index of [0, 8]) {
      await questions.nth(index).focus();
      await press('Enter');
      expect(await open()).toEqual([await questions.nth(index).textContent()]);
    }
    await press('Enter');
    expect(await open()).toEqual([]);
  });

  it('adds to its answer how long it usually takes, once 30 requests were paid', async () => {
    await page.goto('/');
    const question = page.locator('#faqs details', { hasText: 'How long does it usually take' });
    await question.locator('summary').click();
    await question
      .getByText('Half of the requests that were paid in the last year were paid within 20 days.')
      .waitFor();
    await question.getByText('Half of the learners were enrolled within').waitFor({ state: 'detached' });
    await question.locator('summary').click();
  });

  it('has three voices, and arrows that go round', async () => {
    const carousel = page.locator('[aria-roledescription="carousel"]');
    const slides = carousel.getByRole('listitem');
    expect(await slides.count()).toBe(3);
    const inSight = async (index: number) => {
      await soon(() =>
        slides.nth(index).evaluate((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          const strip = slide.parentElement?.getBoundingClientRect();
          return strip !== undefined && left >= strip.left - 2 && right <= strip.right + 2;
        }),
      ).toBe(true);
    };
    await inSight(0);
    for (const [name, index] of [
      [/previous/i, 2],
      [/next/i, 0],
      [/next/i, 1],
      [/next/i, 2],
      [/next/i, 0],
    ] as const) {
      await carousel.getByRole('button', { name }).click();
      await inSight(index);
    }
  });

  it('has a headline that changes every 2 seconds, and not while it is pointed at or paused', async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.mouse.move(640, 890);
    const first = await headline();
    await soon(() => headline()).not.toBe(first);
    await page.getByRole('heading', { level: 1 }).hover();
    expect(await changes(page)).toBe(false);
    await page.mouse.move(640, 890);
    await page.getByRole('button', { name: /pause/i }).first().click();
    await page.mouse.move(640, 890);
    expect(await changes(page)).toBe(false);
  });

  it('keeps still for people who ask for less motion', async () => {
    const still = await site.open('visitor');
    await still.page.goto('/', { waitUntil: 'networkidle' });
    expect(await changes(still.page)).toBe(false);
    const moving = await still.page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving).toBe(0);
    await still.context.close();
  });

  it('comes to its questions by /#faqs, from another page, too', async () => {
    await page.goto('/terms.html');
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQs' }).click();
    await page.waitForURL('**/#faqs');
    const top = () => page.locator('#faqs').evaluate((part) => part.getBoundingClientRect().top);
    await soon(async () => Math.abs(await top()) < 300).toBe(true);
  });

  it('complained about nothing', () => {
    expect(visitor.problems).toEqual([]);
  });

  async function changes(view: Page): Promise<boolean> {
    const before = await headline(view);
    await view.waitForTimeout(2_600);
    return (await headline(view)) !== before;
  }
});

/** Waits until a smooth scroll has come to rest. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0, y = scrollY; still < 4; still = y === scrollY ? still + 1 : 0) {
      y = scrollY;
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Runs in the page: what has the focus, and what is wrong with how it shows; undefined at the end of the page. */
function lookAtFocus(): { name: string; trouble: string[] } | undefined {
  const element = document.activeElement;
  const { seen } = window as unknown as { seen: Set<Element> };
  if (!element || element === document.body || seen.has(element)) return undefined;
  const last = [...seen].at(-1);
  seen.add(element);
  const trouble: string[] = [];
  const before = Node.DOCUMENT_POSITION_PRECEDING;
  if (last && last.compareDocumentPosition(element) & before) trouble.push('comes after what follows it');
  // A radio that is drawn by its label shows its focus there.
  const drawn = [element, element.nextElementSibling, element.parentElement].filter((part) => part !== null);
  const isMarked = drawn.some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /\d/.test(boxShadow);
  });
  if (!isMarked) trouble.push('shows no focus');
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = document.elementFromPoint(left + width / 2, top + Math.min(height, innerHeight) / 2);
  const isInSight = middle !== null && (element.contains(middle) || middle.contains(element));
  if (!isInSight && width > 2) trouble.push('is covered or out of sight');
  return { name: `${element.nodeName} ${element.textContent?.trim().slice(0, 40)}`, trouble };
}

/** Runs in the page: what could be pressed by a finger and was not reached by keys. */
function findUnreached(): string[] {
  const { seen } = window as unknown as { seen: Set<Element> };
  return [
    ...document.querySelectorAll('a[href], button, summary, input:not([type="radio"]), select, textarea'),
  ]
    .filter(
      (control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches('[role="tab"]'),
    )
    .filter((control) => !seen.has(control))
    .map((control) => `${control.nodeName} ${control.textContent?.trim().slice(0, 40)}`);
}
