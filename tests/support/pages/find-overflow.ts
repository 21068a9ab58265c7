import type { Page } from 'playwright-core';

/** A view of a page as a person set it. */
export interface Letters {
  /** Font size of the browser in pixels; 16 unless a person changed it. */
  fontPx: number;
  /** Widths of the window in pixels. */
  widths: readonly number[];
  /** With the spacing of WCAG 2.2, success criterion 1.4.12. */
  isSpaced?: boolean;
}

const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;
// Cards below the window keep the layout of the former width otherwise.
const laidOut = '* { content-visibility: visible !important; }';

/** Returns one line for each width at which the page is too wide or cuts a text. */
export async function findOverflow(page: Page, letters: readonly Letters[]): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const faults: string[] = [];
  for (const { fontPx, widths, isSpaced = false } of letters) {
    await client.send('Page.setFontSizes', { fontSizes: { standard: fontPx } });
    await page.evaluate(setStyles, isSpaced ? laidOut + spacing : laidOut);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const pageFaults = await page.evaluate(findFaults);
      faults.push(
        ...pageFaults.map((fault) => `${fault} (${width} px, letters ${fontPx}${isSpaced ? ' spaced' : ''})`),
      );
    }
  }
  await client.detach();
  return faults;
}

// A sheet of the document: the content security policy blocks style elements.
function setStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}

function findFaults(): string[] {
  const excess = document.documentElement.scrollWidth - innerWidth;
  const faults = new Set<string>();
  // Texts share their ancestors, of which each is asked for its style once.
  const boxes = new Map<Element, { left: number; right: number } | undefined>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility()) continue;
    if (parent.closest('.visually-hidden, [aria-hidden="true"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    const box = clippingBox(parent);
    if (box && (left < box.left - 1 || right > box.right + 1))
      faults.add(`cuts “${text.textContent.slice(0, 40)}”`);
  }
  return [...(excess > 0 ? [`${excess} px too wide`] : []), ...faults];

  /** Returns the box that cuts an element off, at last the window; none within an area that scrolls or shows an ellipsis. */
  function clippingBox(element: Element | null): { left: number; right: number } | undefined {
    if (!element) return { left: 0, right: innerWidth };
    if (!boxes.has(element)) boxes.set(element, measureBox(element));
    return boxes.get(element);
  }
  function measureBox(element: Element): { left: number; right: number } | undefined {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return undefined;
    if (overflowX === 'hidden' || overflowX === 'clip') return element.getBoundingClientRect();
    return clippingBox(element.parentElement);
  }
}
