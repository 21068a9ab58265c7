import pg from 'pg';

/** Makes a database one of a version before the baseline, with its table of migrations as TypeORM made it. */
export async function makeEarlier(url: string): Promise<void> {
  await query(
    url,
    `DROP SCHEMA public CASCADE;
     CREATE SCHEMA public;
     CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name character varying NOT NULL);
     INSERT INTO migrations (timestamp, name)
       VALUES (1795200000000, 'People1795200000000'), (1796809000000, 'SortBuckets1796809000000');
     CREATE TABLE users (id uuid PRIMARY KEY, email text NOT NULL);
     INSERT INTO users VALUES (gen_random_uuid(), 'ada@people.example');
     GRANT USAGE ON SCHEMA public TO PUBLIC;
     GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC`,
  );
}

/** Returns all that a migration could change in a database of {@link makeEarlier}: relations with the time of their last change, and rows. */
export async function readEarlier(url: string): Promise<object[]> {
  return query(
    url,
    `SELECT c.oid::text AS id, relname || ' ' || c.xmin::text AS value FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
       WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
     UNION ALL SELECT id::text, name FROM migrations UNION ALL SELECT id::text, email FROM users ORDER BY 1, 2`,
  );
}

async function query(connectionString: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}
