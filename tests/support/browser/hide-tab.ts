import type { Page } from 'playwright-core';

/** A tab that can be hidden; Chromium without a window shows every tab. */
export interface HideableTab {
  hide: () => Promise<void>;
  show: () => Promise<void>;
}

/** Lets the next pages of a tab be hidden and shown, as by another tab in front of them. */
export async function makeHideable(page: Page): Promise<HideableTab> {
  await page.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
    addEventListener('test-hide', ({ detail }: CustomEventInit<boolean>) => {
      isHidden = detail ?? false;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    });
  });
  const set = (isHidden: boolean) =>
    page.evaluate((detail) => void dispatchEvent(new CustomEvent('test-hide', { detail })), isHidden);
  return { hide: () => set(true), show: () => set(false) };
}
