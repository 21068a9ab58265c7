import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Time over which the load by other programs is measured, in milliseconds. */
const sampleMs = 400;

const readTimes = () =>
  cpus().reduce(
    (sum, { times }) => ({
      idle: sum.idle + times.idle,
      total: sum.total + times.idle + times.user + times.nice + times.sys + times.irq,
    }),
    { idle: 0, total: 0 },
  );

/**
 * Returns how many test files run at a time: two for each core that other programs leave, since tests wait for servers,
 * browsers and timers, and never one alone. More would make each other slower than the product's own limits of time allow.
 *
 * @param idle part of the processors' time in which they had nothing to do, 0 to 1.
 */
export function workersFor(idle: number, cores: number): number {
  return Math.min(6, Math.max(2, Math.round(2 * idle * cores)));
}

/** Measures the load of the machine and returns {@link workersFor} it. */
export async function measureMaxWorkers(): Promise<number> {
  const before = readTimes();
  await wait(sampleMs);
  const after = readTimes();
  const idle = (after.idle - before.idle) / (after.total - before.total);
  return workersFor(Number.isNaN(idle) ? 1 : idle, availableParallelism());
}
