import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import type { CourseRow } from '#contracts/catalogue-import.ts';
import { writeCourses } from '../write-courses.ts';
import { announceImport, catchUp, isBulk, suspendSearchUpkeep } from './bulk-import.ts';
import { type Mapping, mapRecord } from './map-record.ts';
import { type FileFormat, readRecords } from './read-records.ts';

/** How far an import is. */
export interface ImportProgress {
  rows: number;
  refused: number;
  /** Rows that an earlier, cut off import of the same file has done. */
  skipped: number;
  bytes: number;
  /** Every row is written; the search is being made anew. */
  isFinishing: boolean;
}

/** What an import is told. */
export interface ImportOptions {
  path: string;
  format: FileFormat;
  mapping: Mapping;
  /** Reads and checks everything and writes nothing. */
  isDryRun?: boolean;
  /** Told each row that is refused: its line and the reason. */
  onRefused(line: number, problem: string): void;
  onProgress?(progress: ImportProgress): void;
}

const batchSize = 5_000;

/**
 * Imports a file row by row. Each batch and the place in the file behind it are written in one transaction, so an
 * import that was killed goes on where it was when it is started again with the same file and mapping. A large one
 * leaves the search as it was until all rows are written; killed before that, the next start catches up.
 */
export async function importCourses(client: pg.ClientBase, options: ImportOptions): Promise<ImportProgress> {
  const { path, format, mapping, isDryRun = false, onProgress = () => {} } = options;
  const progress: ImportProgress = { rows: 0, refused: 0, skipped: 0, bytes: 0, isFinishing: false };
  const write = isDryRun ? undefined : await startWriting(client, options);
  let batch: CourseRow[] = [];
  let writing: Promise<void> | undefined;
  const handOver = async () => {
    // The next batch is read while this one is written.
    await writing;
    writing = write?.batch(batch, { ...progress });
    // It is awaited a batch later: a failure in between is not lost, and must not end the process now.
    writing?.catch(() => {});
    batch = [];
    onProgress(progress);
  };
  const onRead = (bytes: number) => {
    progress.bytes = bytes;
  };
  for await (const { line, fields, problem } of readRecords(path, format, onRead)) {
    progress.rows += 1;
    const mapped = problem ? { problem } : mapRecord(fields, mapping);
    if ('problem' in mapped) {
      // Also those of the part that was done before: the report shall be whole.
      progress.refused += 1;
      options.onRefused(line, mapped.problem);
    }
    if (progress.rows <= (write?.done ?? 0)) progress.skipped += 1;
    else if ('course' in mapped) batch.push(mapped.course);
    if (batch.length === batchSize) await handOver();
  }
  await handOver();
  await writing;
  progress.isFinishing = true;
  onProgress(progress);
  await write?.finish();
  return progress;
}

interface Writing {
  /** Rows of the file that an earlier start has written. */
  done: number;
  batch(rows: readonly CourseRow[], progress: ImportProgress): Promise<void>;
  finish(): Promise<void>;
}

async function startWriting(client: pg.ClientBase, { path, mapping }: ImportOptions): Promise<Writing> {
  await announceImport(client);
  const fingerprint = await fingerprintOf(path, mapping);
  const { size } = await stat(path);
  let isFirst = true;
  return {
    done: await readPlace(client, fingerprint),
    async batch(batch, progress) {
      const expected = (progress.rows * size) / Math.max(1, progress.bytes);
      if (isFirst && (await isBulk(client, expected))) await suspendSearchUpkeep(client);
      isFirst = false;
      await writeBatch(client, { batch, fingerprint, progress });
    },
    async finish() {
      await catchUp(client);
      await client.query('DELETE FROM catalogue_imports WHERE fingerprint = $1', [fingerprint]);
    },
  };
}

async function readPlace(client: pg.ClientBase, fingerprint: string): Promise<number> {
  const { rows } = await client.query<{ done: number }>(
    'SELECT done_rows::float8 AS done FROM catalogue_imports WHERE fingerprint = $1',
    [fingerprint],
  );
  return rows[0]?.done ?? 0;
}

async function writeBatch(
  client: pg.ClientBase,
  {
    batch,
    fingerprint,
    progress,
  }: { batch: readonly CourseRow[]; fingerprint: string; progress: ImportProgress },
): Promise<void> {
  await client.query('BEGIN');
  try {
    if (batch.length > 0) await writeCourses(client, batch);
    await client.query(
      `INSERT INTO catalogue_imports (fingerprint, done_rows, refused_rows) VALUES ($1, $2, $3)
       ON CONFLICT (fingerprint) DO UPDATE
       SET done_rows = excluded.done_rows, refused_rows = excluded.refused_rows, updated_at = now()`,
      [fingerprint, progress.rows, progress.refused],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function fingerprintOf(path: string, mapping: Mapping): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(mapping));
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
