import pg from 'pg';
import { expect } from 'vitest';
import { createTestDatabase } from '../test-database.ts';
import { enlargeTables } from './enlarge-tables.ts';
import { findSequentialScans } from './find-sequential-scans.ts';
import type { RecordedQueries } from './record-queries.ts';

/** Tables that never have more than 10,000 rows, with the reason. */
const smallTables: Record<string, string> = {
  open_request_days: 'one row for each day',
  open_request_changes: 'compacted into open_request_days by the calls that read it',
  operators: 'one row for each person of staff',
};

/** Fails when PostgreSQL would read a table of 100,000 rows from beginning to end for one of the recorded statements. */
export async function expectIndexed(queries: RecordedQueries, leastPlanned: number): Promise<void> {
  const database = await createTestDatabase();
  try {
    const client = new pg.Client({ connectionString: database.url, application_name: 'test' });
    await client.connect();
    await enlargeTables(client);
    await client.end();
    const { planned, scans } = await findSequentialScans(database.url, queries);
    expect(planned).toBeGreaterThan(leastPlanned);
    expect(scans.filter(({ table }) => !(table in smallTables))).toEqual([]);
  } finally {
    await database.drop();
  }
}
