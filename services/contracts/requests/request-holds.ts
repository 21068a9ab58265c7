import * as z from 'zod/mini';

/**
 * Why a request is held. `review`: an operator has not approved it yet. `rejected`: an operator rejected it. `frozen`: its
 * payments are paused while a report is decided. `suspended`: its learner is suspended. `guardian`: its learner is under 18, and no guardian has agreed yet.
 */
export const requestHolds = ['review', 'rejected', 'frozen', 'suspended', 'guardian'] as const;
export type RequestHold = (typeof requestHolds)[number];

/** Returns whether sponsors may not see a request with these holds; paused payments hide nothing. */
export function isHidden(holds: readonly RequestHold[]): boolean {
  return holds.some((hold) => hold !== 'frozen');
}

/** Why a request is held, as its learner sees it. */
export const OwnReviewSchema = z.object({
  state: z.enum(['waiting', 'rejected', 'paused', 'guardian']),
  /** Why an operator rejected it. */
  reason: z.nullable(z.string()),
  /** The learner's appeal against the rejection; null before it. */
  appeal: z.nullable(z.enum(['open', 'granted', 'denied'])),
});
export type OwnReview = z.output<typeof OwnReviewSchema>;
