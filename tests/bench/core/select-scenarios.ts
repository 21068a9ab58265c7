import type { Scenario } from './scenario.ts';

/**
 * Returns the scenarios whose names contain one of these texts; without texts all that are not on demand.
 *
 * @throws an Error that lists the names when a text matches none.
 */
export function selectScenarios(scenarios: readonly Scenario[], texts: readonly string[]): Scenario[] {
  if (texts.length === 0) return scenarios.filter(({ isOnDemand }) => !isOnDemand);
  const unknown = texts.find((text) => !scenarios.some(({ name }) => name.includes(text)));
  if (unknown !== undefined)
    throw new Error(
      `No scenario is named "${unknown}". There are: ${scenarios.map(({ name }) => name).join(', ')}.`,
    );
  return scenarios.filter(({ name }) => texts.some((text) => name.includes(text)));
}
