import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import { execute, row } from '#services/platform/database/sql.ts';
import { lockCourses, type WrittenCourses, writeCourses } from '../write-courses.ts';
import { acquireImportLock, isBulk, rebuildIfStale, suspendIndexing } from './bulk-import.ts';
import type { ImportProgress } from './import-report.ts';
import type { Mapping } from './map-record.ts';
import { isGzip } from './read-bytes.ts';

const batchSize = 5_000;
/** Typical size of a row, to estimate the number of rows from the file size. */
const bytesPerRow = 300;
/** Typical compression ratio of gzip, for the same estimate. */
const compression = 5;

const nothingWritten: WrittenCourses = { added: 0, changed: 0, unchanged: 0 };

interface Partition {
  /** Key of the partition's checkpoint. */
  key: string;
  client: pg.ClientBase;
  /** Checkpoint: rows of the file up to here were written by an earlier run. */
  done: number;
  /** Counts of all runs of this import together. */
  written: WrittenCourses;
  /** Courses by platform and URL. */
  batch: Map<string, CourseRow>;
  /** Rows with the URL of a row of an earlier batch: written after `batch` and not counted. */
  repeats: Map<string, CourseRow>;
}

/** How a file is parsed; part of the fingerprint, so that an import resumes only with the same layout. */
interface FileLayout {
  mapping: Mapping;
  delimiter: string;
}

/**
 * Opens a writer that distributes courses to two partitions by URL, so that rows of the same course keep their order
 * while two connections write concurrently. A small import uses one connection for both, because concurrent updates of
 * the search index would block each other.
 */
export async function openPartitionedWriter(
  clients: readonly [pg.ClientBase, ...pg.ClientBase[]],
  path: string,
  shape: FileLayout,
) {
  const [first] = clients;
  await acquireImportLock(first);
  const size = (await stat(path)).size * ((await isGzip(path)) ? compression : 1);
  const bulk = await isBulk(first, size / bytesPerRow);
  if (bulk) for (const client of clients) await suspendIndexing(client);
  const fingerprint = await fingerprintOf(path, shape);
  const keys = [`${fingerprint}/1`, `${fingerprint}/2`] as const;
  const partitions: Partition[] = [];
  for (const [index, key] of keys.entries()) {
    const client = (bulk ? clients[index] : undefined) ?? first;
    partitions.push({
      key,
      client,
      ...(await readCheckpoint(first, key)),
      batch: new Map(),
      repeats: new Map(),
    });
  }
  const writing = new Map<pg.ClientBase, Promise<void>>();
  const flush = async (partition: Partition, { rows, refused }: ImportProgress) => {
    const { batch, repeats } = partition;
    partition.batch = new Map();
    partition.repeats = new Map();
    // The next batch is read while this one is written.
    await writing.get(partition.client);
    const written = writeBatch(partition, { batch, repeats }, { rows, refused });
    // Awaited with the next batch; until then a failure must not be an unhandled rejection.
    written.catch(() => {});
    writing.set(partition.client, written);
  };
  return {
    /** The search index is rebuilt at the end instead of updated row by row. */
    isBulk: bulk,
    /** Adds a course; waits while the previous batch is being written. Returns false when an earlier run has written it. */
    async add(course: CourseRow, progress: ImportProgress, isRepeated: boolean): Promise<boolean> {
      const partition = partitions[partitionOf(course.url)] as Partition;
      if (progress.rows <= partition.done) return false;
      const key = `${course.platform} ${course.url}`;
      (isRepeated && !partition.batch.has(key) ? partition.repeats : partition.batch).set(key, course);
      if (partition.batch.size + partition.repeats.size === batchSize) await flush(partition, progress);
      return true;
    },
    /** Writes the remaining batches. */
    async end(progress: ImportProgress): Promise<void> {
      for (const partition of partitions) await flush(partition, progress);
      await Promise.all(writing.values());
    },
    /** Returns the counts, including those of earlier runs of the same import. */
    written(): WrittenCourses {
      const total = { ...nothingWritten };
      for (const { written } of partitions) addTo(total, written);
      return total;
    },
    /** Rebuilds the search index if it is stale and deletes the checkpoints. */
    async close(): Promise<void> {
      await rebuildIfStale(first);
      await execute(first, 'DELETE FROM catalogue_imports WHERE fingerprint = ANY ($1)', [keys]);
    },
  };
}

// Any deterministic hash of the URL is sufficient.
function partitionOf(url: string): 0 | 1 {
  let sum = 0;
  for (let at = 0; at < url.length; at += 1) sum += url.charCodeAt(at);
  return (sum & 1) as 0 | 1;
}

function addTo(total: WrittenCourses, more: WrittenCourses): void {
  total.added += more.added;
  total.changed += more.changed;
  total.unchanged += more.unchanged;
}

async function readCheckpoint(client: pg.ClientBase, key: string) {
  const checkpoint = await row<WrittenCourses & { done: number }>(
    client,
    `SELECT done_rows::float8 AS done, added::float8, changed::float8, unchanged::float8
     FROM catalogue_imports WHERE fingerprint = $1`,
    [key],
  );
  const { done, ...written } = checkpoint ?? { done: 0, ...nothingWritten };
  return { done, written };
}

async function writeBatch(
  { client, key, written }: Partition,
  { batch, repeats }: Pick<Partition, 'batch' | 'repeats'>,
  { rows, refused }: Pick<ImportProgress, 'rows' | 'refused'>,
): Promise<void> {
  await execute(client, 'BEGIN');
  try {
    if (repeats.size > 0) await lockCourses(client, [...batch.values(), ...repeats.values()]);
    const counts = batch.size > 0 ? await writeCourses(client, batch.values()) : nothingWritten;
    if (repeats.size > 0) await writeCourses(client, repeats.values());
    await execute(
      client,
      `INSERT INTO catalogue_imports AS i (fingerprint, done_rows, refused_rows, added, changed, unchanged)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (fingerprint) DO UPDATE
       SET done_rows = excluded.done_rows, refused_rows = excluded.refused_rows, added = i.added + excluded.added,
         changed = i.changed + excluded.changed, unchanged = i.unchanged + excluded.unchanged, updated_at = now()`,
      [key, rows, refused, counts.added, counts.changed, counts.unchanged],
    );
    await execute(client, 'COMMIT');
    addTo(written, counts);
  } catch (error) {
    await execute(client, 'ROLLBACK');
    throw error;
  }
}

async function fingerprintOf(path: string, shape: FileLayout): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(shape));
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
