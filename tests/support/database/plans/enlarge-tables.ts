import type pg from 'pg';

/** The number of rows that the planner sees in every table. */
const plannedRows = 100_000;

const sampleValues: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `''`,
  'character varying': `''`,
  boolean: 'false',
  integer: '1',
  smallint: '1',
  bigint: '1',
  numeric: '1',
  real: '1',
  date: 'now()',
  'timestamp with time zone': 'now()',
  jsonb: `'{}'`,
  json: `'{}'`,
  bytea: `''`,
  tsvector: `''`,
  ARRAY: `'{}'`,
};

/** Columns besides ids whose values are nearly unique, such as those of natural keys. */
const selectiveNames = new Set(
  'account address email key link natural_key reference subject_id subject url'.split(' '),
);

/** Rows that a value of a selective column has: two, as ids of owners have a few. */
const distinctShare = -0.5;

/**
 * Makes the planner see 100,000 rows in every table, with one row written to each: it computes the number of rows from
 * the pages that exist and from the rows of a page that the statistics state. For a database of its own that is dropped
 * afterwards, because constraints and triggers are switched off.
 */
export async function enlargeTables(client: pg.Client): Promise<void> {
  await client.query('SET session_replication_role = replica');
  const { rows: checks } = await client.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  for (const { sql } of checks) await client.query(sql);
  const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT t.table_name AS table, c.column_name AS column, c.data_type AS type
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'`,
  );
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    const names = own.map(({ column }) => `"${column}"`);
    const values = own.map(({ type, column }) => {
      const value = sampleValues[type];
      if (!value) throw new Error(`There is no sample value for ${table}.${column} of type ${type}`);
      return value;
    });
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} WHERE NOT EXISTS (SELECT FROM ${table}) ON CONFLICT DO NOTHING`,
    );
    await client.query(
      `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1, 'reltuples', $2::real)`,
      [table, plannedRows],
    );
    for (const { column } of own.filter(
      ({ type, column: name }) => type === 'uuid' || selectiveNames.has(name),
    ))
      await client.query(
        `SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', $1::text, 'attname', $2::text,
           'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', $3::real)`,
        [table, column, distinctShare],
      );
  }
}
