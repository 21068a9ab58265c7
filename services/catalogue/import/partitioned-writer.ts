import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import type { CourseRow } from '#contracts/catalogue-import.ts';
import { type WrittenCourses, writeCourses } from '../write-courses.ts';
import { acquireImportLock, isBulk, rebuildIfStale, suspendIndexing } from './bulk-import.ts';
import type { Mapping } from './map-record.ts';
import type { ImportProgress } from './progress-line.ts';
import { isGzip } from './read-bytes.ts';

const batchSize = 5_000;
/** Rows of a file as they usually are, for a guess at how many there are. */
const bytesPerRow = 300;
/** How many times smaller gzip makes such a file, for the same guess. */
const compression = 5;

const nothingWritten: WrittenCourses = { added: 0, changed: 0, unchanged: 0 };

interface Partition {
  /** Names the partition's place in the file. */
  key: string;
  client: pg.ClientBase;
  /** Rows of the file up to which this partition's were written by an earlier start. */
  done: number;
  /** What all starts together have written. */
  written: WrittenCourses;
  /** Courses by platform and link. */
  batch: Map<string, CourseRow>;
  /** Rows with the link of a row of an earlier batch: written after `batch`, and counted nowhere. */
  repeats: Map<string, CourseRow>;
}

/** How a file is read: an import resumes only where the same file was read in the same way. */
export interface FileLayout {
  mapping: Mapping;
  delimiter: string;
}

/** Writes the courses of one file. */
export interface PartitionedWriter {
  /** The search is made anew at the end. */
  isBulk: boolean;
  /** Takes a course, and waits when the database is behind. False when an earlier start has written it. */
  add(course: CourseRow, progress: ImportProgress, isRepeated: boolean): Promise<boolean>;
  /** Writes what is still held back. */
  end(progress: ImportProgress): Promise<void>;
  /** What has been written, by earlier starts of the same import as well. */
  written(): WrittenCourses;
  /** Brings the search up to date and forgets the place in the file. */
  close(): Promise<void>;
}

/**
 * Courses go down two partitions by their links, so that rows about the same course stay in their order while two
 * connections write at once. A small import has one connection for both: each row's upkeep of the search would
 * only make the connections wait for each other.
 */
export async function openPartitionedWriter(
  clients: readonly [pg.ClientBase, ...pg.ClientBase[]],
  path: string,
  shape: FileLayout,
): Promise<PartitionedWriter> {
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
    // It is awaited later: until then a failure must not end the process.
    written.catch(() => {});
    writing.set(partition.client, written);
  };
  return {
    isBulk: bulk,
    async add(course, progress, isRepeated) {
      const partition = partitions[partitionOf(course.url)] as Partition;
      if (progress.rows <= partition.done) return false;
      const key = `${course.platform} ${course.url}`;
      (isRepeated && !partition.batch.has(key) ? partition.repeats : partition.batch).set(key, course);
      if (partition.batch.size + partition.repeats.size === batchSize) await flush(partition, progress);
      return true;
    },
    async end(progress) {
      for (const partition of partitions) await flush(partition, progress);
      await Promise.all(writing.values());
    },
    written() {
      const total = { ...nothingWritten };
      for (const { written } of partitions) addTo(total, written);
      return total;
    },
    async close() {
      await rebuildIfStale(first);
      await first.query('DELETE FROM catalogue_imports WHERE fingerprint = ANY ($1)', [keys]);
    },
  };
}

// Any spread will do that gives the same link the same partition.
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

async function readCheckpoint(
  client: pg.ClientBase,
  key: string,
): Promise<Pick<Partition, 'done' | 'written'>> {
  const { rows } = await client.query<WrittenCourses & { done: number }>(
    `SELECT done_rows::float8 AS done, added::float8, changed::float8, unchanged::float8
     FROM catalogue_imports WHERE fingerprint = $1`,
    [key],
  );
  const { done, ...written } = rows[0] ?? { done: 0, ...nothingWritten };
  return { done, written };
}

async function writeBatch(
  { client, key, written }: Partition,
  { batch, repeats }: Pick<Partition, 'batch' | 'repeats'>,
  { rows, refused }: Pick<ImportProgress, 'rows' | 'refused'>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    const counts = batch.size > 0 ? await writeCourses(client, batch.values()) : nothingWritten;
    if (repeats.size > 0) await writeCourses(client, repeats.values());
    await client.query(
      `INSERT INTO catalogue_imports AS i (fingerprint, done_rows, refused_rows, added, changed, unchanged)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (fingerprint) DO UPDATE
       SET done_rows = excluded.done_rows, refused_rows = excluded.refused_rows, added = i.added + excluded.added,
         changed = i.changed + excluded.changed, unchanged = i.unchanged + excluded.unchanged, updated_at = now()`,
      [key, rows, refused, counts.added, counts.changed, counts.unchanged],
    );
    await client.query('COMMIT');
    addTo(written, counts);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function fingerprintOf(path: string, shape: FileLayout): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(shape));
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
