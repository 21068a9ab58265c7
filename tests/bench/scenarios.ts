import type { Scenario } from './core/scenario.ts';
import { capacity } from './scenarios/capacity.ts';
import { checks } from './scenarios/checks.ts';
import { coldSearches } from './scenarios/cold-search.ts';
import { dashboardPage } from './scenarios/dashboard-page.ts';
import { deskCalls } from './scenarios/desk-calls.ts';
import { deskSearch } from './scenarios/desk-search.ts';
import { explorePage } from './scenarios/explore-page.ts';
import { fileRequest } from './scenarios/file-request.ts';
import { filterCourses } from './scenarios/filter-courses.ts';
import { growth } from './scenarios/growth.ts';
import { courseImport } from './scenarios/import.ts';
import { jobStart } from './scenarios/job-start.ts';
import { noOpJobs } from './scenarios/jobs.ts';
import { mailScenarios } from './scenarios/mails.ts';
import { mixedLoad } from './scenarios/mixed-load.ts';
import { pages } from './scenarios/pages.ts';
import { profile } from './scenarios/profile.ts';
import { proxyPages } from './scenarios/proxy-pages.ts';
import { searches } from './scenarios/search.ts';
import { slowPhones } from './scenarios/slow-phones.ts';
import { startAndMemory } from './scenarios/start-and-memory.ts';
import { staticFiles } from './scenarios/static-files.ts';

/** Every scenario, in the order of the goals. */
export const scenarios: readonly Scenario[] = [
  staticFiles,
  proxyPages,
  profile,
  ...searches,
  coldSearches,
  ...filterCourses,
  explorePage,
  dashboardPage,
  fileRequest,
  ...jobStart,
  ...noOpJobs,
  ...mailScenarios,
  growth,
  startAndMemory,
  pages,
  slowPhones,
  courseImport,
  mixedLoad,
  capacity,
  deskSearch,
  deskCalls,
  ...checks,
];
