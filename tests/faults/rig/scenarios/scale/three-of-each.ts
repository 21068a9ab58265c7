import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { watchExits } from '../watch-exits.ts';
import { countStalled } from './count-stalled.ts';
import { sixProcesses } from './six-processes.ts';

const seconds = 300;

/** Five minutes of payments without a fault: every one settles once, whichever of the processes does it. */
export const threeOfEach: Scenario = {
  ...sixProcesses,
  name: 'three-of-each',
  rate: 3,
  seconds,
  async act({ system }) {
    const exits = watchExits(system);
    const stopCounting = await countStalled(system);
    await sleep(seconds * 1_000);
    const stalled = await stopCounting();
    return {
      figures: { 'jobs stalled': stalled },
      violations: [...exits(), ...(stalled > 0 ? [`${stalled} jobs stalled`] : [])],
    };
  },
};
