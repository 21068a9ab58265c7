import { paths, sponsorStatusPath } from '#src/browser/paths.ts';
import { missingPage, openPages } from '#tests/support/pages/site-addresses.ts';

/** A person whose browser takes the screenshot; `newcomer` has an account and nothing else. */
export type Visitor = 'visitor' | 'learner' | 'sponsor' | 'new learner' | 'new sponsor';

/** What the page shows: as it is, while its calls wait, or after they failed with 503. */
export type PageState = 'ready' | 'loading' | 'failed';

/** One page to take, by one visitor, in these states. */
export interface ScreenshotPage {
  path: string;
  visitor: Visitor;
  states: readonly PageState[];
}

const withCalls = ['ready', 'loading', 'failed'] as const;
const serverRendered = ['ready'] as const;

/** Pages to take: every open page, and those behind a sign-in. `requestId` is a request that a sponsor can open. */
export function screenshotPages(requestId: string): ScreenshotPage[] {
  const signedIn: [Visitor, string][] = [
    ['learner', paths.dashboard],
    ['new learner', paths.dashboard],
    ['learner', paths.help],
    ['learner', paths.profile],
    ['sponsor', paths.dashboard],
    ['new sponsor', paths.dashboard],
    ['sponsor', paths.listing],
    ['sponsor', `${paths.listing}?q=nothing+that+matches`],
    ['sponsor', sponsorStatusPath({ state: 'meet', requestId })],
    ['sponsor', sponsorStatusPath({ state: 'pay', requestId })],
  ];
  return [
    ...[...openPages, `${paths.explore}?search=nothing+that+matches`, missingPage].map((path) => ({
      path,
      visitor: 'visitor' as const,
      states: serverRendered,
    })),
    ...signedIn.map(([visitor, path]) => ({ path, visitor, states: withCalls })),
    { path: paths.fundLearner, visitor: 'learner', states: serverRendered },
    { path: paths.restricted, visitor: 'sponsor', states: serverRendered },
  ];
}
