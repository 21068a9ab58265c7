import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../random.ts';
import { actBeside } from './bystanders.ts';
import type { Load, SharedLoad } from './load.ts';
import { payOnce } from './payments.ts';

/** Flows at a time; more wait, as the clients of a slow product do. */
const most = 80;

/** The driver's counts so far. */
export interface DriveCounts {
  started: number;
  running: number;
  /** Flows that ended with an error of the rig itself, such as a control call that failed. */
  errors: string[];
}

/** A flow has random numbers of its own, so that what it does depends on the seed and not on the pace of the others. */
function flowOf(shared: SharedLoad, seed: number, number: number): Load {
  const random = createRandom(seed * 7_919 + number);
  return { ...shared, random, url: () => random.pick(shared.system.clientUrls) };
}

/** Starts `rate` payments a second, and as many calls around them, for so many seconds and until enough are done, or until `ended`; then waits for all of them. */
export async function driveLoad(
  load: SharedLoad,
  {
    seed,
    rate,
    seconds,
    isEnough,
    ended,
  }: { seed: number; rate: number; seconds: number; isEnough: () => boolean; ended: AbortSignal },
  counts: DriveCounts,
): Promise<void> {
  const pauses = createRandom(seed + 1);
  const endMs = Date.now() + seconds * 1_000;
  const flows = new Set<Promise<void>>();
  const begin = (flow: Promise<void>) => {
    const settled = flow
      .catch(
        (error: unknown) => void counts.errors.push(error instanceof Error ? error.message : String(error)),
      )
      .then(() => {
        flows.delete(settled);
        counts.running = flows.size;
      });
    flows.add(settled);
    counts.running = flows.size;
  };
  while ((Date.now() < endMs || !isEnough()) && !ended.aborted) {
    if (flows.size < most) {
      counts.started += 1;
      begin(payOnce(flowOf(load, seed, 2 * counts.started)));
      if (pauses.next() < 0.5) begin(actBeside(flowOf(load, seed, 2 * counts.started + 1), counts.started));
    }
    // Exponential pauses: clients do not come in step.
    await sleep(Math.min(3_000, (-Math.log(1 - pauses.next()) / rate) * 1_000));
  }
  while (flows.size > 0) await Promise.all(flows);
}
