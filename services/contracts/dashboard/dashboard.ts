import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdSchema, PictureSchema } from '../fields.ts';
import { limits } from '../limits.ts';
import { LearnerMeetingSchema, SponsorMeetingSchema } from '../meetings/meeting-views.ts';
import { OwnPurchaseSchema } from '../purchases/purchases.ts';
import { OwnReviewSchema } from '../requests/request-holds.ts';
import { EditableRequestSchema } from '../requests/request-views.ts';
import { OwnThankYouSchema } from '../thanks/thanks.ts';
import { countedLists, sponsorLists } from './request-state.ts';
import { ImpactSchema, SponsoredRequestSchema } from './sponsored.ts';

const userDetails = {
  _id: IdSchema,
  fullName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  profilePicture: z.nullable(z.extend(PictureSchema, { data: z.string() })),
};

/** States of the courses that are shown; of one whose payment goes back, the request says so. */
export const shownCourseStates = ['being-arranged', 'in-progress', 'completed', 'saved', 'refunded'] as const;
export type ShownCourseState = (typeof shownCourseStates)[number];

export const DashboardCourseSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  description: z.string(),
  link: z.string(),
  /** `being-arranged`: paid for, and the learner is not enrolled yet. `refunded`: its payment was given back. */
  status: z.enum(shownCourseStates),
  completedAt: z.nullable(z.iso.datetime()),
  completionCertificate: z.boolean(),
  /** The sponsor who paid may see the certificate. */
  isCertificateShared: z.boolean(),
  /** A sponsor has paid for it. */
  isSponsored: z.boolean(),
  /** Saved or refunded, and without an open request: the learner can request it. */
  canAskSponsor: z.boolean(),
});
export type DashboardCourse = z.output<typeof DashboardCourseSchema>;

/** A learner's own request with its progress. */
export const OwnRequestSchema = z.extend(EditableRequestSchema, {
  /** Number of sponsors who have viewed it, and the time of the first view. */
  seenBy: z.int(),
  firstSeenAt: z.nullable(z.iso.datetime()),
  /** The next meeting first, then past ones, then those that were cancelled or declined; at most 6. */
  meetings: z.array(LearnerMeetingSchema),
  /** End of the reservation of a sponsor who is paying; null without one. */
  reservedUntil: z.nullable(z.iso.datetime()),
  paidAt: z.nullable(z.iso.datetime()),
  enrolledAt: z.nullable(z.iso.datetime()),
  completedAt: z.nullable(z.iso.datetime()),
  withdrawnAt: z.nullable(z.iso.datetime()),
  /** Until when the learner should confirm the price; later the request is not listed. Null unless asked. */
  priceConfirmBy: z.nullable(z.iso.datetime()),
  review: z.nullable(OwnReviewSchema),
  /** How far the purchase of the paid course is; null before the payment and until its job has queued the purchase. */
  purchase: z.nullable(OwnPurchaseSchema),
  hasProof: z.boolean(),
  /** Name of the sponsor who paid; null while unpaid, and for an anonymous sponsor. */
  sponsorName: z.nullable(z.string()),
  /** The thank-you to the sponsor at the present stage; null without a sponsor to thank. */
  thankYou: z.nullable(OwnThankYouSchema),
});
export type OwnRequest = z.output<typeof OwnRequestSchema>;

export const LearnerDashboardSchema = z.object({
  userDetails: z.object({ ...userDetails, role: z.literal('learner') }),
  /** Requests that are pending and paid, courses in progress and completed: the lengths of these lists. */
  counters: z.object({ pending: z.int(), paid: z.int(), enrolled: z.int(), completed: z.int() }),
  /** Number of courses by state. */
  courseTotals: z.record(z.enum(shownCourseStates), z.int()),
  /** Total number of requests, of the requested list if it has requests, for pagination. */
  totalRequests: z.int(),
  /** Total number of courses, of the requested list if it has courses. */
  totalCourses: z.int(),
  dashboardCourses: z.array(DashboardCourseSchema),
  requests: z.array(OwnRequestSchema),
});

export const SponsorDashboardSchema = z.object({
  userDetails: z.object({ ...userDetails, role: z.literal('sponsor') }),
  /** The newest saved courses, and their total number. */
  dashboardCourses: z.array(DashboardCourseSchema),
  totalCourses: z.int(),
  /** Total number of payments, of the requested list if there is one, for pagination. */
  totalRequests: z.int(),
  sponsoredRequests: z.array(SponsoredRequestSchema),
  impact: ImpactSchema,
  /** Upcoming meetings first, soonest first, then past ones, then cancelled ones; at most 50. */
  meetings: z.array(SponsorMeetingSchema),
});

// Limits the response for users with hundreds of rows; the page loads more on request.
const rowLimit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.maxDashboardRows)),
  limits.dashboardRows,
);

const dashboardQuery = z.object({
  requests: rowLimit,
  courses: rowLimit,
  /** Returns only the requests or courses that a counter of the caller's role counts. */
  list: z.optional(z.enum([...countedLists, ...sponsorLists])),
});
export type DashboardQuery = z.output<typeof dashboardQuery>;
export type DashboardList = NonNullable<DashboardQuery['list']>;

export const getDashboard = endpoint('GET', '/dashboard', ['learner', 'sponsor'], {
  summary: 'The dashboard of the caller: learner’s or sponsor’s view by role',
  limit: 'own',
  query: dashboardQuery,
  response: z.union([LearnerDashboardSchema, SponsorDashboardSchema]),
});

export const watchDashboard = endpoint('GET', '/dashboard/changes', ['learner', 'sponsor'], {
  summary: 'Server-sent events: says that the dashboard has changed, never how',
  limit: 'live',
  query: z.object({
    /** When the page was rendered, in milliseconds since 1970: an event says at once whether something may have changed since. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  response: 'events',
});
