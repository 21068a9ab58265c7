import { readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { row } from '#services/platform/database/sql.ts';
import { openCondition } from '#services/platform/queue/outbox.entity.ts';
import type { TestRedis } from '#tests/support/servers/start-redis.ts';
import { applyFault } from '../../faults/apply-fault.ts';
import type { System } from '../../processes/start-system.ts';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const restMs = 4_000;

/** How the queue loses its jobs. On Redis all of them in turn, on PostgreSQL only the first one. */
const ways: readonly { kind: string; empty(system: System): Promise<void> }[] = [
  {
    kind: 'empty-queue',
    empty: (system) => applyFault(system, { kind: 'empty-queue', target: 0, durationMs: 0 }),
  },
  {
    kind: 'remove-queue-files',
    empty: ({ redis }) => changeFiles(redis, (folder) => rm(folder, { recursive: true })),
  },
  { kind: 'cut-queue-files', empty: ({ redis }) => changeFiles(redis, cutLastFile) },
];

/** The queue loses its jobs 20 times: by FLUSHALL (DELETE in PostgreSQL), removed files and files cut in half. */
export const queueEmptied: Scenario = {
  name: 'queue-emptied',
  rate: 3,
  seconds: 1_200,
  times: 20,
  endsWithAct: true,
  async act(stage) {
    const { system, times } = stage;
    const exits = watchExits(system);
    const possible = system.redis ? ways : ways.slice(0, 1);
    let jobs = 0;
    for (let time = 0; time < times; time++) {
      await sleep(restMs);
      const way = possible[time % possible.length];
      jobs += await countEnqueued(system);
      if (way) await stage.fault(way.kind, () => way.empty(system));
    }
    return { figures: { 'times emptied': times, 'jobs open then': jobs }, violations: exits() };
  },
};

/** Open rows of the outbox whose jobs are in the queue. */
async function countEnqueued({ db }: System): Promise<number> {
  const enqueued = await row<{ n: number }>(
    db,
    `SELECT count(*)::int AS n FROM outbox WHERE ${openCondition} AND enqueued_at IS NOT NULL`,
  );
  return enqueued?.n ?? 0;
}

/** Kills Redis, changes the folder of its append-only file, and starts it again. */
async function changeFiles(
  redis: TestRedis | undefined,
  change: (folder: string) => Promise<void>,
): Promise<void> {
  if (!redis) return;
  await redis.kill();
  await change(join(redis.folder, 'appendonlydir'));
  await redis.restart();
}

/** The part that was written since the last rewrite loses its second half. */
async function cutLastFile(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.incr.aof')) continue;
    const file = join(folder, name);
    await truncate(file, Math.floor((await stat(file)).size / 2));
  }
}
