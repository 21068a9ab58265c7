import { createHash, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Config } from '../config.ts';
import { execute } from '../database/sql.ts';
import type { StoredBytes } from './file-columns.ts';
import { type ObjectStore, objectStore } from './object-store.ts';

/** Stores and reads the bytes of uploaded files, which are at most 1 MB: no streams. Both throw `FilesUnavailableError`. */
export interface FileStore {
  /**
   * Stores bytes before the transaction that refers to them, and returns what its row has to contain. What no committed row
   * refers to within an hour is deleted by `sweepObjects`.
   */
  put(data: Buffer): Promise<StoredBytes>;
  /** Returns the bytes of a row, wherever they are. */
  get(stored: StoredBytes): Promise<Buffer>;
}

/** The deps that a file store is made of. */
export interface FileDeps {
  db: DataSource;
  config: Pick<Config, 'files'>;
}

/** Returns the store that `FILES_STORE` names for new files; it reads those of both. */
export function fileStore({ db, config: { files } }: FileDeps): FileStore {
  return {
    put: (data) =>
      files.store === 's3'
        ? putObject(db, requireObjects(files), data)
        : Promise.resolve({ data, objectKey: null }),
    async get({ data, objectKey }) {
      if (data) return data;
      if (!objectKey) throw new Error('A row has no file');
      const found = await requireObjects(files).get(objectKey);
      if (!found) throw new Error(`Object ${objectKey} is missing in the object store`);
      return found;
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

/** Returns the SHA-256 of a file. */
export const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** Returns the configured object store. @throws Error without one. */
function requireObjects({ s3 }: Config['files']): ObjectStore {
  if (!s3)
    throw new Error('A file is in an object store, and FILES_S3_BUCKET and its other settings are not set');
  return objectStore(s3);
}
