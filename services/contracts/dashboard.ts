import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { IdSchema, PictureSchema } from './fields.ts';
import { limits } from './limits.ts';
import { LearnerMeetingSchema, SponsorMeetingSchema } from './meetings.ts';
import { deliveries, RequestSchema } from './requests.ts';
import { ImpactSchema, SponsoredRequestSchema } from './sponsored.ts';

const userDetails = {
  _id: IdSchema,
  fullName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  profilePicture: z.nullable(z.extend(PictureSchema, { data: z.string() })),
};

/** A course on a person's dashboard. */
export const DashboardCourseSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  description: z.string(),
  link: z.string(),
  /** `being-arranged`: paid for, and the learner is not enrolled yet. */
  status: z.enum(['being-arranged', 'in-progress', 'completed']),
  completedAt: z.nullable(z.iso.datetime()),
  completionCertificate: z.boolean(),
  /** The sponsor who paid may see the certificate. */
  isCertificateShared: z.boolean(),
  /** A sponsor has paid for it. */
  isSponsored: z.boolean(),
  /** Saved, not finished, and no open request asks for it: a sponsor can be asked. */
  canAskSponsor: z.boolean(),
});
/** See {@link DashboardCourseSchema}. */
export type DashboardCourse = z.output<typeof DashboardCourseSchema>;

/** A learner's own request, with what became of it. */
export const OwnRequestSchema = z.extend(RequestSchema, {
  socials: z.string(),
  delivery: z.enum(Object.keys(deliveries) as (keyof typeof deliveries)[]),
  account: z.object({ email: z.nullable(z.string()) }),
  isPrivate: z.boolean(),
  isPublic: z.boolean(),
  recipientEmails: z.array(z.string()),
  /** How many sponsors have looked at it, and when the first did. */
  seenBy: z.int(),
  firstSeenAt: z.nullable(z.iso.datetime()),
  /** The next meeting first, then past ones, then those that were cancelled or declined; at most 6. */
  meetings: z.array(LearnerMeetingSchema),
  /** Until when it is kept for a sponsor who is paying right now. */
  reservedUntil: z.nullable(z.iso.datetime()),
  paidAt: z.nullable(z.iso.datetime()),
  enrolledAt: z.nullable(z.iso.datetime()),
  completedAt: z.nullable(z.iso.datetime()),
  withdrawnAt: z.nullable(z.iso.datetime()),
  /** Whether there is a proof of the enrolment to look at. */
  hasProof: z.boolean(),
  /** Name of the sponsor who paid; null while unpaid and for ever when they stay anonymous. */
  sponsorName: z.nullable(z.string()),
});
/** See {@link OwnRequestSchema}. */
export type OwnRequest = z.output<typeof OwnRequestSchema>;

/** What a learner's dashboard shows. */
export const LearnerDashboardSchema = z.object({
  userDetails: z.object({ ...userDetails, role: z.literal('learner') }),
  counters: z.object({ pending: z.int(), paid: z.int(), enrolled: z.int(), completed: z.int() }),
  /** How many requests there are in all, so that more of them can be asked for. */
  totalRequests: z.int(),
  /** How many courses there are in all, those being arranged included. */
  totalCourses: z.int(),
  dashboardCourses: z.array(DashboardCourseSchema),
  requests: z.array(OwnRequestSchema),
});

/** What a sponsor's dashboard shows. */
export const SponsorDashboardSchema = z.object({
  userDetails: z.object({ ...userDetails, role: z.literal('sponsor') }),
  /** The newest saved courses, and how many there are in all. */
  dashboardCourses: z.array(DashboardCourseSchema),
  totalCourses: z.int(),
  /** How many payments there are in all, so that more of them can be asked for. */
  totalRequests: z.int(),
  sponsoredRequests: z.array(SponsoredRequestSchema),
  impact: ImpactSchema,
  /** Meetings to come first, soonest first, then past ones, then those called off; at most 50. */
  meetings: z.array(SponsorMeetingSchema),
});

// Whoever has hundreds of rows must not wait, or pay, for those that nobody scrolls to.
const shown = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.maxDashboardRows)),
  limits.dashboardRows,
);

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: 'The dashboard of whoever asks: learner’s or sponsor’s view by role',
  auth: ['learner', 'sponsor'],
  limit: 'own',
  query: z.object({ requests: shown, courses: shown }),
  response: z.union([LearnerDashboardSchema, SponsorDashboardSchema]),
});

export const watchDashboard = endpoint({
  method: 'GET',
  path: '/dashboard/changes',
  summary: 'Server-sent events: says that the dashboard has changed, never how',
  auth: ['learner', 'sponsor'],
  limit: 'live',
  response: 'events',
});
