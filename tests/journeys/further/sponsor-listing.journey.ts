import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrawRecord, verifyDraw } from '#contracts/funding/draw-rules.ts';
import { listPledges, withdrawPledge } from '#contracts/funding/pledges.ts';
import { storageKeys } from '#src/browser/storage.ts';
import { newPerson, type Person } from '../../support/browser/browser.ts';
import { closeContexts, shareBrowser } from '../../support/browser/shared-browser.ts';
import { readings } from '../../support/browser/translation.ts';
import { builtPages } from '../../support/pages/built-pages.ts';
import { findBarriers } from '../../support/pages/find-barriers.ts';
import { fileRequest, join, requestBody, type SignedIn } from '../../support/people/people.ts';
import { callApi } from '../../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../../support/product/test-product.ts';
import { soon } from '../../support/soon.ts';
import { needs, requireChromium } from '../../support/vitest/requirements.ts';

const chromium = requireChromium();

describe.each(readings)(
  'a sponsor finds a learner, in a browser$how',
  needs(chromium),
  ({ isTranslated }) => {
    let product: TestProduct;
    let browser: Browser;
    let sponsor: SignedIn;
    let learner: SignedIn;
    let person: Person;
    let page: Page;
    const ids: string[] = [];

    beforeAll(async () => {
      product = await startTestProduct({}, await builtPages());
      browser = await shareBrowser(chromium.path as string);
      learner = await join(product.url, 'learner', { fullName: 'Ada Canaryobi' });
      sponsor = await join(product.url, 'sponsor');
      const { course } = requestBody();
      for (let number = 1; number <= 14; number += 1) {
        const courseTitle = number === 7 ? 'Weaving with looms' : `Course number ${number}`;
        const wish = {
          course: { ...course, courseTitle, priceUnit: number % 2 ? 'NGN' : 'USD', price: number * 100 },
        };
        ids.push(await fileRequest(product.url, learner, wish));
      }
      person = await newPerson(browser, product.url, {
        isTranslated,
        // The banner stands still: axe would measure the contrast of a line that is fading.
        storageState: {
          cookies: [],
          origins: [
            {
              origin: product.url,
              localStorage: [
                { name: storageKeys.token, value: sponsor.token },
                { name: storageKeys.role, value: 'sponsor' },
              ],
            },
          ],
        },
      });
      page = person.page;
    });
    afterAll(async () => {
      await closeContexts(browser);
      await product?.close();
    });

    it('filters on the server, keeps it in the address, and goes back', async () => {
      await page.goto('/help-learner');
      await page.getByText('14 open requests').waitFor();
      expect(await findBarriers(page, 'listing')).toEqual([]);
      await page.getByRole('link', { name: 'Page 2' }).click();
      await soon(() => page.url()).toContain('page=2');
      await soon(() => page.getByRole('listitem').filter({ hasText: 'Course number 14' }).count()).toBe(1);
      expect(await findBarriers(page, 'second page')).toEqual([]);
      await page.getByLabel('Keyword').fill('  WEAVING ');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByText('1 open request', { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe('?q=WEAVING');
      await page.goBack();
      await page.getByText('14 open requests').waitFor();
      expect(new URL(page.url()).search).toBe('?page=2');
    });

    it('shows the tools and a whole card on the first screen of a phone', async () => {
      const phone = { width: 390, height: 844 };
      await page.setViewportSize(phone);
      await page.goto('/help-learner');
      await page.getByText('14 open requests').waitFor();
      for (const name of ['Filter', 'Sponsor randomly', 'Sponsor a group']) {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox();
        expect([name, (box?.height ?? 0) >= 44]).toEqual([name, true]);
      }
      // One row, and no label on two lines.
      const row = [
        page.locator('summary', { hasText: 'Filters' }),
        page.getByRole('button', { name: 'Sponsor randomly' }),
        page.getByRole('button', { name: 'Sponsor a group' }),
      ];
      const boxes = await Promise.all(row.map((control) => control.boundingBox()));
      expect(new Set(boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))).size).toBe(1);
      expect(Math.max(...boxes.map((box) => box?.height ?? 99))).toBeLessThan(50);
      const card = await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /^Sponsor Ada/ }) })
        .first()
        .boundingBox();
      expect((card?.y ?? 0) + (card?.height ?? phone.height)).toBeLessThanOrEqual(phone.height);
      await page.getByText('Filters and order').click();
      await page.getByLabel('Order').waitFor();
      for (const width of [320, phone.width]) {
        await page.setViewportSize({ ...phone, width });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      expect(await findBarriers(page, 'listing on a phone')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    it('sorts by price, and requires a currency for it', async () => {
      await page.goto('/help-learner');
      await page.getByText('Filters and order').click();
      await page.getByLabel('Order').selectOption('closest');
      await page.getByLabel('I want to give').fill('810');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByText('Please choose a currency for this amount.').waitFor();
      await page.getByLabel('Currency').selectOption('USD');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByText('7 open requests').waitFor();
      expect(await page.locator('li h2').first().textContent()).toBe('Course number 8');
      expect(await findBarriers(page, 'filters')).toEqual([]);
      await page.getByLabel('Keyword').fill('nothing has this');
      await page.keyboard.press('Enter');
      await page.getByText(/No request matches/).waitFor();
      expect(await findBarriers(page, 'nothing found')).toEqual([]);
      await page.getByRole('button', { name: 'Show all requests' }).click();
      await page.getByText('14 open requests').waitFor();
    });

    it('has the banner of the specification, and the samples lead signed-in people on to their dashboard', async () => {
      const tab = await page.context().newPage();
      await tab.goto('/help-learner');
      await tab.getByText("Fund a Learner's Journey").first().waitFor({ state: 'attached' });
      await tab.goto('/fund-learner');
      await tab.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await tab.waitForURL('**/dashboard');
      await tab.close();
    });

    it('opens a learner by keyboard alone, and both ways lead to their page', async () => {
      const opener = page.getByRole('link', { name: 'Sponsor Ada' }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Ada Canaryobi' });
      await dialog.getByText('Why I need this course:').waitFor();
      expect(await dialog.getByRole('link').first().getAttribute('rel')).toContain('nofollow ugc noopener');
      const socials = await dialog.getByRole('link', { name: /linkedin\.com/ }).getAttribute('href');
      expect(socials).toBe(`/leaving?to=${encodeURIComponent('https://www.linkedin.com/in/test-learner')}`);
      expect(await findBarriers(page, 'learner')).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await soon(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
      for (const [way, state] of [
        ['Stay Anonymous', 'pay'],
        ['Meet the learner via virtual meeting', 'meet'],
      ] as const) {
        await page.goto(`/help-learner?request=${ids[0]}`);
        await dialog.getByText('Why I need this course:').waitFor();
        await tabTo(page, 'Sponsor');
        await page.keyboard.press('Enter');
        await dialog.getByRole('heading', { name: /How would you like to proceed/ }).waitFor();
        expect(await findBarriers(page, 'how')).toEqual([]);
        await tabTo(page, 'Go Back');
        await page.keyboard.press('Enter');
        await tabTo(page, 'Sponsor');
        await page.keyboard.press('Enter');
        await tabTo(page, way);
        await page.keyboard.press('Enter');
        if (state === 'meet') {
          await person.context.route('https://calendar.google.com/**', (route) =>
            route.fulfill({ body: 'x' }),
          );
          const heading = dialog.getByRole('heading', { name: 'When would you like to meet?' });
          await soon(() => heading.evaluate((title) => title === document.activeElement)).toBe(true);
          // Nothing is booked without a time: either one is chosen, or the learner proposes one.
          await tabTo(page, 'Arrange the meeting');
          await page.keyboard.press('Enter');
          await dialog.getByText('Please choose a date and a time.').waitFor();
          await dialog.getByRole('checkbox', { name: 'Let the learner propose a time' }).press('Space');
          await tabTo(page, 'Arrange the meeting');
          await page.keyboard.press('Enter');
        }
        await page.waitForURL(
          (url) => url.pathname.startsWith('/sponsor-status') && url.search.includes(`state=${state}`),
        );
      }
    });

    it('keeps one look for a sponsor and a request', async () => {
      const looks = await product.db.query(
        'SELECT count(*)::int AS n FROM request_views WHERE request_id = $1',
        [ids[0]],
      );
      expect(looks[0].n).toBe(1);
    });

    it('says kindly that a request is gone', async () => {
      await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, [ids[1]]);
      for (const id of [ids[1], crypto.randomUUID(), 'nonsense']) {
        await page.goto(`/help-learner?request=${id}`);
        await page.getByText(/This request is no longer open/).waitFor();
        await page.getByRole('button', { name: 'See other learners' }).click();
        await soon(() => page.url()).not.toContain('request=');
      }
      person.problems.length = 0;
    });

    it('draws a learner, and shows how, so that it can be computed again', async () => {
      await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Sponsor randomly' }).click();
      await page.getByText('How this draw was made').click();
      await page.getByText('everything fits').waitFor();
      expect(await findBarriers(page, 'draw')).toEqual([]);
      await page.getByRole('button', { name: 'Copy the whole record' }).click();
      const record: DrawRecord = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
      expect(await verifyDraw(record)).toBe(true);
      expect(page.url()).toContain(record.winner);
      await page.keyboard.press('Escape');
    });

    it('shows and loads neither names nor photos when they are off, also after a reload', async () => {
      const answers: Promise<string>[] = [];
      const pictures: string[] = [];
      // Response bodies are lost on navigation, so wait for the call before the reload.
      const withoutNames = page.waitForResponse((response) => isListing(response.url()));
      await page.getByLabel('Names and photos off').check();
      expect(await (await withoutNames).text()).not.toContain('Canaryobi');
      page.on('response', (response) => {
        if (isListing(response.url())) answers.push(response.text());
      });
      page.on('request', (request) => {
        if (request.url().includes('/picture')) pictures.push(request.url());
      });
      await page.reload();
      await page
        .getByRole('link', { name: /^Sponsor for Course/ })
        .first()
        .click();
      await page.getByText('Hidden while names and photos are off').waitFor();
      expect(await findBarriers(page, 'names off')).toEqual([]);
      // The list itself is in the page.
      await soon(() => answers.length).toBeGreaterThan(0);
      for (const text of [...(await Promise.all(answers)), await page.content()]) {
        for (const canary of ['Canaryobi', '/picture', 'linkedin.com/in/test-learner', learner.email]) {
          expect([canary, text.includes(canary)]).toEqual([canary, false]);
        }
      }
      expect(pictures).toEqual([]);
      await page.keyboard.press('Escape');
    });

    it('pledges to a group, and takes it back', async () => {
      await page.getByRole('button', { name: 'Sponsor a group' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sponsor a Group' });
      await dialog.getByText(/nothing is charged, and no learner is paid from it yet/).waitFor();
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await dialog.getByText('Please enter the amount as a number.').waitFor();
      expect(await findBarriers(page, 'group')).toEqual([]);
      await dialog.getByLabel('Amount').fill('1,250');
      await dialog.getByLabel('Target group').fill('Nurses in Kenya');
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('dialog', { name: 'Group sponsorship submitted!' }).waitFor();
      expect(await findBarriers(page, 'group submitted')).toEqual([]);
      await page.getByRole('button', { name: 'See the learners' }).click();
      const pledges = async () => (await callApi(product.url, listPledges, {}, sponsor.token)).body.data;
      const [pledge] = await pledges();
      expect(pledge).toMatchObject({ amount: 1250, currency: 'NGN', targetGroup: 'Nurses in Kenya' });
      await callApi(product.url, withdrawPledge, { params: { id: pledge?._id ?? '' } }, sponsor.token);
      expect((await pledges())[0]?.status).toBe('withdrawn');

      // A decimal comma must not multiply the pledged amount by a hundred.
      await page.getByRole('button', { name: 'Sponsor a group' }).click();
      await dialog.getByLabel('Amount').fill('19,99');
      await dialog.getByLabel('Target group').fill('Students');
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await page.getByRole('link', { name: 'Open my dashboard' }).waitFor();
      await page.keyboard.press('Escape');
      expect((await pledges())[0]).toMatchObject({ amount: 19.99, targetGroup: 'Students' });
    });

    it('shows an empty state without console errors', async () => {
      await product.db.query(`UPDATE requests SET status = 'withdrawn'`);
      await page.goto('/help-learner');
      await page.getByText('No open requests right now.').waitFor();
      expect(person.problems).toEqual([]);
      await page.getByRole('button', { name: 'Sponsor randomly' }).click();
      await page.getByText('No learners available to sponsor.').waitFor();
    });
  },
);

const isListing = (url: string) => url.includes('/api/course/requests');

/** Presses Tab until the control with this text has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (focused.trim().startsWith(name)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}
