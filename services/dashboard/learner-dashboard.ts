import type { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import type { LearnerDashboardSchema, OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { findLearnerMeetings } from '#services/meetings/present-meetings.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import { presentOwnRequest } from '#services/requests/present-request.ts';
import { priceConfirmBy } from '#services/requests/prices.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findReviews } from '#services/safety/request-decisions.ts';

/** Returns a learner's newest requests with recipients, activity, and the sponsor who paid (unless anonymous). */
export async function findOwnRequests(
  db: DataSource,
  learnerId: string,
  most: number,
): Promise<OwnRequest[]> {
  const [requests, activities] = await Promise.all([
    db
      .getRepository(HelpRequestEntity)
      .find({ where: { learnerId }, order: { createdAt: 'DESC', id: 'ASC' }, take: most }),
    findRequestActivity(db, learnerId, most),
  ]);
  const ids = requests.map(({ id }) => id);
  const held = requests.filter(({ holds }) => holds.length > 0).map(({ id }) => id);
  const [purchases, reviews] = await Promise.all([
    findPurchaseSteps(db, ids),
    held.length > 0 ? findReviews(db, held) : undefined,
  ]);
  return requests.flatMap((request) => {
    const activity = activities.get(request.id);
    // Submitted between the two queries; the next call returns it.
    if (!activity) return [];
    const { now, ...shownActivity } = activity;
    const shown = presentOwnRequest(request, now);
    const { paidAt, enrolledAt, withdrawnAt, completedAt } = request;
    const reservedUntil = shown.status === 'reserved' ? request.reservedUntil : null;
    return {
      ...shown,
      ...shownActivity,
      ...isoTimes({ reservedUntil, paidAt, enrolledAt, withdrawnAt, completedAt }),
      priceConfirmBy: priceConfirmBy(request)?.toISOString() ?? null,
      purchase: purchases.get(request.id) ?? null,
      review: reviews?.get(request.id) ?? null,
    };
  });
}

type Activity = Pick<
  OwnRequest,
  'recipientEmails' | 'seenBy' | 'firstSeenAt' | 'meetings' | 'sponsorName' | 'hasProof'
>;

/** Returns, by request, recipients, views, meetings and payer of a learner's newest requests, and the database's time. */
async function findRequestActivity(db: DataSource, learnerId: string, most: number) {
  const activities = await rows<
    WithDates<Omit<Activity, 'meetings'>, 'firstSeenAt'> & { now: Date; id: string }
  >(
    db,
    `SELECT r.id, now() AS now, recipients.emails AS "recipientEmails", seen.by AS "seenBy", seen.first AS "firstSeenAt",
       paid.full_name AS "sponsorName",
       r.status IN ('enrolled', 'completed') AND EXISTS (SELECT 1 FROM proofs WHERE request_id = r.id) AS "hasProof"
     FROM (SELECT id, status FROM requests WHERE learner_id = $1 ORDER BY created_at DESC, id LIMIT $2) AS r,
       LATERAL (SELECT coalesce(array_agg(email ORDER BY email), '{}') AS emails
         FROM request_recipients WHERE request_id = r.id) AS recipients,
       LATERAL (SELECT count(*)::int AS by, min(seen_at) AS first
         FROM request_views WHERE request_id = r.id) AS seen
       LEFT JOIN LATERAL (SELECT u.full_name FROM payments p
         JOIN sponsorships s ON s.id = p.sponsorship_id JOIN users u ON u.id = p.payer_id
         WHERE p.request_id = r.id AND p.status = 'approved' AND NOT s.is_anonymous) AS paid ON true`,
    [learnerId, most],
  );
  const ids = activities.map(({ id }) => id);
  const meetings = await findLearnerMeetings(db, ids);
  return new Map(
    activities.map(({ id, now, ...activity }) => [
      id,
      { ...isoTimes(activity), meetings: meetings.get(id) ?? [], now },
    ]),
  );
}

type Counts = Pick<z.output<typeof LearnerDashboardSchema>, 'counters' | 'totalRequests' | 'totalCourses'>;

/**
 * Returns a learner's four counters and the totals of both lists, over all rows. Pending counts requests that are open;
 * enrolled counts the courses on the dashboard, completed ones included, without those that are still being arranged.
 */
export async function countLearnerTotals(db: DataSource, learnerId: string): Promise<Counts> {
  const totals = await row<Counts['counters'] & { total: number; courses: number }>(
    db,
    `SELECT * FROM
      (SELECT count(*)::int AS total,
         count(*) FILTER (WHERE status IN ('pending', 'reserved'))::int AS pending,
         count(*) FILTER (WHERE status IN ('paid', 'enrolled', 'completed'))::int AS paid
       FROM requests WHERE learner_id = $1) r,
      (SELECT count(*)::int AS courses,
         count(*) FILTER (WHERE e.status = 'completed' OR r.status IS DISTINCT FROM 'paid')::int AS enrolled,
         count(*) FILTER (WHERE e.status = 'completed')::int AS completed
       FROM enrolments e LEFT JOIN requests r ON r.id = e.request_id WHERE e.user_id = $1) c`,
    [learnerId],
  );
  if (!totals) throw new Error('PostgreSQL counted nothing');
  const { total: totalRequests, courses: totalCourses, ...counters } = totals;
  return { counters, totalRequests, totalCourses };
}
