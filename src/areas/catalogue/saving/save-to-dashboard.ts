import { saveCourse } from '#contracts/catalogue.ts';
import { apiCopy } from '../../../browser/api.copy.ts';
import { ApiError, call } from '../../../browser/api.ts';
import { $token } from '../../../browser/session.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { type CourseToSave, consumeCourseToSave, storeCourseToSave } from './course-to-save.ts';

/** What became of saving: nothing to say when it worked; `needsSignIn` when that is what it takes. */
export interface SaveProblem {
  message: string;
  needsSignIn: boolean;
}

/**
 * Puts a course on the dashboard of whoever is signed in. Without a session it is kept and saved after sign-in,
 * by {@link saveStoredCourse}.
 */
export async function saveToDashboard(course: CourseToSave): Promise<SaveProblem | undefined> {
  storeCourseToSave(course);
  if (!$token.get()) return { message: apiCopy.missingToken, needsSignIn: true };
  try {
    const { title, description, url } = course;
    await call(saveCourse, { body: { title, description, link: url } });
  } catch (error) {
    // An expired token leads to sign-in by itself, and what was kept is saved afterwards.
    if (error instanceof ApiError && error.status === 401)
      return { message: error.message, needsSignIn: true };
    consumeCourseToSave();
    const said = error instanceof ApiError ? error.message : '';
    return { message: said || copy.saveFailed, needsSignIn: false };
  }
  consumeCourseToSave();
  return undefined;
}

/** Saves what somebody wanted to save before they signed in. Answers the course and what became of it. */
export async function saveStoredCourse(): Promise<
  { course: CourseToSave; problem: SaveProblem | undefined } | undefined
> {
  if (!$token.get()) return undefined;
  const course = consumeCourseToSave();
  return course && { course, problem: await saveToDashboard(course) };
}
