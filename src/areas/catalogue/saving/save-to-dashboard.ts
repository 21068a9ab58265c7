import { findSavedCourses, saveCourse } from '#contracts/catalogue/catalogue.ts';
import { apiCopy } from '../../../browser/api.copy.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { $token } from '../../../browser/session.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { type CourseToSave, consumeCourseToSave, storeCourseToSave } from './course-to-save.ts';

/** Why a course was not saved; `needsSignIn` when the user must sign in first. */
export interface SaveProblem {
  message: string;
  needsSignIn: boolean;
}

/**
 * Saves a course to the signed-in user's dashboard and returns the problem, if any. Without a session the course is
 * stored, to be saved after sign-in by {@link saveStoredCourse}.
 */
export async function saveToDashboard(course: CourseToSave): Promise<SaveProblem | undefined> {
  storeCourseToSave(course);
  if (!$token.get()) return { message: apiCopy.missingToken, needsSignIn: true };
  try {
    const { title, description, url } = course;
    await call(saveCourse, { body: { title, description, link: url } });
  } catch (error) {
    // With an expired token the user is redirected to sign-in; the stored course is saved afterwards.
    if (error instanceof ApiError && error.status === 401)
      return { message: error.message, needsSignIn: true };
    consumeCourseToSave();
    const said = error instanceof ApiError ? error.message : '';
    return { message: said || copy.saveFailed, needsSignIn: false };
  }
  consumeCourseToSave();
  return undefined;
}

/**
 * Saves the course that was stored before sign-in. Returns it with its problem, if any; undefined when there is none.
 */
export async function saveStoredCourse(): Promise<
  { course: CourseToSave; problem: SaveProblem | undefined } | undefined
> {
  if (!$token.get()) return undefined;
  const course = consumeCourseToSave();
  return course && { course, problem: await saveToDashboard(course) };
}

/** Returns whether a course is on the signed-in user's dashboard; false when the request fails, as saving is idempotent. */
export async function isSaved(id: string): Promise<boolean> {
  const saved = await call(findSavedCourses, { query: { ids: id } }).catch(() => undefined);
  return saved?.data.includes(id) ?? false;
}
