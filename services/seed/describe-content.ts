import pg from 'pg';
import { row } from '#services/platform/database/sql.ts';
import { postgresClientOptions } from '../platform/database/data-source.ts';

/** Kinds of content in a migrated database; printed at the start. */
export interface DatabaseContent {
  hasPeople: boolean;
  hasSamplePeople: boolean;
  hasCourses: boolean;
}

/** Queries which kinds of content a migrated database has. */
export async function describeContent(databaseUrl: string): Promise<DatabaseContent> {
  const client = new pg.Client({ ...postgresClientOptions, connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await row<DatabaseContent>(
      client,
      `SELECT EXISTS (SELECT FROM users) AS "hasPeople",
              EXISTS (SELECT FROM users WHERE is_sample) AS "hasSamplePeople",
              EXISTS (SELECT FROM courses) AS "hasCourses"`,
    );
    return found ?? { hasPeople: false, hasSamplePeople: false, hasCourses: false };
  } finally {
    await client.end();
  }
}
