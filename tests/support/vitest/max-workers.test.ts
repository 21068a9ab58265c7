import { expect, it } from 'vitest';
import { measureMaxWorkers, workersFor } from './max-workers.ts';

it.each([
  { idle: 0.98, cores: 2, workers: 4 },
  { idle: 0.75, cores: 2, workers: 3 },
  { idle: 0.5, cores: 2, workers: 2 },
  { idle: 0.25, cores: 2, workers: 2 },
  { idle: 0, cores: 2, workers: 2 },
  { idle: 1, cores: 16, workers: 6 },
])('has $workers workers on $cores cores that are idle for $idle of the time', ({ idle, cores, workers }) => {
  expect(workersFor(idle, cores)).toBe(workers);
});

it('reads the load of this machine', async () => {
  expect([2, 3, 4, 5, 6]).toContain(await measureMaxWorkers());
});
