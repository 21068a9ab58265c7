import type { Scenario } from './core/scenario.ts';
import { checks } from './scenarios/checks.ts';
import { growth } from './scenarios/growth.ts';
import { courseImport } from './scenarios/import.ts';
import { noOpJobs } from './scenarios/jobs.ts';
import { searches } from './scenarios/search.ts';

/** Every scenario, in the order in which they run. */
export const scenarios: readonly Scenario[] = [...searches, growth, ...noOpJobs, courseImport, ...checks];
