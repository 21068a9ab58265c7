import type pg from 'pg';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { generateCourses } from '#services/catalogue/generate-courses.ts';
import { rebuildIfStale, suspendIndexing } from '#services/catalogue/import/bulk-import.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';

const batchSize = 5_000;

/** Fills an empty catalogue as a large import does: rows first, the search index at the end. */
export async function fillCourses(client: pg.Client, count: number): Promise<void> {
  await suspendIndexing(client);
  const batch: CourseRow[] = [];
  for (const course of generateCourses(count)) {
    batch.push(course);
    if (batch.length === batchSize) await writeCourses(client, batch.splice(0));
  }
  await writeCourses(client, batch);
  await rebuildIfStale(client);
}
