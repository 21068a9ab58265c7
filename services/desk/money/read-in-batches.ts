import type { DataSource } from 'typeorm';
import { rows } from '#services/platform/database/sql.ts';

const batchSize = 500;

/** Place of a row in the order of an export; a text, because a `Date` has no microseconds. */
interface Cursor {
  cursorAt: string;
  cursorId: string;
}

/**
 * Yields the rows of a table that only grows in batches, each in a query of its own: a slow download holds neither a
 * connection nor a transaction. The cursor of the last row continues the next batch.
 *
 * @param text SQL with the cursor as `$1` (time) and `$2` (id), and the size of a batch as `$3`; its rows have `cursorAt`
 *   and `cursorId` and are ordered by them. Several rows may have the same cursor if they are returned together.
 * @param values those of `$4` …
 */
export async function* readInBatches<Row extends object>(
  db: DataSource,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row[]> {
  let last: Cursor = { cursorAt: '-infinity', cursorId: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const batch = await rows<Row & Cursor>(db, text, [last.cursorAt, last.cursorId, batchSize, ...values]);
    const end = batch.at(-1);
    if (!end) return;
    yield batch;
    last = end;
  }
}
