import { signIn } from '#contracts/accounts/sign-in.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { sampleSignIns } from '#services/seed/seed.ts';
import { listedRequestPath, paths, sponsorStatusPath } from '#src/browser/paths.ts';
import type { PersonOptions } from '../browser/browser.ts';
import type { SignedIn } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import { type SitePage, signedIn } from './site.ts';
import { missingPage, openPages } from './site-addresses.ts';

/** Returns the account of a sample person or operator. */
export function sampleOf(role: 'learner' | 'sponsor' | 'lead') {
  const sample = sampleSignIns().find((account) => account.role === role);
  if (!sample) throw new Error(`There is no sample ${role}.`);
  return sample;
}

/** Signs in the first sample learner or sponsor of a product with sample data. */
export async function signInSample(url: string, role: 'learner' | 'sponsor'): Promise<SignedIn> {
  const { email, password } = sampleOf(role);
  const { body } = await callApi(url, signIn, { body: { email, password } });
  return { email, password, fullName: body.data.firstName, token: body.data.token };
}

/** A running product with sample data, and two of its people. */
export interface SampleSite {
  url: string;
  /** The pages of visitors, and of both roles with the page of an open request, of its payment and of a finished payment. */
  pages: SitePage[];
  /** Options of a person's browser; `address` is the URL of a server in front of the product. */
  optionsOf(who: SitePage['who'], address?: string): PersonOptions;
}

/** Signs in to a product with sample data and finds its pages. */
export async function readSampleSite(url: string): Promise<SampleSite> {
  const [learner, sponsor] = [await signInSample(url, 'learner'), await signInSample(url, 'sponsor')];
  const { body: open } = await callApi(url, listRequests, {}, sponsor.token);
  const [request] = open.data;
  const { body: dashboard } = await callApi(url, getDashboard, {}, sponsor.token);
  const [sponsored] = 'sponsoredRequests' in dashboard ? dashboard.sponsoredRequests : [];
  if (!request || !sponsored)
    throw new Error('The product has no open or no sponsored request: start it with sample data.');
  const shared = [paths.dashboard, paths.profile];
  const ofSponsor = [
    paths.listing,
    listedRequestPath(request._id),
    sponsorStatusPath({ state: 'meet', requestId: request._id }),
    sponsorStatusPath({ state: 'pay', requestId: request._id }),
    `/payment-verification/?reference=${sponsored.payment.reference}`,
  ];
  const pagesOf = (who: SitePage['who'], addresses: readonly string[]) =>
    addresses.map((path) => ({ who, path }));
  const people = { visitor: undefined, participant: undefined, learner, sponsor };
  return {
    url,
    pages: [
      ...pagesOf('visitor', [...openPages, missingPage]),
      ...pagesOf('learner', [...shared, paths.help, paths.fundLearner]),
      ...pagesOf('sponsor', [...shared, ...ofSponsor]),
    ],
    optionsOf: (who, address = url) => signedIn(address, who, people[who]),
  };
}
