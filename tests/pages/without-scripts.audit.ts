import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../support/browser/browser.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();

describe('without JavaScript', needs(chromium), () => {
  let site: Site;
  let desktop: Person;
  let telephone: Person;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
    desktop = await site.open('visitor', { javaScriptEnabled: false });
    telephone = await site.open('visitor', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
  });
  afterAll(() => site?.close());

  it.each(['/', '/explore', '/terms.html', '/privacy.html', '/coming-soon', '/restricted'])(
    '%s reads: every heading and paragraph can be seen',
    async (path) => {
      for (const { page } of [desktop, telephone]) {
        await page.goto(path);
        const main = page.getByRole('main');
        expect((await main.ariaSnapshot()).length).toBeGreaterThan(60);
        for (const heading of await main.getByRole('heading').all())
          expect([path, await heading.textContent(), await heading.isVisible()]).toEqual([
            path,
            expect.stringMatching(/\w/),
            true,
          ]);
      }
    },
  );

  it('home shows both ways in, and its questions open one at a time', async () => {
    const { page } = desktop;
    await page.goto('/');
    const main = page.getByRole('main');
    for (const name of ['Get Started', 'Sponsor Now'])
      expect([name, await main.getByRole('link', { name }).first().isVisible()]).toEqual([name, true]);
    const questions = page.locator('#faqs details');
    expect(await questions.count()).toBe(9);
    const isOpen = () => Promise.all([0, 1].map((index) => questions.nth(index).getAttribute('open')));
    await questions.nth(0).locator('summary').click();
    expect(await isOpen()).toEqual(['', null]);
    await questions.nth(0).getByRole('paragraph').first().waitFor();
    await questions.nth(1).locator('summary').click();
    expect(await isOpen()).toEqual([null, '']);
    await questions.nth(1).locator('summary').click();
    expect(await isOpen()).toEqual([null, null]);
  });

  it('home offers nothing that would do nothing, and says what needs JavaScript', async () => {
    const { page } = desktop;
    await page.goto('/');
    expect(await page.getByRole('tab').filter({ visible: true }).count()).toBe(0);
    expect(
      await page
        .getByText(/JavaScript/)
        .filter({ visible: true })
        .count(),
    ).toBeGreaterThan(0);
    for (const path of ['/user-auth', '/coming-soon']) {
      await page.goto(path);
      const words = page
        .getByRole('main')
        .getByText(/JavaScript/)
        .filter({ visible: true });
      expect([path, (await words.count()) > 0]).toEqual([path, true]);
    }
  });

  it('a link to another site names it first, and leads there', async () => {
    const { page } = desktop;
    const query = (to: string) => `/leaving?${new URLSearchParams({ to })}`;
    await page.goto(query('https://\u0440aypal.example/a?b=c'));
    await page.getByRole('heading', { name: 'You are leaving CourseLift' }).waitFor();
    await page.getByText('Look at the name twice.').waitFor();
    const next = page.getByRole('link', { name: 'Continue to xn--aypal-uye.example', exact: true });
    expect(await next.getAttribute('href')).toBe('https://xn--aypal-uye.example/a?b=c');
    expect(await next.getAttribute('rel')).toBe('nofollow ugc noopener noreferrer');
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0);
    // Alone on the keyboard: the first stop of the content is the link that leads on, the second one leads back.
    await page.locator('#content').focus();
    await page.keyboard.press('Tab');
    expect(await next.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.product.url}/`);
  });

  it.each([
    ['javascript:alert(1)', 'does not lead to a website'],
    ['data:text/html,<script>alert(1)</script>', 'does not lead to a website'],
    ['https://coursera.org@evil.example/', 'hides its real site'],
    ['http://192.168.0.1/', 'private network'],
    ['', 'incomplete'],
  ])('the link %j is refused with a reason and without a way to follow it', async (to, reason) => {
    const { page } = desktop;
    const answer = await page.goto(`/leaving?${new URLSearchParams({ to })}`);
    expect(answer?.status()).toBe(400);
    await page.getByText(reason).waitFor();
    const links = page.getByRole('main').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(addresses).toEqual(['/', '/help-learner']);
  });

  it('the navigation leads on, from the bar and from the menu', async () => {
    const { page } = desktop;
    await page.goto('/');
    const bar = page.getByRole('navigation').first();
    await bar.getByText('Community', { exact: true }).first().click();
    await bar.getByRole('link', { name: 'Find mentors near you' }).first().click();
    await page.getByRole('heading', { name: 'We are still building for you!' }).waitFor();
    await page.getByRole('link', { name: 'Go Home' }).click();
    await page.waitForURL(`${site.product.url}/`);

    await telephone.page.goto('/');
    const menu = telephone.page.getByRole('navigation').first();
    await menu.getByText('Menu', { exact: true }).click();
    await menu.getByRole('link', { name: 'Explore' }).filter({ visible: true }).click();
    await telephone.page.waitForURL('**/explore');
  });
});
