import { findSavedCourses, saveCourse } from '#contracts/catalogue/catalogue.ts';
import { minuteMs } from '#contracts/durations.ts';
import { ApiError, apiCopy, call } from '../../../browser/api.ts';
import { $token } from '../../../browser/session.ts';
import { storageKeys, tabStorage } from '../../../browser/storage.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';

/** The data that saving a course requires. */
export type CourseToSave = Record<'id' | 'title' | 'description' | 'url', string>;

const keptForMs = 30 * minuteMs;

/** Stores a course until its user has signed in: in this tab, for 30 minutes. */
export function storeCourseToSave(course: CourseToSave): void {
  tabStorage.write(storageKeys.courseToSave, JSON.stringify({ course, keptAt: Date.now() }));
}

/** Removes and returns the stored course; undefined when there is none or it has expired. */
export function consumeCourseToSave(): CourseToSave | undefined {
  const kept = tabStorage.read(storageKeys.courseToSave);
  if (!kept) return undefined;
  tabStorage.remove(storageKeys.courseToSave);
  const { course, keptAt } = JSON.parse(kept) as { course: CourseToSave; keptAt: number };
  return Date.now() - keptAt < keptForMs ? course : undefined;
}

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
export async function saveStoredCourse() {
  if (!$token.get()) return undefined;
  const course = consumeCourseToSave();
  return course && { course, problem: await saveToDashboard(course) };
}

/** Returns whether a course is on the signed-in user's dashboard; false when the request fails, as saving is idempotent. */
export async function isSaved(id: string): Promise<boolean> {
  const saved = await call(findSavedCourses, { query: { ids: id } }).catch(() => undefined);
  return saved?.data.includes(id) ?? false;
}
