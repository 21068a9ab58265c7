import { paths, sponsorStatusPath } from '#src/browser/paths.ts';
import { missingPage, openPages } from '#tests/support/pages/site-addresses.ts';
import type { Screen, ScreenVisitor } from './screen.ts';

/** Returns every open page, and those behind a sign-in. `requestId` is a request that a sponsor can open. */
export function siteScreens(requestId: string): Screen[] {
  const withCalls: [ScreenVisitor, string][] = [
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
  const open = [...openPages, `${paths.explore}?search=nothing+that+matches`, missingPage];
  return [
    ...open.map((path) => site('visitor', path)),
    ...withCalls.map(([visitor, path]): Screen => ({ ...site(visitor, path), hasCalls: true })),
    site('learner', paths.fundLearner),
    site('sponsor', paths.restricted),
  ];
}

function site(visitor: ScreenVisitor, path: string): Screen {
  const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home';
  return { name: `${name.slice(0, 60)}-${visitor.replace(' ', '-')}`, path, visitor };
}
