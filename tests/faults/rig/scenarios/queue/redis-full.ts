import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';
import { needsRedis } from './needs-redis.ts';

const restMs = 10_000;
const fullMs = 30_000;
const pollMs = 250;
const spareBytes = 2_000_000;
const chunk = 'x'.repeat(50_000);

/** Another client fills Redis up to maxmemory, which evicts nothing, for 30 s, twice. */
export const redisFull: Scenario = {
  name: 'redis-full',
  rate: 3,
  seconds: 600,
  times: 2,
  endsWithAct: true,
  missing: needsRedis,
  async act(stage) {
    const { system, times } = stage;
    const exits = watchExits(system);
    const client = new Redis(system.redis?.url ?? '');
    let rejected = 0;
    for (let time = 0; time < times; time++) {
      await sleep(restMs);
      await stage.fault('fill-redis', async () => {
        rejected += await keepFull(client);
      });
    }
    await sleep(restMs);
    client.disconnect();
    return {
      figures: { 'times full': times, 'commands of the product rejected': rejected },
      violations: [...exits(), ...(rejected === 0 ? ['no command of the product was rejected'] : [])],
    };
  },
};

/** Returns how many commands of other clients were rejected while it was full. */
async function keepFull(client: Redis): Promise<number> {
  const before = await readNumber(client, 'errorstats', /errorstat_OOM:count=(\d+)/);
  const used = await readNumber(client, 'memory', /used_memory:(\d+)/);
  await client.config('SET', 'maxmemory', used + spareBytes);
  const keys: string[] = [];
  let own = 0;
  const endMs = Date.now() + fullMs;
  // Jobs that end free memory, so that it is filled again and again.
  for (; Date.now() < endMs; await sleep(pollMs)) {
    for (let isFull = false; !isFull; ) {
      const key = `another-client:${keys.length}`;
      try {
        await client.set(key, chunk);
        keys.push(key);
      } catch (error) {
        if (!String(error).includes('OOM')) throw error;
        own += 1;
        isFull = true;
      }
    }
  }
  const after = await readNumber(client, 'errorstats', /errorstat_OOM:count=(\d+)/);
  await client.del(...keys);
  await client.config('SET', 'maxmemory', 0);
  return after - before - own;
}

const readNumber = async (client: Redis, section: string, pattern: RegExp): Promise<number> =>
  Number((await client.info(section)).match(pattern)?.[1] ?? 0);
