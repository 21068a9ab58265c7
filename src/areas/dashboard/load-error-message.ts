import { ApiError, messageOf } from '../../browser/api.ts';
import { dashboardCopy } from './dashboard.copy.ts';

const { failed } = dashboardCopy;

/**
 * Returns the message for a dashboard that could not be loaded: the server's message, else the one of the role's view
 * (specification section 8), with the reason when there was no response.
 * @param role the role of the session; any other value means that it is unknown.
 */
export function loadErrorMessage(error: unknown, role: string | null | undefined): string {
  if (error instanceof ApiError && error.message) return error.message;
  const fallback = role === 'learner' || role === 'sponsor' ? failed[role] : failed.role;
  const reason = error instanceof ApiError ? '' : messageOf(error, '');
  return reason ? `${fallback} ${reason}` : fallback;
}
