import type { Browser } from 'playwright-core';
import { newPerson } from '../browser.ts';
import type { JourneyBrowser } from '../journey-page.ts';

/** Lets journeys use a browser that Playwright drives. */
export function drivePlaywright(browser: Browser): JourneyBrowser {
  const problems: string[] = [];
  const newVisitor = async (baseURL: string) => {
    const { page, context } = await newPerson(browser, baseURL);
    context.on('weberror', (error) => problems.push(error.error().message));
    const openedBy = async (work: () => Promise<void>) => {
      const opened = context.waitForEvent('page');
      await work();
      return opened;
    };
    return { page, openedBy };
  };
  return { newVisitor, problems, close: () => browser.close() };
}
