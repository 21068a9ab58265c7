import { readdirSync } from 'node:fs';
import { row } from '#services/platform/database/sql.ts';
import { rssMb } from '#tests/bench/processes/child.ts';
import type { System } from '../processes/start-system.ts';
import type { Resources } from './snapshot.ts';

/** Reads descriptors and memory of APIs and workers from /proc, and counts the product's connections. */
export async function readResources({ apis, workers, db }: System): Promise<Resources> {
  const processes = [...apis, ...workers].map(({ name, pid }) => ({
    name,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    memoryMb: Math.round(rssMb(pid)),
  }));
  const counted = await row<{ connections: number }>(
    db,
    `SELECT count(*)::int AS connections FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'rig'`,
  );
  return { processes, connections: counted?.connections ?? 0 };
}
