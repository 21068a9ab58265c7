import type { DataSource } from 'typeorm';

/** Names of all tables in every schema that is not PostgreSQL's own. */
async function tablesOf(db: DataSource): Promise<string[]> {
  const tables: { name: string }[] = await db.query(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return tables.map(({ name }) => name);
}

/** Returns the number of rows by table. */
export async function countRows(db: DataSource): Promise<Record<string, number>> {
  const names = await tablesOf(db);
  const counts = names.map((name) => `SELECT '${name}' AS name, count(*)::int AS n FROM ${name}`);
  const rows: { name: string; n: number }[] = await db.query(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Every row of every table, in every schema that is not PostgreSQL's own, as text (bytes come as hex); `only` names tables. */
export async function dumpDatabase(db: DataSource, only = /./): Promise<{ tables: string[]; text: string }> {
  const tables = (await tablesOf(db)).filter((name) => only.test(name));
  const parts: string[] = [];
  for (const name of tables) {
    const rows: { row: string }[] = await db.query(`SELECT t::text AS row FROM ${name} AS t`);
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return { tables, text: parts.join('\n') };
}

/** The ways in which a secret could stand in a text without being encrypted, by name. */
export function disguises(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret, 'utf8');
  // Base64 of the same bytes differs by where in a group of three they start.
  const base64 = (offset: number) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4);
  return {
    clear: secret,
    hex: bytes.toString('hex'),
    'base64 at 0': base64(0),
    'base64 at 1': base64(1),
    'base64 at 2': base64(2),
    backwards: [...secret].reverse().join(''),
    'url-encoded': encodeURIComponent(secret),
    escaped: JSON.stringify(secret).slice(1, -1),
  };
}
