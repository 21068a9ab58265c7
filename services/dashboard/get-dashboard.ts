import type { getDashboard as contract } from '#contracts/dashboard/dashboard.ts';
import type { Handler } from '#services/deps.ts';
import { EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';
import { findSponsorMeetings } from '#services/meetings/find-sponsor-meetings.ts';
import { countLearnerTotals } from './count-learner-totals.ts';
import { findDashboardCourses } from './find-dashboard-courses.ts';
import { findImpact } from './find-impact.ts';
import { findOwnRequests } from './find-own-requests.ts';
import { findSponsoredRequests } from './find-sponsored-requests.ts';
import { findUserDetails } from './find-user-details.ts';

/** Returns the caller's dashboard for the role of the session: the newest rows of each list, and totals over all rows. */
export const getDashboard: Handler<typeof contract> = async ({ caller, query }, deps) => {
  const { db } = deps;
  const details = findUserDetails(deps, caller.id);
  const courses = findDashboardCourses(db, caller, query.courses);
  if (caller.role === 'learner') {
    const [userDetails, dashboardCourses, counts, requests] = await Promise.all([
      details,
      courses,
      countLearnerTotals(db, caller.id),
      findOwnRequests(db, caller.id, query.requests),
    ]);
    return {
      userDetails: { ...userDetails, role: 'learner' as const },
      dashboardCourses,
      requests,
      ...counts,
    };
  }
  const [userDetails, dashboardCourses, totalCourses, sponsored, impact, meetings] = await Promise.all([
    details,
    courses,
    db.getRepository(EnrolmentEntity).countBy({ userId: caller.id }),
    findSponsoredRequests(deps, caller.id, query.requests),
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
