import { findSavedCourses } from '#contracts/catalogue.ts';
import { call } from '../../../browser/api.ts';
import { $token } from '../../../browser/session.ts';

/** Returns which of these courses (ids) are on the signed-in user's dashboard; none when the request fails. */
export async function fetchSavedCourseIds(ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0 || !$token.get()) return [];
  try {
    return (await call(findSavedCourses, { query: { ids: ids.join(',') } })).data;
  } catch {
    // Saving is idempotent, so a missing mark does no harm.
    return [];
  }
}
