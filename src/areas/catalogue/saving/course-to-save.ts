import { tabStorage } from '../../../browser/storage.ts';
import { storageKeys } from '../../../browser/storage-keys.ts';

/** The data that saving a course requires. */
export interface CourseToSave {
  id: string;
  title: string;
  description: string;
  url: string;
}

const keptForMs = 30 * 60_000;

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
