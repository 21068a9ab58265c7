import type { Config } from '#services/platform/config.ts';
import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { scopeOf } from '#services/refunds/refund-account.ts';
import { rewrapPassword } from '#services/requests/encrypt-password.ts';

/** A table whose rows have `key_version`, `wrapped_key` and `encrypted`. */
export interface CredentialTable {
  table: string;
  /** Its primary key, a uuid. */
  id: string;
  /** Returns the additional authenticated data of a row. */
  scopeOf(id: string): string;
}

const ownId = (id: string) => id;

/** Every table with encrypted credentials. */
export const credentialTables: readonly CredentialTable[] = [
  { table: 'platform_logins', id: 'request_id', scopeOf: ownId },
  { table: 'purchase_codes', id: 'purchase_id', scopeOf: ownId },
  { table: 'refund_accounts', id: 'refund_id', scopeOf },
  { table: 'operators', id: 'user_id', scopeOf: ownId },
];

/** Number of rows of a table that a key encrypts. */
export interface KeyVersionCount {
  table: string;
  keyVersion: string;
  n: number;
}

const statement = credentialTables
  .map(
    ({ table }) =>
      `SELECT '${table}' AS table, key_version AS "keyVersion", count(*)::int AS n FROM ${table} GROUP BY 2`,
  )
  .join(' UNION ALL ');

/** Counts the stored credentials by table and key, in one statement. */
export function countKeyVersions(client: SqlClient): Promise<KeyVersionCount[]> {
  return rows<KeyVersionCount>(client, `${statement} ORDER BY 1, 2`);
}

/** Returns the numbers of keys that encrypt something and are not configured, and the rows of each. */
export function findMissingKeys(
  counts: readonly KeyVersionCount[],
  keys: Readonly<Record<string, string>>,
): { keyVersion: string; n: number }[] {
  const missing = new Map<string, number>();
  for (const { keyVersion, n } of counts)
    if (!keys[keyVersion]) missing.set(keyVersion, (missing.get(keyVersion) ?? 0) + n);
  return [...missing].map(([keyVersion, n]) => ({ keyVersion, n }));
}

/** A row that the configured key of its number does not decrypt. */
interface WrongKey {
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
    const credentials = await rows<{ id: string; keyVersion: string; wrappedKey: Buffer }>(
      client,
      `SELECT DISTINCT ON (key_version) ${id} AS id, key_version AS "keyVersion", wrapped_key AS "wrappedKey"
       FROM ${table} ORDER BY key_version`,
    );
    for (const row of credentials) {
      try {
        rewrapPassword(row, scopeOf(row.id), keys);
      } catch {
        wrong.push({ table, keyVersion: row.keyVersion, id: row.id });
      }
    }
  }
  return wrong;
}
