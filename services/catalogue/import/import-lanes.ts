import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import type { CourseRow } from '#contracts/catalogue-import.ts';
import { writeCourses } from '../write-courses.ts';
import { announceImport, catchUp, isBulk, suspendSearchUpkeep } from './bulk-import.ts';
import type { Mapping } from './map-record.ts';
import type { ImportProgress } from './progress-line.ts';

const batchSize = 5_000;
/** Rows of a file as they usually are, for a guess at how many there are. */
const bytesPerRow = 300;

interface Lane {
  /** Names the lane's place in the file. */
  key: string;
  client: pg.ClientBase;
  /** Rows of the file up to which this lane's were written by an earlier start. */
  done: number;
  batch: CourseRow[];
}

/** Writes the courses of one file. */
export interface Lanes {
  /** The search is made anew at the end. */
  isBulk: boolean;
  /** Takes a course, and waits when the database is behind. False when an earlier start has written it. */
  add(course: CourseRow, progress: ImportProgress): Promise<boolean>;
  /** Writes what is still held back. */
  end(progress: ImportProgress): Promise<void>;
  /** Brings the search up to date and forgets the place in the file. */
  close(): Promise<void>;
}

/**
 * Courses go down two lanes by their links, so that rows about the same course stay in their order while two
 * connections write at once. A small import has one connection for both: each row's upkeep of the search would
 * only make the connections wait for each other.
 */
export async function openLanes(
  clients: readonly [pg.ClientBase, ...pg.ClientBase[]],
  path: string,
  mapping: Mapping,
): Promise<Lanes> {
  const [first] = clients;
  await announceImport(first);
  const bulk = await isBulk(first, (await stat(path)).size / bytesPerRow);
  if (bulk) for (const client of clients) await suspendSearchUpkeep(client);
  const fingerprint = await fingerprintOf(path, mapping);
  const keys = [`${fingerprint}/1`, `${fingerprint}/2`] as const;
  const lanes: Lane[] = [];
  for (const [index, key] of keys.entries()) {
    const client = (bulk ? clients[index] : undefined) ?? first;
    lanes.push({ key, client, done: await readPlace(first, key), batch: [] });
  }
  const writing = new Map<pg.ClientBase, Promise<void>>();
  const hand = async (lane: Lane, { rows, refused }: ImportProgress) => {
    const batch = lane.batch;
    lane.batch = [];
    // The next batch is read while this one is written.
    await writing.get(lane.client);
    const written = writeBatch(lane, batch, { rows, refused });
    // It is awaited later: until then a failure must not end the process.
    written.catch(() => {});
    writing.set(lane.client, written);
  };
  return {
    isBulk: bulk,
    async add(course, progress) {
      const lane = lanes[laneOf(course.url)] as Lane;
      if (progress.rows <= lane.done) return false;
      if (lane.batch.push(course) === batchSize) await hand(lane, progress);
      return true;
    },
    async end(progress) {
      for (const lane of lanes) await hand(lane, progress);
      await Promise.all(writing.values());
    },
    async close() {
      await catchUp(first);
      await first.query('DELETE FROM catalogue_imports WHERE fingerprint = ANY ($1)', [keys]);
    },
  };
}

// Any spread will do that gives the same link the same lane.
function laneOf(url: string): 0 | 1 {
  let sum = 0;
  for (let at = 0; at < url.length; at += 1) sum += url.charCodeAt(at);
  return (sum & 1) as 0 | 1;
}

async function readPlace(client: pg.ClientBase, key: string): Promise<number> {
  const { rows } = await client.query<{ done: number }>(
    'SELECT done_rows::float8 AS done FROM catalogue_imports WHERE fingerprint = $1',
    [key],
  );
  return rows[0]?.done ?? 0;
}

async function writeBatch(
  { client, key }: Lane,
  batch: readonly CourseRow[],
  { rows, refused }: Pick<ImportProgress, 'rows' | 'refused'>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    if (batch.length > 0) await writeCourses(client, batch);
    await client.query(
      `INSERT INTO catalogue_imports (fingerprint, done_rows, refused_rows) VALUES ($1, $2, $3)
       ON CONFLICT (fingerprint) DO UPDATE
       SET done_rows = excluded.done_rows, refused_rows = excluded.refused_rows, updated_at = now()`,
      [key, rows, refused],
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
