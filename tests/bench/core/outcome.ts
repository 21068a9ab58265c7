import type { Goal, Measurement, Scenario } from './scenario.ts';
import { median } from './statistics.ts';

/** `recorded`: measured, without a goal. `failed`: the scenario failed. `not run`: a program is missing. */
export type Status = 'met' | 'missed' | 'recorded' | 'failed' | 'not run';

/** The result of one goal. */
export interface Outcome {
  scenario: string;
  goal: Goal;
  status: Status;
  measurement?: Measurement;
  /** Median of the rounds. */
  value?: number;
  /** Why it failed or was not run. */
  reason?: string;
}

/**
 * Compares what a scenario measured with its goals.
 *
 * @throws an Error when a goal has no measurement or a measurement no goal, when a value is not a number, and when a
 *   request failed: a request that fails is often faster than one that succeeds.
 */
export function compare(scenario: Scenario, measurements: readonly Measurement[]): Outcome[] {
  for (const { goal } of measurements) {
    if (!scenario.goals.some(({ id }) => id === goal)) throw new Error(`There is no goal "${goal}".`);
  }
  return scenario.goals.map((goal) => {
    const measurement = measurements.find((candidate) => candidate.goal === goal.id);
    if (!measurement) throw new Error(`"${goal.id}" was not measured.`);
    const failing = measurement.sides?.find(({ errors }) => errors > 0);
    if (failing) throw new Error(`"${goal.id}": ${failing.errors} requests to ${failing.name} failed.`);
    const value = median(measurement.values);
    if (!measurement.values.every(Number.isFinite) || !Number.isFinite(value))
      throw new Error(`"${goal.id}" was measured as ${measurement.values.join(', ') || 'nothing'}.`);
    const status = !goal.limit ? 'recorded' : goal.limit.isMet(value) ? 'met' : 'missed';
    return { scenario: scenario.name, goal, status, measurement, value };
  });
}

/** Returns the outcomes of a scenario without measurements. */
export function unmeasured(scenario: Scenario, status: 'failed' | 'not run', reason: string): Outcome[] {
  return scenario.goals.map((goal) => ({ scenario: scenario.name, goal, status, reason }));
}

/** Returns the exit code of a run: 1 when a scenario failed; with `--gate` also when a goal was missed or not measured. */
export function exitCodeOf(outcomes: readonly Outcome[], isGate: boolean): 0 | 1 {
  const isBad = ({ status }: Outcome) =>
    status === 'failed' || (isGate && (status === 'missed' || status === 'not run'));
  return outcomes.length === 0 || outcomes.some(isBad) ? 1 : 0;
}
