import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { type Config, ConfigError } from '#services/platform/config.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { rewrapPassword } from '#services/requests/encrypt-password.ts';
import {
  type CredentialTable,
  countKeyVersions,
  credentialTables,
  findMissingKeys,
  type KeyVersionCount,
} from './credential-tables.ts';

/** Rows of one transaction: their locks last for some milliseconds. */
const batchSize = 100;
const nilUuid = '00000000-0000-0000-0000-000000000000';
const pauseMs = 200;

type Keys = Pick<Config, 'credentialKeys' | 'credentialKeyVersion'>;

export interface Rotation {
  rotated: number;
  /** Rows that their key does not decrypt, as `table id`; they are left as they are. */
  unreadable: string[];
  /** All rows by table and key, as they are afterwards. */
  counts: KeyVersionCount[];
}

/**
 * Wraps the data keys of all stored credentials with the key `credentialKeyVersion`, in short transactions, while the product
 * runs. Rows that others have locked are skipped and tried again. Can be killed at any time, run again, and run twice at once.
 *
 * @param options.onProgress called with the number of rows done and their total.
 * @param options.waitMs how long to try rows again that others have locked.
 * @throws {ConfigError} when a key that encrypts a row, or the new key, is not configured; nothing was changed then.
 */
export async function rotateCredentials(
  db: DataSource,
  keys: Keys,
  {
    onProgress,
    waitMs = 10_000,
  }: { onProgress?: (done: number, total: number) => void; waitMs?: number } = {},
): Promise<Rotation> {
  const before = await countKeyVersions(db);
  assertKeys(before, keys);
  const total = countOthers(before, keys);
  const unreadable = new Set<string>();
  let rotated = 0;
  let progressAtMs = performance.now();
  for (;;) {
    const rotatedBefore = rotated;
    for (const table of credentialTables)
      for await (const n of rotateTable(db, table, keys, unreadable)) {
        rotated += n;
        if (n > 0) onProgress?.(rotated, Math.max(total, rotated));
      }
    const counts = await countKeyVersions(db);
    if (rotated > rotatedBefore) progressAtMs = performance.now();
    const isDone = countOthers(counts, keys) <= unreadable.size;
    if (isDone || performance.now() - progressAtMs > waitMs)
      return { rotated, unreadable: [...unreadable], counts };
    await sleep(pauseMs);
  }
}

/** Counts the rows that another key than `credentialKeyVersion` encrypts. */
export function countOthers(
  counts: readonly KeyVersionCount[],
  { credentialKeyVersion }: Pick<Keys, 'credentialKeyVersion'>,
): number {
  return counts
    .filter(({ keyVersion }) => keyVersion !== credentialKeyVersion)
    .reduce((sum, { n }) => sum + n, 0);
}

function assertKeys(counts: readonly KeyVersionCount[], { credentialKeys, credentialKeyVersion }: Keys) {
  if (!credentialKeys[credentialKeyVersion])
    throw new ConfigError(`Configuration: CREDENTIAL_KEYS does not list key ${credentialKeyVersion}.`);
  const [missing] = findMissingKeys(counts, credentialKeys);
  if (missing)
    throw new ConfigError(
      `Configuration: CREDENTIAL_KEYS does not list key ${missing.keyVersion}, which encrypts ${missing.n} rows.`,
    );
}

/** Yields the number of rows of each batch. */
async function* rotateTable(db: DataSource, table: CredentialTable, keys: Keys, unreadable: Set<string>) {
  let last: string | undefined = nilUuid;
  while (last !== undefined) {
    const after: string = last;
    const batch = await inTransaction(db, (manager) => rotateBatch(manager, table, after, keys));
    for (const id of batch.unreadable) unreadable.add(`${table.table} ${id}`);
    last = batch.last;
    yield batch.rotated;
  }
}

async function rotateBatch(
  manager: EntityManager,
  { table, id, scopeOf }: CredentialTable,
  after: string,
  keys: Keys,
): Promise<{ rotated: number; unreadable: string[]; last: string | undefined }> {
  const credentials = await rows<{ id: string; keyVersion: string; wrappedKey: Buffer }>(
    manager,
    `SELECT ${id} AS id, key_version AS "keyVersion", wrapped_key AS "wrappedKey" FROM ${table}
     WHERE key_version <> $1 AND ${id} > $2 ORDER BY ${id} LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
    [keys.credentialKeyVersion, after],
  );
  const unreadable: string[] = [];
  const changed = credentials.flatMap(({ id: rowId, ...stored }) => {
    try {
      return [{ id: rowId, wrappedKey: rewrapPassword(stored, scopeOf(rowId), keys).wrappedKey }];
    } catch {
      unreadable.push(rowId);
      return [];
    }
  });
  // Version and wrapped key in one statement: a reader sees both of before or both of after.
  const rotated = await execute(
    manager,
    `UPDATE ${table} t SET key_version = $1, wrapped_key = c.wrapped_key
     FROM unnest($2::uuid[], $3::bytea[]) AS c (id, wrapped_key) WHERE t.${id} = c.id`,
    [keys.credentialKeyVersion, changed.map((row) => row.id), changed.map((row) => row.wrappedKey)],
  );
  return { rotated, unreadable, last: credentials.at(-1)?.id };
}
