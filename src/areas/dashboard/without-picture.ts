import type { getDashboard } from '#contracts/dashboard/dashboard.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';

/** Returns a dashboard without the bytes of its person's picture, which a page shows by its address: a third of the page. */
export function withoutPicture<D extends ResponseBody<typeof getDashboard>>(dashboard: D): D {
  const { userDetails } = dashboard;
  if (!userDetails.profilePicture) return dashboard;
  const profilePicture = { ...userDetails.profilePicture, data: '' };
  return { ...dashboard, userDetails: { ...userDetails, profilePicture } };
}
