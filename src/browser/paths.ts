import type { WaitlistInterest } from '#contracts/waitlist.ts';

/** Every page of the product, by name. Links are written with these and nowhere by hand. */
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

// Of the listing's search, in characters.
const longestKeyword = 200;

/** Where a visitor signs in; `next` brings them back, `expired` explains why they are asked again. */
export function signInPath(next?: string, reason?: 'expired'): string {
  return withQuery(paths.auth, { next, reason });
}

/** Where a visitor without an account signs up; `next` is the page after the sign-in that follows. */
export function signUpPath(next: string): string {
  return `${signInPath(next)}#sign-up`;
}

/** The page of a course. */
export function coursePath(slug: string): string {
  return `${paths.explore}/${slug}`;
}

/** The request form, filled in for a course of the catalogue. */
export function helpPath(courseSlug: string): string {
  return withQuery(paths.help, { course: courseSlug });
}

/** The listing of learners' requests, filtered by a course title. */
export function listingPath(courseTitle: string): string {
  return withQuery(paths.listing, { q: courseTitle.slice(0, longestKeyword).toWellFormed().trim() });
}

/** The waitlist, with what somebody waits for chosen already. */
export function comingSoonPath(wish: WaitlistInterest): string {
  return withQuery(paths.comingSoon, { wish });
}

/** The help form, filled in with a course that was saved to the dashboard. */
export function savedRequestPath(enrolmentId: string): string {
  return withQuery(paths.help, { saved: enrolmentId });
}

/** The help form with a request of one's own, to be changed. */
export function editRequestPath(requestId: string): string {
  return withQuery(paths.help, { edit: requestId });
}

/** What the sponsor-status page is told in its address: nothing that names a person, because the server decides by id. */
export interface SponsorStatusQuery {
  state: 'meet' | 'pay';
  requestId: string;
}

/** The sponsor-status page. The two states spell the request's parameter differently (specification section 2). */
export function sponsorStatusPath(query: SponsorStatusQuery): string {
  const { state, requestId } = query;
  return withQuery('/sponsor-status/', { state, [state === 'meet' ? 'requestId' : 'requestID']: requestId });
}

/** The page that tells what became of a payment. */
export function paymentVerificationPath(reference: string): string {
  return withQuery('/payment-verification/', { reference });
}

/** `next` from an address, if it stays on this site; otherwise the dashboard. */
export function safeNext(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return paths.dashboard;
  try {
    const target = new URL(next, origin);
    return target.origin === origin ? `${target.pathname}${target.search}${target.hash}` : paths.dashboard;
  } catch {
    return paths.dashboard;
  }
}

/** A link as a learner typed it, fit for `href`: https:// added if missing, undefined when it is no web address. */
export function externalLink(typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
