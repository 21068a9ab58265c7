import pg from 'pg';
import type { RecordedQueries } from './record-queries.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** A statement and a table that its generic plan reads from beginning to end. */
export interface SequentialScan {
  table: string;
  statement: string;
}

const explainable = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

/** Plans each recorded statement with the settings of its connection, without values, and returns its sequential scans. */
export async function findSequentialScans(
  url: string,
  queries: RecordedQueries,
): Promise<{ planned: number; scans: SequentialScan[] }> {
  const scans: SequentialScan[] = [];
  let planned = 0;
  for (const [options, texts] of queries) {
    const client = new pg.Client({ connectionString: url, application_name: 'test', options });
    await client.connect();
    try {
      for (const statement of texts) {
        if (!explainable.test(statement)) continue;
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
        );
        planned += 1;
        const tables = new Set(rows[0]?.['QUERY PLAN'].flatMap(({ Plan: plan }) => scannedTables(plan)));
        for (const table of tables) scans.push({ table, statement: statement.replaceAll(/\s+/g, ' ') });
      }
    } finally {
      await client.end();
    }
  }
  return { planned, scans };
}

function scannedTables(plan: Plan): string[] {
  const own = plan['Node Type'].endsWith('Seq Scan') ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedTables)];
}
