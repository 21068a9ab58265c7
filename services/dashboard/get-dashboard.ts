import type { getDashboard as contract } from '#contracts/dashboard.ts';
import type { Handler } from '#services/deps.ts';
import { findDashboardCourses } from './find-dashboard-courses.ts';
import { findOwnRequests } from './find-own-requests.ts';
import { findSponsoredRequests } from './find-sponsored-requests.ts';
import { findUserDetails } from './find-user-details.ts';

/** The dashboard of whoever asks, by the role the server knows. */
export const getDashboard: Handler<typeof contract> = async ({ caller }, { db }) => {
  const userDetails = await findUserDetails(db, caller.id);
  const dashboardCourses = await findDashboardCourses(db, caller.id);
  if (caller.role === 'learner') {
    return {
      userDetails: { ...userDetails, role: 'learner' as const },
      dashboardCourses,
      requests: await findOwnRequests(db, caller.id),
    };
  }
  return {
    userDetails: { ...userDetails, role: 'sponsor' as const },
    dashboardCourses,
    sponsoredRequests: await findSponsoredRequests(db, caller.id),
  };
};
