import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import type { System } from '../processes/start-system.ts';

/** So many that most searches find something. */
const courses = 2_000;

/** Fills the empty catalogue of a run with generated courses. */
export async function fillCatalogue({ db }: System): Promise<void> {
  await writeCourses(db, [...generateCourses(courses)]);
}
