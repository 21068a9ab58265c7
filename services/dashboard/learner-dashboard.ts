import type { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import {
  type LearnerDashboardSchema,
  type OwnRequest,
  shownCourseStates,
} from '#contracts/dashboard/dashboard.ts';
import type { CountedList } from '#contracts/dashboard/request-state.ts';
import { findLearnerMeetings } from '#services/meetings/present-meetings.ts';
import { findRows, row, rows } from '#services/platform/database/sql.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { findPurchaseSteps } from '#services/purchases/find-purchase-steps.ts';
import { presentOwnRequest } from '#services/requests/present-request.ts';
import { priceConfirmBy } from '#services/requests/prices.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findReviews } from '#services/safety/request-decisions.ts';
import { ownThankYouSql, presentOwnThankYou } from '#services/thanks/find-thank-yous.ts';
import { courseStateSql, requestListSql } from './request-lists.ts';

/**
 * Returns a learner's newest requests, all or those of a counted list, with recipients, activity, and the sponsor who paid (unless
 * anonymous).
 */
export async function findOwnRequests(
  db: DataSource,
  learnerId: string,
  { list, requests: most }: { requests: number; list: CountedList | undefined },
): Promise<OwnRequest[]> {
  const activities = await findRequestActivity(
    db,
    learnerId,
    list === 'paid' || list === 'pending' ? list : null,
    most,
  );
  const ids = [...activities.keys()];
  const held = [...activities].flatMap(([id, { isHeld }]) => (isHeld ? [id] : []));
  const [requests, purchases, reviews] = await Promise.all([
    findRows(db, HelpRequestEntity, 'r.id = ANY ($1::uuid[])', [ids]),
    findPurchaseSteps(db, ids),
    held.length > 0 ? findReviews(db, held) : undefined,
  ]);
  const requestOf = new Map(requests.map((request) => [request.id, request]));
  return [...activities].flatMap(([id, { now, isHeld: _isHeld, ...shownActivity }]) => {
    const request = requestOf.get(id);
    // Deleted between the two queries.
    if (!request) return [];
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
  'recipientEmails' | 'seenBy' | 'firstSeenAt' | 'meetings' | 'sponsorName' | 'hasProof' | 'thankYou'
>;

/** Returns, by request, recipients, views, meetings and payer of a learner's newest requests, whether they are held, and the database's time. */
async function findRequestActivity(
  db: DataSource,
  learnerId: string,
  list: CountedList | null,
  most: number,
) {
  const activities = await rows<
    WithDates<Omit<Activity, 'meetings'>, 'firstSeenAt'> & { now: Date; id: string; isHeld: boolean }
  >(
    db,
    `SELECT r.id, now() AS now, r.holds <> '{}' AS "isHeld", recipients.emails AS "recipientEmails", seen.by AS "seenBy", seen.first AS "firstSeenAt",
       paid.full_name AS "sponsorName",
       r.status IN ('enrolled', 'completed') AND EXISTS (SELECT 1 FROM proofs WHERE request_id = r.id) AS "hasProof",
       ${ownThankYouSql} AS "thankYou"
     FROM (SELECT id, status, holds, created_at FROM requests r WHERE learner_id = $1 AND ($3::text IS NULL OR ${requestListSql} = $3)
       ORDER BY created_at DESC, id LIMIT $2) AS r,
       LATERAL (SELECT coalesce(array_agg(email ORDER BY email), '{}') AS emails
         FROM request_recipients WHERE request_id = r.id) AS recipients,
       LATERAL (SELECT count(*)::int AS by, min(seen_at) AS first
         FROM request_views WHERE request_id = r.id) AS seen
       LEFT JOIN LATERAL (SELECT u.full_name FROM payments p
         JOIN sponsorships s ON s.id = p.sponsorship_id JOIN users u ON u.id = p.payer_id
         WHERE p.request_id = r.id AND p.status = 'approved' AND NOT s.is_anonymous) AS paid ON true
     ORDER BY r.created_at DESC, r.id`,
    [learnerId, most, list],
  );
  const ids = activities.map(({ id }) => id);
  const meetings = await findLearnerMeetings(db, ids);
  return new Map(
    activities.map(({ id, now, isHeld, thankYou, ...activity }) => [
      id,
      {
        ...isoTimes(activity),
        thankYou: presentOwnThankYou(thankYou),
        meetings: meetings.get(id) ?? [],
        now,
        isHeld,
      },
    ]),
  );
}

type Counts = Pick<
  z.output<typeof LearnerDashboardSchema>,
  'counters' | 'courseTotals' | 'totalRequests' | 'totalCourses'
>;

const countOf = (column: string, value: string) =>
  `(count(*) FILTER (WHERE ${column} = '${value}'))::int AS "${value}"`;

/**
 * Returns a learner's four counters, the totals of the sections of the courses, and those of both returned lists, over all rows.
 * Counters and lists call the same function, so that a counter equals the length of its list.
 */
export async function countLearnerTotals(
  db: DataSource,
  learnerId: string,
  list: CountedList | undefined,
): Promise<Counts> {
  const totals = await row<Counts['courseTotals'] & { total: number; pending: number; paid: number }>(
    db,
    `SELECT * FROM
      (SELECT count(*)::int AS total, ${countOf('list', 'pending')}, ${countOf('list', 'paid')}
       FROM (SELECT ${requestListSql} AS list FROM requests r WHERE r.learner_id = $1) AS r) r,
      (SELECT ${shownCourseStates.map((state) => countOf('state', state)).join(', ')} FROM (SELECT ${courseStateSql} AS state
       FROM enrolments e LEFT JOIN requests r ON r.id = e.request_id WHERE e.user_id = $1) AS c) c`,
    [learnerId],
  );
  if (!totals) throw new Error('PostgreSQL counted nothing');
  const { total, pending, paid, ...courseTotals } = totals;
  const counters = {
    pending,
    paid,
    enrolled: courseTotals['in-progress'],
    completed: courseTotals.completed,
  };
  const courses = Object.values(courseTotals).reduce((all, count) => all + count, 0);
  return {
    counters,
    courseTotals,
    totalRequests: list === 'pending' || list === 'paid' ? counters[list] : total,
    totalCourses: list === 'enrolled' || list === 'completed' ? counters[list] : courses,
  };
}
