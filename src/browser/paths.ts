import type { ReportSubject } from '#contracts/safety/report-reasons.ts';
import { sameSitePath } from '#contracts/site/same-site-path.ts';
import type { WaitlistInterest } from '#contracts/waitlist/waitlist.ts';

/** Paths of all pages. Links use these instead of literals. */
export const paths = {
  home: '/',
  faqs: '/#faqs',
  newsletter: '/#newsletter',
  explore: '/explore',
  comingSoon: '/coming-soon',
  auth: '/user-auth',
  signUp: '/user-auth#sign-up',
  completeProfile: '/complete-profile',
  forgotPassword: '/forgot-password',
  confirmEmailChange: '/confirm-email-change',
  profile: '/profile',
  dashboard: '/dashboard',
  help: '/help',
  listing: '/help-learner',
  fundLearner: '/fund-learner',
  restricted: '/restricted',
  success: '/success',
  terms: '/terms.html',
  privacy: '/privacy.html',
} as const;

// Maximum length of the listing's search, in characters.
const longestKeyword = 200;

/** Path of the sign-in page; `next` is the page after sign-in, `expired` shows why it is required again. */
export const signInPath = (next?: string, reason?: 'expired'): string =>
  withQuery(paths.auth, { next, reason });

/** Path of the sign-up tab; `next` is the page after the sign-in that follows. */
export const signUpPath = (next: string): string => `${signInPath(next)}#sign-up`;

/** Path of a course page. */
export const coursePath = (slug: string): string => `${paths.explore}/${slug}`;

/** Path of the request form, prefilled with a course of the catalogue. */
export const helpPath = (courseSlug: string): string => withQuery(paths.help, { course: courseSlug });

/** Path of the listing of learners' requests, filtered by a course title. */
export const listingPath = (courseTitle: string): string =>
  withQuery(paths.listing, { q: courseTitle.slice(0, longestKeyword).trim() });

/** Path of the listing with the dialog of one request. */
export const listedRequestPath = (requestId: string): string =>
  withQuery(paths.listing, { request: requestId });

/** Path of the form that reports something; `id` as in the contract. */
export const reportPath = (about: ReportSubject, id: string): string => withQuery('/report', { about, id });

/** Path of our page about a meeting: its room, and the link that the two agree on instead. */
export const meetingPath = (id: string): string => `/meeting/${id}`;

/** Path of the form that appeals against the rejection of a request. */
export const appealPath = (requestId: string): string => withQuery('/appeal', { request: requestId });

/** Path of the waitlist with an interest preselected. */
export const comingSoonPath = (interest: WaitlistInterest): string =>
  withQuery(paths.comingSoon, { wish: interest });

/** Path of the request form, prefilled with a course saved to the dashboard. */
export const savedRequestPath = (enrolmentId: string): string =>
  withQuery(paths.help, { saved: enrolmentId });

/** Path of the request form for editing the learner's own request. */
export const editRequestPath = (requestId: string): string => withQuery(paths.help, { edit: requestId });

/** Query of the sponsor-status page: ids only, no personal data. */
export interface SponsorStatusQuery {
  state: 'meet' | 'pay';
  requestId: string;
}

/** Path of the sponsor-status page. The two states spell the request's parameter differently (specification section 2). */
export function sponsorStatusPath(query: SponsorStatusQuery): string {
  const { state, requestId } = query;
  return withQuery('/sponsor-status/', { state, [state === 'meet' ? 'requestId' : 'requestID']: requestId });
}

/** Path of the payment verification page. */
export const paymentVerificationPath = (reference: string): string =>
  withQuery('/payment-verification/', { reference });

/** Returns `next` from a query if it is a page of this origin (no open redirect); otherwise the dashboard. */
export const safeNext = (search: string, origin: string): string =>
  safePage(new URLSearchParams(search).get('next'), origin);

/** Returns the path of a page as {@link safeNext} does. */
export const safePage = (next: unknown, origin: string): string =>
  sameSitePath(next, origin) ?? paths.dashboard;

/** Path of the sign-in page for somebody who came from there; `next` as {@link safeNext} returned it. */
export const signInAgainPath = (next: string): string =>
  signInPath(next === paths.dashboard ? undefined : next);

/** Returns a path with a query of the values that are given. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
