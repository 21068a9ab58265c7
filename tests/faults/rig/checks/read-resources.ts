import { readdirSync } from 'node:fs';
import { row } from '#services/platform/database/sql.ts';
import type { System } from '../processes/start-system.ts';
import { readHeapMb } from './read-heap.ts';
import type { Resources } from './snapshot.ts';

/** Reads descriptors and heaps of APIs and workers, and counts the product's connections. */
export async function readResources({ apis, workers, db }: System): Promise<Resources> {
  const processes = await Promise.all(
    [...apis, ...workers].map(async (program) => ({
      name: program.name,
      descriptors: readdirSync(`/proc/${program.pid}/fd`).length,
      heapMb: Math.round(await readHeapMb(program)),
    })),
  );
  const counted = await row<{ connections: number }>(
    db,
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'rig'`,
  );
  return { processes, connections: counted?.connections ?? 0 };
}
