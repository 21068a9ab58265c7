import type { Config } from '#services/platform/config.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { rewrapPassword } from '#services/requests/encrypt-password.ts';
import { credentialTables } from './credential-tables.ts';

/** A row that the configured key of its number does not decrypt. */
export interface WrongKey {
  table: string;
  keyVersion: string;
  id: string;
}

/** Tries each key with one row of each table, without decrypting what is stored there. */
export async function findWrongKeys(
  client: SqlClient,
  keys: Pick<Config, 'credentialKeys' | 'credentialKeyVersion'>,
): Promise<WrongKey[]> {
  const wrong: WrongKey[] = [];
  for (const { table, id, scopeOf } of credentialTables) {
    const found = await rows<{ id: string; keyVersion: string; wrappedKey: Buffer }>(
      client,
      `SELECT DISTINCT ON (key_version) ${id} AS id, key_version AS "keyVersion", wrapped_key AS "wrappedKey"
       FROM ${table} ORDER BY key_version`,
    );
    for (const row of found) {
      try {
        rewrapPassword(row, scopeOf(row.id), keys);
      } catch {
        wrong.push({ table, keyVersion: row.keyVersion, id: row.id });
      }
    }
  }
  return wrong;
}
