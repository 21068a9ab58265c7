import type { Page } from 'playwright-core';

/** How many font files each page preloads (Layout.astro): one of each typeface. */
const preloadedFonts = 2;

/**
 * Lets the next pages of a tab load their stylesheets only after the preloaded fonts: a page that is drawn before them,
 * as on a busy machine, moves when they arrive. Pages whose fonts arrive late have tests of their own.
 */
export async function loadFontsFirst(page: Page): Promise<{ stop(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const fonts = new Set<string>();
  const held: string[] = [];
  let loaded = 0;
  const release = () => {
    if (loaded < preloadedFonts) return;
    // The page may have been closed meanwhile, or have left its requests.
    for (const requestId of held.splice(0))
      session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  };
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Font') fonts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId }) => {
    loaded += fonts.has(requestId) ? 1 : 0;
    release();
  });
  session.on('Fetch.requestPaused', ({ requestId }) => {
    held.push(requestId);
    release();
  });
  await session.send('Network.enable');
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.css', resourceType: 'Stylesheet' }] });
  return { stop: () => session.detach() };
}
