import { coursePage } from '../support/site-addresses.ts';

/** What a page's first view may weigh, in bytes as they are sent (compressed, fonts included). */
export interface WeightLimit {
  scriptBytes: number;
  totalBytes: number;
}

const kB = 1_000;
// Pages that only inform carry no framework.
const informing: WeightLimit = { scriptBytes: 12 * kB, totalBytes: 160 * kB };
// Reads the link of a mail while it opens, so that the calls and their contract come at once.
const asking: WeightLimit = { scriptBytes: 18 * kB, totalBytes: 160 * kB };
const withIslands: WeightLimit = { scriptBytes: 110 * kB, totalBytes: 260 * kB };

/** Every weighed page with its limit. */
export const weightLimits: Record<string, WeightLimit> = {
  '/': informing,
  '/coming-soon': informing,
  '/terms.html': informing,
  '/privacy.html': informing,
  '/restricted': informing,
  '/success': informing,
  '/newsletter/confirm': informing,
  '/newsletter/unsubscribe': informing,
  '/mail-topic': asking,
  '/nothing-here': informing,
  '/fund-learner': informing,
  [coursePage]: informing,
  '/explore': withIslands,
  '/user-auth': withIslands,
  '/forgot-password': withIslands,
  '/reset-password': withIslands,
  '/meeting-reply': withIslands,
  '/profile': withIslands,
  '/dashboard': withIslands,
  '/help': withIslands,
  '/help-learner': withIslands,
  '/sponsor-status/': withIslands,
  '/payment-verification/': withIslands,
};
