import { ApiError, messageOf } from '../../browser/api.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const { failed } = dashboardCopy;

/**
 * Returns what to say when a dashboard could not be loaded: the server's sentence, else the one of the role's view
 * (specification section 8), with the reason when nothing came.
 * @param role the role that this browser or the server knows; anything else means that it is not known yet.
 */
export function loadErrorMessage(error: unknown, role: string | null | undefined): string {
  if (error instanceof ApiError && error.message) return error.message;
  const fallback = role === 'learner' || role === 'sponsor' ? failed[role] : failed.role;
  const reason = error instanceof ApiError ? '' : messageOf(error, '');
  return reason ? `${fallback} ${reason}` : fallback;
}
