import type { DataSource } from 'typeorm';
import {
  type getDashboard as contract,
  type DashboardCourse,
  type DashboardQuery,
  type ShownCourseState,
  shownCourseStates,
} from '#contracts/dashboard/dashboard.ts';
import { type CountedList, countedLists, sponsorLists } from '#contracts/dashboard/request-state.ts';
import { pictureAddress } from '#services/accounts/pictures/picture.ts';
import type { User } from '#services/accounts/user.entity.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';
import { findSponsorMeetings } from '#services/meetings/present-meetings.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { describeError } from '#services/platform/describe-error.ts';
import { invalidField } from '#services/platform/errors.ts';
import { fileStore } from '#services/platform/files/file-store.ts';
import { FilesUnavailableError } from '#services/platform/files/object-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { findImpact } from './find-impact.ts';
import { findSponsoredRequests } from './find-sponsored-requests.ts';
import { countLearnerTotals, findOwnRequests } from './learner-dashboard.ts';
import { courseStateSql } from './request-lists.ts';

/** Returns the caller's dashboard for the role of the session: the newest rows of each list, and totals over all rows. */
export const getDashboard: Handler<typeof contract> = async ({ caller, query }, deps) => {
  const { db } = deps;
  if (caller.role === 'learner') {
    const list = ownList(countedLists, query.list);
    const [userDetails, dashboardCourses, counts, requests] = await Promise.all([
      findUserDetails(deps, caller.id),
      findDashboardCourses(db, caller, { ...query, list }),
      countLearnerTotals(db, caller.id, list),
      findOwnRequests(db, caller.id, { ...query, list }),
    ]);
    return {
      userDetails: { ...userDetails, role: 'learner' as const },
      dashboardCourses,
      requests,
      ...counts,
    };
  }
  const list = ownList(sponsorLists, query.list);
  const [userDetails, dashboardCourses, totalCourses, sponsored, impact, meetings] = await Promise.all([
    findUserDetails(deps, caller.id),
    findDashboardCourses(db, caller, { ...query, list: undefined }),
    db.getRepository(EnrolmentEntity).countBy({ userId: caller.id }),
    findSponsoredRequests(deps, caller.id, { ...query, list }),
    findImpact(db, caller.id),
    findSponsorMeetings(db, caller.id),
  ]);
  return {
    userDetails: { ...userDetails, role: 'sponsor' as const },
    dashboardCourses,
    totalCourses,
    impact,
    meetings,
    ...sponsored,
  };
};

/**
 * Returns the requested list, one of those of the caller's role.
 * @throws HttpError 422 for a list of the other role.
 */
function ownList<List extends string>(
  lists: readonly List[],
  requested: string | undefined,
): List | undefined {
  const list = lists.find((name) => name === requested);
  if (requested && !list) throw invalidField('list', `This dashboard has the lists ${lists.join(', ')}.`);
  return list;
}

interface UserRow extends StoredBytes, Pick<User, 'fullName' | 'email'> {
  isEmailVerified: boolean;
  contentType: string | null;
  addressKey: string | null;
}

/**
 * Returns the dashboard's user, with the picture inline so that the banner needs no second call; without it while the
 * object store is unavailable.
 */
async function findUserDetails(deps: Deps, userId: string) {
  const user = await row<UserRow>(
    deps.db,
    `SELECT u.full_name AS "fullName", u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified",
       p.content_type AS "contentType", p.address_key AS "addressKey", p.data, p.object_key AS "objectKey"
     FROM users u LEFT JOIN profile_pictures p ON p.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  if (!user) throw new Error('The caller has no account');
  const { contentType, addressKey, data, objectKey, ...person } = user;
  const address = pictureAddress(userId, { contentType, addressKey });
  const bytes = address && (await readPicture(deps, { data, objectKey }));
  return {
    _id: userId,
    ...person,
    profilePicture: address && bytes ? { ...address, data: bytes.toString('base64') } : null,
  };
}

async function readPicture(deps: Deps, stored: StoredBytes): Promise<Buffer | null> {
  try {
    return await fileStore(deps).get(stored);
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    deps.log.warn(
      { reason: describeError(error) },
      'Dashboard without its picture: the object store is unavailable',
    );
    return null;
  }
}

/**
 * Returns the courses on a person's dashboard, all or those of a counted list, by section and then the newest first. Returns of a
 * certificate only whether it exists.
 */
async function findDashboardCourses(
  db: DataSource,
  { id: userId, role }: Pick<Caller, 'id' | 'role'>,
  { list, courses: most }: Pick<DashboardQuery, 'courses'> & { list: CountedList | undefined },
): Promise<DashboardCourse[]> {
  const courses = await rows<WithDates<DashboardCourse, 'completedAt'>>(
    db,
    `SELECT e.id AS "_id", e.title, e.description, e.link, e.status, e.completed_at AS "completedAt",
       c.enrolment_id IS NOT NULL AS "completionCertificate",
       coalesce(c.is_shared, false) AS "isCertificateShared",
       EXISTS (SELECT 1 FROM sponsoring_payments p WHERE p.request_id = e.request_id)
         AS "isSponsored",
       $3 AND e.status IN ('saved', 'refunded') AND e.link NOT IN (
         SELECT link FROM requests WHERE learner_id = $1 AND status IN ('pending', 'reserved')
       ) AS "canAskSponsor"
     FROM (SELECT e.id, e.title, e.description, e.link, e.completed_at, e.created_at, e.request_id, ${courseStateSql} AS status
         FROM enrolments e LEFT JOIN requests r ON r.id = e.request_id WHERE e.user_id = $1) AS e
       LEFT JOIN certificates c ON c.enrolment_id = e.id
     WHERE e.status = ANY ($4)
     ORDER BY e.status <> 'being-arranged', e.status IN ('saved', 'refunded'), e.created_at DESC, e.id LIMIT $2`,
    [userId, most, role === 'learner', coursesOf(list)],
  );
  return courses.map(isoTimes);
}

function coursesOf(list: CountedList | undefined): readonly ShownCourseState[] {
  if (list === 'enrolled') return ['in-progress'];
  return list === 'completed' ? ['completed'] : shownCourseStates;
}
