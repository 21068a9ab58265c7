import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserTargets } from '#src/browser/browser-targets.ts';
import { openSite, type Site } from '../support/pages/site.ts';
import { findCompat } from '../support/rules/browser-support.ts';
import { needs, requireChromium } from '../support/vitest/requirements.ts';

const chromium = requireChromium();
const sentence = /^Your browser is too old for parts of this site/;

describe('a browser below the targets', needs(chromium), () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(chromium.path as string);
  });
  afterAll(() => site?.close());

  it.each(['/', '/explore', '/terms.html', '/privacy.html'])(
    '%s reads, and says what to do',
    async (path) => {
      const { page, context } = await site.open('visitor');
      await page.addInitScript(() => {
        Reflect.deleteProperty(Intl.NumberFormat.prototype, 'formatRange');
        // Such a browser runs none of the modules.
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              if (node instanceof HTMLScriptElement && node.type === 'module') node.type = 'text/plain';
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(path);
      await page.getByText(sentence).waitFor();
      expect(await page.getByRole('main').getByRole('heading').first().isVisible()).toBe(true);
      await context.close();
    },
  );

  it('is not any other one', async () => {
    const { page, context } = await site.open('visitor');
    await page.goto('/');
    expect(await page.getByText(sentence).isVisible()).toBe(false);
    await context.close();
  });

  it('lacks what the page asks for', () => {
    const support = findCompat(['javascript', 'builtins', 'Intl', 'NumberFormat', 'formatRange'])?.__compat
      ?.support;
    expect(support).toMatchObject({
      chrome: { version_added: browserTargets.chrome },
      safari: { version_added: browserTargets.safari },
    });
  });
});
