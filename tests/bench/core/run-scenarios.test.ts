import { expect, it } from 'vitest';
import { atLeast, atMost } from './limits.ts';
import { exitCodeOf } from './outcome.ts';
import { Progress } from './progress.ts';
import { runScenarios } from './run-scenarios.ts';
import type { Measurement, Scenario } from './scenario.ts';
import { selectScenarios } from './select-scenarios.ts';

const goal = { id: '0', what: 'product ÷ floor', limit: atLeast(0.5) };

function scenario(run: Scenario['run'], more: Partial<Scenario> = {}): Scenario {
  return { name: 'example', goals: [goal], seconds: 1, run, ...more };
}

const measured = (measurement: Partial<Measurement>) =>
  scenario(async () => [{ goal: '0', values: [1], ...measurement }]);

async function runQuietly(...scenarios: Scenario[]) {
  const options = { rounds: 2, seconds: 1, isQuick: true };
  const lines: string[] = [];
  const result = await runScenarios(scenarios, options, new Progress((text) => void lines.push(text)));
  return { ...result, lines };
}

it('compares the median of the rounds with the goal', async () => {
  const { outcomes } = await runQuietly(
    measured({ values: [0.1, 0.5, 9] }),
    measured({ values: [9, 0.49, 0.1] }),
  );
  expect(outcomes).toMatchObject([
    { status: 'met', value: 0.5 },
    { status: 'missed', value: 0.49 },
  ]);
});

it('records figures without a limit', async () => {
  const { outcomes } = await runQuietly({ ...measured({}), goals: [{ id: '0', what: 'rows' }] });
  expect(outcomes).toMatchObject([{ status: 'recorded', value: 1 }]);
});

it.each([
  ['throws', scenario(() => Promise.reject(new Error('the API ended with 1'))), 'the API ended with 1'],
  [
    'has requests that failed',
    measured({ sides: [{ name: 'product', errors: 3 }] }),
    '"0": 3 requests to product failed.',
  ],
  ['measured no number', measured({ values: [1, Number.NaN] }), '"0" was measured as 1, NaN.'],
  ['measured nothing', measured({ values: [] }), '"0" was measured as nothing.'],
  ['leaves a goal out', scenario(async () => []), '"0" was not measured.'],
  ['names a goal that it lacks', measured({ goal: '99' }), 'There is no goal "99".'],
])('fails the run, with or without --gate, when a scenario %s', async (_, failing, reason) => {
  const { outcomes } = await runQuietly(failing, measured({}));
  expect(outcomes).toMatchObject([{ status: 'failed', reason: `Error: ${reason}` }, { status: 'met' }]);
  expect([exitCodeOf(outcomes, false), exitCodeOf(outcomes, true)]).toEqual([1, 1]);
});

it('cleans up in reverse order after a failure, and goes on when that fails', async () => {
  const order: number[] = [];
  const { outcomes, lines } = await runQuietly(
    scenario(async ({ defer }) => {
      defer(() => order.push(1));
      defer(() => Promise.reject(new Error('no such process')));
      defer(() => order.push(3));
      throw new Error('no floor');
    }),
  );
  expect(order).toEqual([3, 1]);
  expect(outcomes).toMatchObject([{ reason: 'Error: no floor' }]);
  expect(lines.join('')).toContain('example could not be cleaned up: Error: no such process');
});

it('a missed goal fails a run with --gate only', async () => {
  const { outcomes } = await runQuietly({
    ...measured({ values: [2] }),
    goals: [{ ...goal, limit: atMost(1) }],
  });
  expect([exitCodeOf(outcomes, false), exitCodeOf(outcomes, true)]).toEqual([0, 1]);
});

it('a scenario whose program is missing is not run, and fails a run with --gate', async () => {
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  try {
    const { outcomes } = await runQuietly(scenario(async () => [], { needs: ['wrk'] }));
    expect(outcomes).toMatchObject([
      { status: 'not run', reason: expect.stringContaining('apt-get install wrk') },
    ]);
    expect([exitCodeOf(outcomes, false), exitCodeOf(outcomes, true)]).toEqual([0, 1]);
  } finally {
    process.env.PATH = path;
  }
});

it('reports the round and the time that is left', async () => {
  const { lines } = await runQuietly(
    { ...measured({}), seconds: 60 },
    scenario(
      async ({ round }) => {
        round(1, 5);
        return [{ goal: '0', values: [1] }];
      },
      { seconds: 90 },
    ),
  );
  expect(lines).toEqual([
    'example: begins (0:00 elapsed, about 2:30 left)\n',
    'example: begins (0:00 elapsed, about 1:30 left)\n',
    'example: round 1 of 5 (0:00 elapsed, about 1:30 left)\n',
  ]);
});

it('selects scenarios by parts of their names; those on demand only when named', () => {
  const list = ['static-page', 'static-asset', 'mixed-load'].map((name) =>
    scenario(async () => [], { name, isOnDemand: name === 'mixed-load' }),
  );
  const names = (...texts: string[]) => selectScenarios(list, texts).map(({ name }) => name);
  expect(names()).toEqual(['static-page', 'static-asset']);
  expect(names('static')).toEqual(['static-page', 'static-asset']);
  expect(names('mixed', 'page')).toEqual(['static-page', 'mixed-load']);
  expect(() => names('sttic')).toThrow('There are: static-page, static-asset, mixed-load.');
});
