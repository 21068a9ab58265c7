import { readFile } from 'node:fs/promises';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { mapRecord } from './import/map-record.ts';

/** Returns the real courses that are seeded into a new installation. Throws an Error when one of them is invalid. */
export async function readStarterCatalogue(): Promise<CourseRow[]> {
  const text = await readFile(new URL('./starter-catalogue.json', import.meta.url), 'utf8');
  const rows = JSON.parse(text) as Record<string, unknown>[];
  return rows.map((row) => {
    const mapped = mapRecord(row, { columns: {}, constants: {} });
    if ('problem' in mapped)
      throw new Error(`The starter catalogue is invalid at ${row.title}: ${mapped.problem}`);
    return mapped.course;
  });
}
