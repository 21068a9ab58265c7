import type { ImportRule } from './import-rules.ts';

const component = 'src/ui/OutgoingLink.tsx';

/** Addresses of ours by where they are made: paths, texts, mail addresses, places in the page, drawings, files of our API. */
const ownAddress =
  /^(`(mailto:|#)|spriteRef\(|'#|(is\w+ \? )?([a-z]\w*)?[pP]aths?\b|\w*Path(Of)?\(|pathOf\(|(\w*\.)*\w*[cC]opy\.|requestFor\()/;

/** Variables with an address of ours, by file: each was checked to be a path of this site, its file or a constant. */
const ownVariables: Record<string, readonly string[]> = {
  [component]: ['href'],
  // LinkButton, whose `href` is checked where it is used.
  'src/ui/Button.tsx': ['href'],
  'src/areas/catalogue/course/CourseHead.astro': ['href'],
  'src/areas/catalogue/results/Results.tsx': ['without'],
  // Our page with the token of the refund, made by the server.
  'src/areas/dashboard/SponsoredCard.tsx': ['payment.refund.accountUrl'],
  'src/areas/funding/sponsored/CourseRest.tsx': ['accountUrl'],
  // Our page, from ListingResults.
  'src/areas/funding/listing/RequestCard.tsx': ['props.path'],
  'src/areas/funding/status/SponsorStatus.tsx': ['href'],
  'src/areas/desk/DeskNavigation.astro': ['href'],
  'src/areas/desk/ListParts.tsx': ['file.url'],
  'src/areas/desk/PageParts.tsx': ['file.url'],
  // Pages of the desk, named by the server.
  'src/areas/desk/search/DeskSearch.tsx': ['result.href'],
  'src/areas/desk/money/Payment.tsx': ['evidence'],
  // Our own profiles elsewhere are settings of the brand.
  'src/areas/site/Footer.astro': ['href', 'link.href'],
  'src/areas/site/Head.astro': ['href', 'address'],
  'src/areas/site/Navigation.astro': ['link.href'],
  'src/areas/site/Statement.astro': ['link.href'],
  'src/pages/_home/RoleTabs.astro': [
    'action.href',
    'more.ask.signUpHref',
    'more.ask.href',
    'more.sponsor.href',
  ],
  'src/pages/explore/[slug].astro': ["'data' in answer ? paths.explore : Astro.url.pathname"],
  'src/pages/fund-learner.astro': ['href'],
  // The page that names the site: checked by describeDestination.
  'src/pages/leaving.astro': ['destination.href'],
};

// Files of our API, which the desk opens beside the case.
const otherTabs = [component, 'src/areas/desk/PageParts.tsx'];

const attribute = /\bhref=\{((?:[^{}]|\{[^{}]*\})*)\}/g;

/** Every address from data becomes a link in one component, which decides where it leads (decision 061). */
export const outgoingLinks: ImportRule = {
  name: 'links from data are OutgoingLink',
  appliesTo: ({ path, isTest }) =>
    !isTest && /^src\/.*\.(tsx|astro)$/.test(path) && !path.includes('/styleguide/'),
  check: (files) =>
    files.flatMap(({ path, text }) => [
      ...[...text.matchAll(attribute)]
        .map(([, expression = '']) => expression.trim())
        .filter((expression) => !ownAddress.test(expression) && !ownVariables[path]?.includes(expression))
        .map((expression) => `${path} links to {${expression}}`),
      ...(/\btarget="_blank"/.test(text) && !otherTabs.includes(path) ? [`${path} opens a tab`] : []),
      ...(/\bhref="(https?:)?\/\//.test(text) ? [`${path} links to another site`] : []),
    ]),
};
