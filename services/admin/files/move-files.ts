import type { DataSource } from 'typeorm';
import { execute, row, rows, type SqlClient } from '#services/platform/database/sql.ts';
import { putObject, sha256 } from '#services/platform/files/file-store.ts';
import type { ObjectStore } from '#services/platform/files/object-store.ts';
import type { StoredBytes } from '#services/platform/files/stored-object.entity.ts';

interface FileTable {
  table: string;
  /** The columns of its primary key. */
  keys: readonly string[];
}

/** Every table whose rows have a file (`data`, `object_key`). @internal A test compares them with the tables of the database. */
export const fileTables: readonly FileTable[] = [
  { table: 'certificates', keys: ['enrolment_id'] },
  { table: 'dispute_evidence', keys: ['dispute_id'] },
  { table: 'invoices', keys: ['request_id'] },
  { table: 'order_receipts', keys: ['purchase_id', 'attempt'] },
  { table: 'profile_pictures', keys: ['user_id'] },
  { table: 'proofs', keys: ['request_id'] },
];

/** Number of files of a table in each store. */
export interface FileCount {
  table: string;
  postgres: number;
  s3: number;
}

const statement = fileTables
  .map(
    ({ table }) =>
      `SELECT '${table}' AS table, count(data)::int AS postgres, (count(*) - count(data))::int AS s3 FROM ${table}`,
  )
  .join(' UNION ALL ');

/** Counts the files by table and store, in one statement. */
export function countFiles(client: SqlClient): Promise<FileCount[]> {
  return rows<FileCount>(client, `${statement} ORDER BY 1`);
}

/** Files that are moved at the same time, and in memory. */
const batchSize = 8;

export type Destination = 'postgres' | 's3';

interface Move {
  moved: number;
  /** Files whose object is missing or has another checksum, as `table key`; they are left as they are. */
  damaged: string[];
  /** All files by table and store, as they are afterwards. */
  counts: FileCount[];
}

/** Counts the files that are not at the destination. */
export const countOthers = (counts: readonly FileCount[], to: Destination): number =>
  counts.reduce((sum, count) => sum + (to === 's3' ? count.postgres : count.s3), 0);

/**
 * Moves all uploaded files to one store, while the product runs: each file is written there, read back, and compared by its
 * checksum before one statement changes its row. Can be killed at any time, run again, and run twice at once; what a killed
 * run has sent to the object store is deleted by `sweepObjects`, and so is the object of a file that is in PostgreSQL again.
 *
 * @param options.onProgress called with the number of files done and their total.
 * @throws FilesUnavailableError
 */
export async function moveFiles(
  db: DataSource,
  objects: ObjectStore,
  to: Destination,
  { onProgress }: { onProgress?: (done: number, total: number) => void } = {},
): Promise<Move> {
  const total = countOthers(await countFiles(db), to);
  const damaged: string[] = [];
  let moved = 0;
  for (const table of fileTables)
    for await (const batch of readBatches(db, table, to)) {
      const results = await Promise.all(batch.map((key) => moveFile({ db, objects, to }, table, key)));
      for (const [index, result] of results.entries()) {
        if (result === 'moved') moved += 1;
        if (result === 'damaged') damaged.push(`${table.table} ${batch[index]?.join(' ')}`);
      }
      onProgress?.(moved, Math.max(total, moved));
    }
  return { moved, damaged, counts: await countFiles(db) };
}

type Key = readonly unknown[];
const parameters = (keys: readonly string[], first: number) =>
  keys.map((_, index) => `$${index + first}`).join(', ');

/** Yields the keys of the files that are not at the destination, in their order. */
async function* readBatches(db: DataSource, { table, keys }: FileTable, to: Destination) {
  const columns = keys.join(', ');
  const isElsewhere = to === 's3' ? 'data IS NOT NULL' : 'data IS NULL';
  let last: Key | undefined;
  do {
    const after: Key | undefined = last;
    const elsewhere: Record<string, unknown>[] = await rows(
      db,
      `SELECT ${columns} FROM ${table}
       WHERE ${isElsewhere}${after ? ` AND (${columns}) > (${parameters(keys, 1)})` : ''}
       ORDER BY ${columns} LIMIT ${batchSize}`,
      [...(after ?? [])],
    );
    const batch: Key[] = elsewhere.map((values) => keys.map((name) => values[name]));
    yield batch;
    last = batch.at(-1);
  } while (last);
}

/** Moves one file; `skipped` when it was replaced, moved or deleted meanwhile. */
async function moveFile(
  { db, objects, to }: { db: DataSource; objects: ObjectStore; to: Destination },
  { table, keys }: FileTable,
  key: Key,
): Promise<'moved' | 'skipped' | 'damaged'> {
  const isRow = `(${keys.join(', ')}) = (${parameters(keys, 1)})`;
  const stored = await row<StoredBytes & { sha256: Buffer | null }>(
    db,
    `SELECT f.data, f.object_key AS "objectKey", o.sha256
     FROM ${table} f LEFT JOIN stored_objects o ON o.key = f.object_key WHERE ${isRow}`,
    [...key],
  );
  if (!stored || (to === 's3') !== (stored.data !== null)) return 'skipped';
  const next = to === 's3' ? await copyToObjects(db, objects, stored) : await copyToPostgres(objects, stored);
  if (!next) return 'damaged';
  const before = keys.length + 3;
  const changed = await execute(
    db,
    `UPDATE ${table} SET data = $${before - 2}, object_key = $${before - 1}
     WHERE ${isRow} AND ${to === 's3' ? `sha256(data) = $${before}` : `data IS NULL AND object_key = $${before}`}`,
    [...key, next.data, next.objectKey, stored.data ? sha256(stored.data) : stored.objectKey],
  );
  return changed === 1 ? 'moved' : 'skipped';
}

async function copyToObjects(db: DataSource, objects: ObjectStore, { data }: StoredBytes) {
  if (!data) return undefined;
  const stored = await putObject(db, objects, data);
  const copy = await objects.get(stored.objectKey);
  return copy?.equals(data) ? stored : undefined;
}

async function copyToPostgres(
  objects: ObjectStore,
  { objectKey, sha256: expected }: StoredBytes & { sha256: Buffer | null },
): Promise<StoredBytes | undefined> {
  const data = objectKey ? await objects.get(objectKey) : undefined;
  return data && expected && sha256(data).equals(expected) ? { data, objectKey: null } : undefined;
}
