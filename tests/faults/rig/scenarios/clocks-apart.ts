import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { minuteMs } from '#contracts/durations.ts';
import type { Scenario } from './scenario.ts';

const preload = fileURLToPath(new URL('../processes/shift-clock.ts', import.meta.url));
const shift = (minutes: number) => ({
  NODE_OPTIONS: `--import ${preload}`,
  CLOCK_SHIFT_MS: String(minutes * minuteMs),
});

const kills = 10;
const restMs = 7_000;

/** The clocks of one API and one worker jump 5 minutes back and ahead, and each worker is killed 5 times in its jobs. */
export const clocksApart: Scenario = {
  name: 'clocks-apart',
  rate: 3,
  seconds: 140,
  environment: { 'api 2': shift(-5), 'worker 2': shift(5) },
  async act(stage) {
    const [right, early] = stage.system.workers;
    await sleep(restMs);
    for (let count = 0; count < kills; count++) {
      const worker = count % 2 === 0 ? early : right;
      await stage.fault('kill-worker', () => worker.kill());
      await sleep(restMs);
    }
    return { figures: { 'workers killed': kills, 'minutes apart': 10 }, violations: [] };
  },
};
