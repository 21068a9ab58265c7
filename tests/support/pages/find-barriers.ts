import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { isTranslated } from '../browser/translation.ts';
import { isInSample } from '../vitest/extent.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
/** Those of the rules whose result depends on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];
/** Those whose result depends on colours, sizes or places. */
const layoutRules = [...colourRules, 'target-size', 'scrollable-region-focusable'];
const themes = ['light', 'dark'] as const;

/** Share of the states of pages that are analysed unless all are (FULL=1): axe takes most of the time of a visit. */
const analysedShare = 0.05;

/** A translation changes nothing that axe looks at. */
const isAnalysed = (page: Page, about: string) => isInSample(about, analysedShare) && !isTranslated(page);

/**
 * Returns axe's violations on the current page, one line per element; empty when there are none. `within` is the selector
 * of the only part to check, for a state that differs in that part alone from one that was checked. `about` names the state,
 * for the report and for the sample: a state outside of the sample has no result. Motion is reduced from here on.
 */
export async function findBarriers(page: Page, about: string, within?: string): Promise<string[]> {
  await endMotion(page);
  return isAnalysed(page, about) ? analyse(page, about, within) : [];
}

/** Returns axe's violations in the light and in the dark theme; see {@link findBarriers}. */
export async function findBarriersInThemes(page: Page, about: string, within?: string): Promise<string[]> {
  await endMotion(page);
  return isAnalysed(page, about) ? analyseThemes(page, about, within) : [];
}

/** Returns what the rules about colours find, for elements that were checked with all rules in other colours. */
export async function findColourBarriers(page: Page, about: string, within?: string): Promise<string[]> {
  return isAnalysed(page, about) ? analyseRules(page, about, colourRules, within) : [];
}

/** Returns what depends on the width, in both themes, for elements that were checked with all rules at another width. */
export async function findBarriersOfWidth(page: Page, about: string): Promise<string[]> {
  if (!isAnalysed(page, about)) return [];
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const light = await analyseRules(page, `${about}, light`, layoutRules);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  return [...light, ...(await analyseRules(page, `${about}, dark`, colourRules))];
}

async function analyse(page: Page, about: string, within?: string): Promise<string[]> {
  await endAnimations(page);
  const builder = await axeOn(page, within);
  const { violations, passes } = await builder.withTags(tags).analyze();
  // A page on which nothing was checked has not passed.
  if (passes.length < 5) return [`${about}: axe found next to nothing to check`];
  return describeViolations(violations, about);
}

/**
 * Analyses the light and the dark theme, of every state. A theme changes colours alone: where it shows the same elements as
 * the other one, only the rules about colours can find something else in it.
 */
export async function analyseThemes(page: Page, about: string, within?: string): Promise<string[]> {
  const barriers: string[] = [];
  let shownBefore: string | undefined;
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const aboutTheme = `${about}, ${colorScheme}`;
    const shown = await shownElements(page);
    barriers.push(
      ...(shown === shownBefore
        ? await analyseRules(page, aboutTheme, colourRules, within)
        : await analyse(page, aboutTheme, within)),
    );
    shownBefore = shown;
  }
  return barriers;
}

async function analyseRules(page: Page, about: string, rules: string[], within?: string) {
  await endAnimations(page);
  const { violations } = await (await axeOn(page, within)).withRules(rules).analyze();
  return describeViolations(violations, about);
}

/** Reduces motion: what appears during the analysis, such as a toast, would be measured while it fades in. */
async function endMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await endAnimations(page);
}

/**
 * Ends animations: axe would measure colours in the middle of a transition. They are not waited for: what is in a closed
 * panel, or too far below the screen to be laid out, makes no progress.
 */
async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isEnding = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime));
    for (const animation of document.getAnimations().filter(isEnding)) animation.finish();
  });
}

/** Returns axe for a page, without its script where an earlier run has left it, and without details of what passed. */
async function axeOn(page: Page, within?: string): Promise<AxeBuilder> {
  // The header covers targets that are just scrolled beneath it.
  const isLoaded = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return 'axe' in window;
  });
  const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode();
  return within ? builder.include(within) : builder;
}

/** One character per element of the page, or of the part that `within` selects: whether it is shown. */
export function shownElements(page: Page, within = ''): Promise<string> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => (element.checkVisibility({ visibilityProperty: true }) ? '+' : '-'))
        .join(''),
    `${within} *`,
  );
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

function describeViolations(violations: Violations, about: string): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${about}: ${id}, ${help}: ${target.join(' ')} (${reason.trim()})`;
    }),
  );
}
