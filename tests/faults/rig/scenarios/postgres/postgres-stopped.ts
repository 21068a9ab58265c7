import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const restMs = 10_000;
const stoppedMs = 60_000;

/** All processes of PostgreSQL are stopped for 60 s. */
export const postgresStopped: Scenario = {
  name: 'postgres-stopped',
  rate: 3,
  seconds: 90,
  async act(stage) {
    const { system } = stage;
    const exits = watchExits(system);
    await sleep(restMs);
    await stage.fault('pause-postgres', async () => {
      const resume = system.database.pause();
      await sleep(stoppedMs);
      resume();
    });
    return { figures: { 'seconds stopped': stoppedMs / 1_000 }, violations: exits() };
  },
};
