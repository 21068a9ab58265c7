import { expect, it } from 'vitest';
import { planFaults } from './plan.ts';
import { planMildFaults } from './plan-mild.ts';

const options = {
  seed: 7,
  backend: 'redis',
  seconds: 120,
  rate: 3,
  isSoak: false,
  isOverlapping: false,
  hasFaultyStarts: false,
} as const;

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

it('plans a short fault every few minutes for a soak, of one API and one worker only', () => {
  const plan = planMildFaults({ ...options, seconds: 3_600, isSoak: true });
  expect(plan.length).toBeGreaterThan(12);
  expect(plan.every(({ target, durationMs }) => target === 1 && durationMs <= 3_000)).toBe(true);
  const rests = plan.slice(1).map(({ atMs }, index) => atMs - (plan[index]?.atMs ?? 0));
  expect(Math.min(...rests)).toBeGreaterThan(120_000);
});

it('plans pairs of faults of different servers or processes that overlap, by seed', () => {
  const plan = planFaults({ ...options, seconds: 1_200, isOverlapping: true });
  expect(planFaults({ ...options, seconds: 1_200, isOverlapping: true })).toEqual(plan);
  expect(plan.length).toBeGreaterThan(50);
  for (const [index, { atMs, kind, durationMs, second }] of plan.entries()) {
    if (!second) throw new Error(`${kind} has no second fault`);
    expect(second.afterMs).toBeLessThanOrEqual(durationMs);
    const next = plan[index + 1]?.atMs ?? 1_195_000;
    expect(atMs + second.afterMs + second.durationMs).toBeLessThanOrEqual(next);
    for (const subject of ['api', 'postgres', 'redis', 'smtp', 'provider'])
      expect([kind, second.kind].filter((faultKind) => faultKind.includes(subject)).length).toBeLessThan(2);
  }
});
