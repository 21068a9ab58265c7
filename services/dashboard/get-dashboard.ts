import type { getDashboard as contract } from '#contracts/dashboard.ts';
import type { Handler } from '#services/deps.ts';
import { countOwn } from './count-own.ts';
import { findDashboardCourses } from './find-dashboard-courses.ts';
import { findImpact } from './find-impact.ts';
import { findOwnRequests } from './find-own-requests.ts';
import { findSponsoredRequests } from './find-sponsored-requests.ts';
import { findUserDetails } from './find-user-details.ts';

/** The dashboard of whoever asks, by the role the server knows. The newest rows of each list, and counters over all. */
export const getDashboard: Handler<typeof contract> = async ({ caller, query }, { db }) => {
  const [userDetails, dashboardCourses] = await Promise.all([
    findUserDetails(db, caller.id),
    findDashboardCourses(db, caller, query.courses),
  ]);
  if (caller.role === 'learner') {
    const [counts, requests] = await Promise.all([
      countOwn(db, caller.id),
      findOwnRequests(db, caller.id, query.requests),
    ]);
    return {
      userDetails: { ...userDetails, role: 'learner' as const },
      dashboardCourses,
      requests,
      ...counts,
    };
  }
  const [sponsored, impact] = await Promise.all([
    findSponsoredRequests(db, caller.id, query.requests),
    findImpact(db, caller.id),
  ]);
  return {
    userDetails: { ...userDetails, role: 'sponsor' as const },
    dashboardCourses,
    impact,
    ...sponsored,
  };
};
