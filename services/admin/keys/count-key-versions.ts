import { rows, type SqlClient } from '#services/platform/database/sql.ts';
import { credentialTables } from './credential-tables.ts';

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
