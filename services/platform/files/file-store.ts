import { createHash, randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { type Config, ConfigError } from '../config.ts';
import { execute, rows } from '../database/sql.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Logger } from '../log.ts';
import { FilesUnavailableError, type ObjectStore, objectStore } from './object-store.ts';
import type { StoredBytes } from './stored-object.entity.ts';

export interface FileDeps {
  db: DataSource;
  config: Pick<Config, 'files'>;
}

/** Returns the store that `FILES_STORE` names for new files; it reads those of both. */
export function fileStore({ db, config: { files } }: FileDeps) {
  return {
    /**
     * Stores bytes before the transaction that refers to them, and returns the columns of its row. Objects to which no committed
     * row refers within an hour are deleted by {@link sweepObjects}.
     */
    put: async (data: Buffer): Promise<StoredBytes> =>
      files.store === 's3' ? putObject(db, requireObjects(files), data) : { data, objectKey: null },
    /** Returns the bytes of a row, wherever they are. */
    async get({ data, objectKey }: StoredBytes): Promise<Buffer> {
      if (data) return data;
      if (!objectKey) throw new Error('A row has no file');
      const bytes = await requireObjects(files).get(objectKey);
      if (!bytes) throw new Error(`Object ${objectKey} is missing in the object store`);
      return bytes;
    },
  };
}

/** Stores an object that `sweepObjects` deletes after an hour unless a committed row refers to it. */
export async function putObject(
  db: DataSource,
  objects: ObjectStore,
  data: Buffer,
): Promise<{ data: null; objectKey: string }> {
  const objectKey = randomUUID();
  await execute(
    db,
    `INSERT INTO stored_objects (key, sha256, size_bytes, delete_after) VALUES ($1, $2, $3, now() + interval '1 hour')`,
    [objectKey, sha256(data), data.length],
  );
  await objects.put(objectKey, data);
  return { data: null, objectKey };
}

export const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** Returns the configured object store. @throws Error without one. */
function requireObjects({ s3 }: Config['files']): ObjectStore {
  if (!s3)
    throw new Error('A file is in an object store, and FILES_S3_BUCKET and its other settings are not set');
  return objectStore(s3);
}

const batchSize = 20;

/**
 * Deletes the objects that no row refers to any more, or that an upload which did not end left behind. Returns their number.
 * Their rows are locked meanwhile: a transaction that refers to one of them late is rolled back.
 *
 * @throws FilesUnavailableError; the objects stay listed then.
 */
export async function sweepObjects(db: DataSource, objects: ObjectStore): Promise<number> {
  let removed = 0;
  for (;;) {
    const inBatch = await inTransaction(db, (manager) => sweepBatch(manager, objects));
    removed += inBatch;
    if (inBatch < batchSize) return removed;
  }
}

async function sweepBatch(manager: EntityManager, objects: ObjectStore): Promise<number> {
  const due = await rows<{ key: string }>(
    manager,
    `SELECT key FROM stored_objects WHERE delete_after < now() ORDER BY delete_after LIMIT ${batchSize}
     FOR UPDATE SKIP LOCKED`,
  );
  const keys = due.map(({ key }) => key);
  await Promise.all(keys.map((key) => objects.remove(key)));
  await execute(manager, 'DELETE FROM stored_objects WHERE key = ANY($1)', [keys]);
  return keys.length;
}

/**
 * Checks the object store where new files are stored, at the start of a process. An unavailable one costs a warning: what
 * needs no file is served meanwhile.
 *
 * @throws {ConfigError} for a missing bucket and for refused keys.
 */
export async function checkFileStore(
  { files }: Pick<Config, 'files'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (files.store !== 's3' || !files.s3) return;
  const { bucket, endpoint } = files.s3;
  const { host } = new URL(endpoint);
  try {
    await objectStore(files.s3).check();
  } catch (error) {
    if (!(error instanceof FilesUnavailableError)) throw error;
    if (error.status === 404)
      throw new ConfigError(`Configuration: FILES_S3_BUCKET: ${host} has no bucket ${bucket}.`);
    if (error.status === 403 || error.status === 401)
      throw new ConfigError(
        `Configuration: FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY: ${host} refuses them for the bucket ${bucket}.`,
      );
    log.warn(
      `FILES_S3_ENDPOINT: ${host} is unavailable; files cannot be stored or read until it is back. ${error.message}`,
    );
  }
}
