import { coursePage } from '../support/pages/site-addresses.ts';

/** Limits of a page in transferred bytes. */
export interface WeightLimit {
  /** Of the first view: compressed bodies, including fonts. */
  scriptBytes: number;
  totalBytes: number;
  /** Of the first view, see weigh-page.ts. */
  requests: number;
  /** Of a later visit with the service worker, headers included. */
  returnBytes?: number;
}

const kB = 1_000;
const requests = 16;
// Static pages load no framework.
const staticPage: WeightLimit = { requests, scriptBytes: 12 * kB, totalBytes: 160 * kB };
// Calls the API on load, so the client, the contract and the retry of a lost part are in the first view.
const apiPage: WeightLimit = { requests, scriptBytes: 18 * kB, totalBytes: 160 * kB };
// React is 58 kB of the scripts; what checks a form comes with its first change.
const withIslands: WeightLimit = { requests, scriptBytes: 98 * kB, totalBytes: 240 * kB };

const weightLimits: Record<string, WeightLimit> = {
  '/': staticPage,
  '/coming-soon': staticPage,
  '/terms.html': staticPage,
  '/privacy.html': staticPage,
  '/leaving': staticPage,
  '/offline': staticPage,
  '/restricted': staticPage,
  '/success': staticPage,
  '/report': staticPage,
  '/appeal': staticPage,
  '/newsletter/confirm': staticPage,
  '/newsletter/unsubscribe': staticPage,
  '/mail-topic': apiPage,
  '/nothing-here': staticPage,
  '/fund-learner': staticPage,
  [coursePage]: staticPage,
  '/explore': withIslands,
  '/user-auth': withIslands,
  '/forgot-password': withIslands,
  '/reset-password': withIslands,
  '/meeting-reply': withIslands,
  '/refund': withIslands,
  '/guardian-consent': withIslands,
  '/profile': withIslands,
  // With what some states of a request show at once, and the reads that follow what the person changed just before.
  '/dashboard': { ...withIslands, requests: 20, scriptBytes: 101 * kB, returnBytes: 25 * kB },
  '/meeting/': withIslands,
  '/help': withIslands,
  // Twelve pictures of people, and the script of a request that is opened.
  '/help-learner': { requests: 17, scriptBytes: 100 * kB, totalBytes: 300 * kB },
  // A meeting has forms of its own.
  '/sponsor-status/': { ...withIslands, requests: 17 },
  '/payment-verification/': withIslands,
};

/** Returns the limits of the page at a path, which may have a query; undefined where there are none. */
export function weightLimitOf(path: string): WeightLimit | undefined {
  const [pathname = ''] = path.split('?');
  return weightLimits[pathname.replace(/^\/meeting\/.*/, '/meeting/')];
}
