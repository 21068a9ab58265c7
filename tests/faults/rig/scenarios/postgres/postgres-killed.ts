import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../random.ts';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';

const shortestRestMs = 1_000;
const longestRestMs = 4_000;

/** PostgreSQL is killed 100 times, and starts again after 0.5 s. No process of the product ends. */
export const postgresKilled: Scenario = {
  name: 'postgres-killed',
  rate: 3,
  seconds: 3_600,
  times: 100,
  endsWithAct: true,
  async act(stage) {
    const { system, seed, times } = stage;
    const exits = watchExits(system);
    const random = createRandom(seed);
    for (let time = 0; time < times; time++) {
      await sleep(random.between(shortestRestMs, longestRestMs));
      await stage.fault('kill-postgres', () => system.database.kill());
    }
    return { figures: { 'times killed': times }, violations: exits() };
  },
};
