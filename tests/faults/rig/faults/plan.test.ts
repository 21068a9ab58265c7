import { expect, it } from 'vitest';
import { planFaults } from './plan.ts';

const options = { seed: 7, backend: 'redis', seconds: 120, rate: 3 } as const;

it('plans the same faults for the same seed, one after the other and within the run', () => {
  const plan = planFaults(options);
  expect(planFaults(options)).toEqual(plan);
  expect(planFaults({ ...options, seed: 8 })).not.toEqual(plan);
  expect(plan.length).toBeGreaterThan(10);
  for (const [index, { atMs, durationMs }] of plan.entries()) {
    const next = plan[index + 1]?.atMs ?? 115_000;
    expect(atMs + durationMs).toBeLessThanOrEqual(next);
  }
});

it('plans no fault of Redis for the queue in PostgreSQL', () => {
  const kinds = planFaults({ ...options, backend: 'postgres', seconds: 3_600 }).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind.endsWith('redis'))).toEqual([]);
  expect(new Set(kinds).size).toBeGreaterThan(15);
});
