import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../../processes/start-system.ts';
import { canMount, type VolumeName } from '../../processes/volume.ts';
import { needsRedis } from '../queue/needs-redis.ts';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';
import { writeCommands, writeTable, writeWal } from './write-until-refused.ts';

const restMs = 10_000;
const fullMs = 30_000;
const pollMs = 500;

/** Each writes to the volume as another client would, and returns whether the server refused because the disk is full. */
const writers: Record<VolumeName, (system: System) => Promise<boolean>> = {
  data: writeTable,
  wal: writeWal,
  aof: writeCommands,
};

/** Another program fills the volume for 30 s, twice. One scenario for each volume; the product stores no files of its own. */
export const diskScenarios: readonly Scenario[] = (['data', 'wal', 'aof'] as const).map((volume) => ({
  name: `disk-full-${volume}`,
  rate: 3,
  seconds: 600,
  times: 2,
  endsWithAct: true,
  volume,
  missing: (options) =>
    (volume === 'aof' ? needsRedis(options) : undefined) ??
    (canMount() ? undefined : 'it mounts file systems in memory, which needs Linux and root'),
  async act({ system, times, fault }) {
    const exits = watchExits(system);
    let [refused, ended] = [0, 0];
    for (let time = 0; time < times; time++) {
      await sleep(restMs);
      await fault(`disk-full ${volume}`, async () => {
        const isRefused = await keepFull(system, writers[volume]);
        if (isRefused) refused += 1;
        system.volume?.free();
        if (await system.database.startIfEnded()) ended += 1;
      });
    }
    await sleep(restMs);
    return {
      figures: { 'times full': times, 'times PostgreSQL ended': ended },
      violations: [
        ...exits(),
        ...(refused < times ? [`the server refused to write in ${refused} of ${times} times`] : []),
      ],
    };
  },
}));

/** Fills the volume again and again, as servers free space on it. Returns whether the server refused to write. */
async function keepFull(system: System, write: (system: System) => Promise<boolean>): Promise<boolean> {
  let isRefused = false;
  for (const endMs = Date.now() + fullMs; Date.now() < endMs; await sleep(pollMs)) {
    system.volume?.fill();
    if (await write(system)) isRefused = true;
  }
  return isRefused;
}
