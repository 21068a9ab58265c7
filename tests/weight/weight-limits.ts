import { coursePage } from '../support/pages/site-addresses.ts';

/** Limits of a page's first view in transferred bytes (compressed, including fonts). */
export interface WeightLimit {
  scriptBytes: number;
  totalBytes: number;
}

const kB = 1_000;
// Static pages load no framework.
const staticPage: WeightLimit = { scriptBytes: 12 * kB, totalBytes: 160 * kB };
// Calls the API on load, so the client, the contract and the retry of a lost part are in the first view.
const apiPage: WeightLimit = { scriptBytes: 18 * kB, totalBytes: 160 * kB };
const withIslands: WeightLimit = { scriptBytes: 110 * kB, totalBytes: 260 * kB };

/** Limits by path. */
export const weightLimits: Record<string, WeightLimit> = {
  '/': staticPage,
  '/coming-soon': staticPage,
  '/terms.html': staticPage,
  '/privacy.html': staticPage,
  '/leaving': staticPage,
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
  '/dashboard': withIslands,
  '/help': withIslands,
  '/help-learner': withIslands,
  '/sponsor-status/': withIslands,
  '/payment-verification/': withIslands,
};
