import type { DataSource } from 'typeorm';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';

/** Factory: returns a valid course with the given overrides. */
export function courseRow(overrides: Partial<CourseRow> & { title: string }): CourseRow {
  return {
    description: 'A course.',
    platform: 'Coursera',
    url: `https://courses.example/${encodeURIComponent(overrides.title)}`,
    level: 'Beginner',
    status: 'Free',
    tags: [],
    ...overrides,
  };
}

// A busy machine must write them within the statement timeout of an API.
const batchSize = 250;

/** Fixture: writes courses in batches, as the importer does. */
export async function fillCatalogue(db: DataSource, courses: Iterable<CourseRow>): Promise<void> {
  const batch: CourseRow[] = [];
  for (const course of courses) {
    batch.push(course);
    if (batch.length === batchSize) await writeCourses(db, batch.splice(0));
  }
  if (batch.length > 0) await writeCourses(db, batch);
}
