import type { Scenario } from './core/scenario.ts';
import { checks } from './scenarios/checks.ts';

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [...checks];
