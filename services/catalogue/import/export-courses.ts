import type pg from 'pg';
import { type CourseRow, courseFacts } from '#contracts/catalogue/catalogue-import.ts';
import { toMajor } from '#contracts/money.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { byteOrderMark, csvLine } from '#services/platform/documents/csv.ts';
import type { FileFormat } from './read-records.ts';

const batchSize = 2_000;

/** Yields the whole catalogue as text in a format that the importer reads back without loss. */
export async function* exportCourses(client: pg.ClientBase, format: FileFormat): AsyncGenerator<string> {
  if (format === 'csv') yield byteOrderMark + csvLine(courseFacts);
  if (format === 'json') yield '[';
  let isFirst = true;
  for await (const course of readCourses(client)) {
    if (format === 'csv') yield csvLine(courseFacts.map((column) => cellOf(course[column])));
    else if (format === 'ndjson') yield `${JSON.stringify(course)}\n`;
    else yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(course)}`;
    isFirst = false;
  }
  if (format === 'json') yield '\n]\n';
}

const cellOf = (value: CourseRow[keyof CourseRow]) => (Array.isArray(value) ? value.join('; ') : value);

interface ExportedRow {
  row: Omit<CourseRow, 'price' | 'priceUnit'> & { priceMinor: number | null; currency: string | null };
}

async function* readCourses(client: pg.ClientBase): AsyncGenerator<CourseRow> {
  await execute(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await execute(
      client,
      `DECLARE exported NO SCROLL CURSOR FOR SELECT json_strip_nulls(to_json(row)) AS row FROM (
      SELECT title, description, platform, url, level, status, access, price_minor AS "priceMinor", currency, tags, rating,
        language, duration, checked_on AS "checkedOn" FROM courses ORDER BY platform, url) AS row`,
    );
    for (;;) {
      const batch = await rows<ExportedRow>(client, `FETCH ${batchSize} FROM exported`);
      if (batch.length === 0) return;
      for (const { row } of batch) {
        const { priceMinor, currency, ...course } = row;
        yield {
          ...course,
          ...(priceMinor && currency && { price: toMajor(priceMinor), priceUnit: currency }),
        };
      }
    }
  } finally {
    await execute(client, 'ROLLBACK');
  }
}
