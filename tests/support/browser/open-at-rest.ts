import type { Page, Request, Response } from 'playwright-core';
import { watchDashboard } from '#contracts/dashboard/dashboard.ts';
import { watchDesk } from '#contracts/desk/desk.ts';

const streams = [watchDashboard.path, watchDesk.path];
/** Returns whether an address is that of a stream of changes. */
export const isStream = (url: string): boolean =>
  streams.some((stream) => new URL(url).pathname.endsWith(stream));

const stepMs = 100;
const quietSteps = 5;

/**
 * Opens a page and waits until all of it has woken up and it has asked for nothing for half a second, as
 * "networkidle" does. A stream of changes never ends, so it is not waited for. The time is the page's own: while
 * its scripts keep it busy, it does not pass.
 */
export async function openAtRest(page: Page, path: string): Promise<Response | null> {
  const open = new Set<Request>();
  const begin = (request: Request) => {
    if (!isStream(request.url())) open.add(request);
  };
  const end = (request: Request) => open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const answer = await page.goto(path);
  for (let quiet = 0; quiet < quietSteps; ) {
    const isAwake = await waitInside(page);
    quiet = isAwake && open.size === 0 ? quiet + 1 : 0;
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return answer;
}

/** Lets a moment pass in the page; whether nothing in it sleeps any more. */
function waitInside(page: Page): Promise<boolean> {
  return page
    .evaluate(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return document.querySelector('astro-island[ssr]') === null;
    }, stepMs)
    .catch((error: Error) => {
      // A page that leads on to another takes the answer along.
      if (/navigat|context was destroyed/i.test(error.message)) return false;
      throw error;
    });
}
