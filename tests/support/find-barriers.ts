import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Returns axe's violations on the current page, one line per element; empty when there are none. */
export async function findBarriers(page: Page, about: string): Promise<string[]> {
  // Wait for animations to end: axe would measure colours in the middle of a transition. Infinite animations and
  // those in a closed panel, which do not progress, never end.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)))
      .filter(({ effect }) => !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility());
    return Promise.all(ending.map((one) => one.finished.catch(() => {})));
  });
  const { violations, passes } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze();
  // A page on which nothing was checked has not passed.
  if (passes.length < 5) return [`${about}: axe found next to nothing to check`];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${about}: ${id}, ${help}: ${target.join(' ')} (${reason.trim()})`;
    }),
  );
}
