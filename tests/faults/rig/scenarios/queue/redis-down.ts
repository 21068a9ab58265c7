import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';
import { needsRedis } from './needs-redis.ts';

const restMs = 10_000;
const downMs = 60_000;

/** Redis is killed and starts again 60 s later. */
export const redisDown: Scenario = {
  name: 'redis-down',
  rate: 3,
  seconds: 90,
  missing: needsRedis,
  async act(stage) {
    const { system } = stage;
    const exits = watchExits(system);
    await sleep(restMs);
    await stage.fault('redis-down', async () => {
      await system.redis?.kill();
      await sleep(downMs);
      await system.redis?.restart();
    });
    return { figures: { 'seconds down': downMs / 1_000 }, violations: exits() };
  },
};
