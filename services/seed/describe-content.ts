import { row } from '#services/platform/database/sql.ts';
import { postgresClientOptions, withClient } from '../platform/database/data-source.ts';

/** Kinds of content in a migrated database; printed at the start. */
export interface DatabaseContent {
  hasPeople: boolean;
  hasSamplePeople: boolean;
  hasCourses: boolean;
}

/** Queries which kinds of content a migrated database has. */
export async function describeContent(databaseUrl: string): Promise<DatabaseContent> {
  const content = await withClient({ ...postgresClientOptions, connectionString: databaseUrl }, (client) =>
    row<DatabaseContent>(
      client,
      `SELECT EXISTS (SELECT FROM users) AS "hasPeople",
              EXISTS (SELECT FROM users WHERE is_sample) AS "hasSamplePeople",
              EXISTS (SELECT FROM courses) AS "hasCourses"`,
    ),
  );
  return content ?? { hasPeople: false, hasSamplePeople: false, hasCourses: false };
}
