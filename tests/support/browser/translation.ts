import type { BrowserContext, Page } from 'playwright-core';
import { isFull } from '../vitest/extent.ts';

/** How a journey is read: in a full run also translated by the browser. `how` is for the name of the test. */
export const readings = [
  { how: '', isTranslated: false },
  ...(isFull ? [{ how: ', translated by the browser', isTranslated: true }] : []),
];

const translated = new WeakSet<BrowserContext>();

/** Whether the pages of this tab are translated. */
export const isTranslated = (page: Page): boolean => translated.has(page.context());

/**
 * Lets a browser replace every text of its pages as the translation of Chrome does, by `<font><font>…` with the same
 * text: those of the document before an island is hydrated, and those that scripts add later.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  translated.add(context);
  await context.addInitScript(() => {
    const untranslated = 'font, script, style, noscript, textarea, svg, title, [translate="no"]';
    const translate = (text: Text) => {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untranslated)) return;
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
      texts.forEach(translate);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Text) translate(node);
          else translateAll(node);
    }).observe(document, { childList: true, subtree: true });
  });
}
