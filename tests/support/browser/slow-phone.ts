import type { BrowserContextOptions, Page } from 'playwright-core';

/** Options of a context on a phone. */
export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions;

/** A line as the browser simulates it: latency of a request in milliseconds, bytes per second. */
export interface Line {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

/** Lighthouse's slow 4G with its throttling of DevTools: 150 ms × 3.75, and 90 % of 1.6 Mbit/s and 750 kbit/s. */
const slow4g: Line = {
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};
/** 400 ms until a response and 400 kbit/s. */
export const slow3g: Line = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const cpuSlowdown = 4;

/** The line of a slow phone. */
export interface PhoneLine {
  /** Loses the line, or gets it back. Playwright's own `setOffline` does nothing beside the slow line. */
  setOffline(isOffline: boolean): Promise<void>;
}

/** Gives a tab of Chromium a slow line, and a processor that is four times slower. */
export async function slowDown(page: Page, line: Line = slow4g): Promise<PhoneLine> {
  const devtools = await page.context().newCDPSession(page);
  const setOffline = async (offline: boolean) => {
    await devtools.send('Network.emulateNetworkConditions', { ...line, offline });
  };
  await devtools.send('Network.enable');
  await setOffline(false);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return { setOffline };
}
