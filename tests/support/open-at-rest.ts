import type { Page, Request, Response } from 'playwright-core';
import { watchDashboard } from '#contracts/dashboard.ts';

const stepMs = 100;
const quietSteps = 5;

/**
 * Opens a page and waits until it has asked for nothing for half a second, as "networkidle" does. A stream of
 * changes never ends, so it is not waited for.
 */
export async function openAtRest(page: Page, path: string): Promise<Response | null> {
  const open = new Set<Request>();
  const begin = (request: Request) => {
    if (!request.url().endsWith(watchDashboard.path)) open.add(request);
  };
  const end = (request: Request) => open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const answer = await page.goto(path);
  for (let quiet = 0; quiet < quietSteps; quiet = open.size === 0 ? quiet + 1 : 0) {
    await page.waitForTimeout(stepMs);
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return answer;
}
