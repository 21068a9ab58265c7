import type { Locator, Page, Route } from 'playwright-core';
import { lostCopy } from '#src/browser/lost.copy.ts';
import { type Chunk, type LoadedPage, readContent } from './chunks-of-page.ts';

/** How a script is lost: its request fails, or never ends. */
export type Loss = 'aborted' | 'stalled';

/** A page that lost a script, as a visitor sees it. */
export interface Shown {
  /** The sentence that says so, `content` when the page shows the same as without the loss, or undefined when it shows neither. */
  what: string | undefined;
  /** From the request of the script on. */
  seconds: number;
}

/** A page that is opened while one of its scripts is lost. */
export interface LostPage {
  page: Page;
  /** The button beside the sentence, which loads the page or the part again. */
  again: Locator;
  /** Waits for the sentence, at most 10 s from the request of the script on. */
  shown(): Promise<Shown>;
  /** From now on the script can be loaded. */
  find(): void;
}

const limitMs = 10_000;
const lose: Record<Loss, (route: Route) => unknown> = {
  aborted: (route) => route.abort(),
  stalled: () => undefined,
};

/** Opens a page of which this script is lost. */
export async function openWithout(
  { path, content, open }: LoadedPage,
  { address }: Chunk,
  loss: Loss,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<LostPage> {
  const page = await open();
  await prepare(page);
  let isLost = true;
  const isOfChunk = ({ pathname }: URL) => pathname === address;
  // Without a route, what is stalled would arrive.
  await page.route(isOfChunk, (route) => (isLost ? lose[loss](route) : route.continue()));
  const requested = page
    .waitForRequest((request) => isOfChunk(new URL(request.url())), { timeout: limitMs })
    .catch(() => undefined);
  // A stalled script delays the load event for ever.
  await page.goto(path, { waitUntil: 'commit' });
  const again = page
    .getByRole('button', { name: new RegExp(`^(${lostCopy.again}|Try again)$`) })
    // The layout's button is hidden by a style sheet, which may not be loaded yet.
    .and(page.locator(':root[data-lost] *, :not([data-reload])'))
    .filter({ visible: true })
    .first();
  return {
    page,
    again,
    async shown() {
      await requested;
      const startMs = performance.now();
      const sentence = await again.waitFor({ timeout: limitMs }).then(
        () => again.evaluate(sentenceBeside),
        () => undefined,
      );
      const seconds = (performance.now() - startMs) / 1_000;
      if (sentence !== undefined) return { what: sentence, seconds };
      return { what: (await page.evaluate(readContent)) === content ? 'content' : undefined, seconds };
    },
    find() {
      isLost = false;
    },
  };
}

/** Makes the limits after which a page says that a script is lost a third as long. */
export async function shortenLimits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const limitFromMs = 5_000;
    window.setTimeout = ((run: TimerHandler, ms = 0, ...given: unknown[]) =>
      start(run, ms >= limitFromMs ? ms / 3 : ms, ...given)) as typeof setTimeout;
  });
}

/** Returns the text of the nearest paragraph that is shown beside a button; runs in the browser. */
function sentenceBeside(button: Element): string {
  for (let box = button.parentElement; box; box = box.parentElement) {
    const beside = [...box.querySelectorAll('p')].find(
      (text) => !text.contains(button) && text.checkVisibility() && text.textContent.trim(),
    );
    if (beside) return beside.textContent.replace(/\s+/g, ' ').trim();
  }
  return '';
}
