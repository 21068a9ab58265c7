import { storageKeys } from '../../../browser/storage-keys.ts';

/** What saving a course takes. */
export interface CourseToSave {
  id: string;
  title: string;
  description: string;
  url: string;
}

const keptForMs = 30 * 60_000;

/** Keeps what somebody wants to save while they sign in: in this tab only, and not for long. */
export function storeCourseToSave(course: CourseToSave): void {
  sessionStorage.setItem(storageKeys.courseToSave, JSON.stringify({ course, keptAt: Date.now() }));
}

/** Takes out what was kept, once; undefined when there is nothing, or it is too old to be meant. */
export function consumeCourseToSave(): CourseToSave | undefined {
  const kept = sessionStorage.getItem(storageKeys.courseToSave);
  if (!kept) return undefined;
  sessionStorage.removeItem(storageKeys.courseToSave);
  const { course, keptAt } = JSON.parse(kept) as { course: CourseToSave; keptAt: number };
  return Date.now() - keptAt < keptForMs ? course : undefined;
}
