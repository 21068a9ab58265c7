import { describeError } from '#services/platform/describe-error.ts';
import { readMachine } from './machine.ts';
import { compare, type Outcome, unmeasured } from './outcome.ts';
import { findMissingProgram } from './programs.ts';
import type { Progress } from './progress.ts';
import type { Context, Scenario } from './scenario.ts';

/** Activity of the machine while a scenario ran. */
export interface Load {
  scenario: string;
  seconds: number;
  /** Load average of one minute at the end. */
  average: number;
  /** Processor time of programs that do not belong to the run, in percent of one core. Linux only. */
  othersPercent: number | undefined;
}

/** Results of a run. */
export interface RunResult {
  outcomes: Outcome[];
  loads: Load[];
}

/** Runs scenarios one after the other. One that throws fails all of its goals; the others run. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  options: Pick<Context, 'rounds' | 'seconds' | 'isQuick'>,
  progress: Progress,
): Promise<RunResult> {
  const outcomes: Outcome[] = [];
  const loads: Load[] = [];
  for (const [index, scenario] of scenarios.entries()) {
    const missing = findMissingProgram(scenario.needs ?? []);
    if (missing) {
      progress.report(`${scenario.name} is not run: ${missing}`);
      outcomes.push(...unmeasured(scenario, 'not run', missing));
      continue;
    }
    progress.start(scenario, scenarios.slice(index + 1));
    const before = readMachine();
    outcomes.push(...(await runOne(scenario, options, progress)));
    loads.push({ scenario: scenario.name, ...before.since() });
  }
  return { outcomes, loads };
}

async function runOne(
  scenario: Scenario,
  options: Pick<Context, 'rounds' | 'seconds' | 'isQuick'>,
  progress: Progress,
): Promise<Outcome[]> {
  const cleanups: (() => unknown)[] = [];
  const context: Context = {
    ...options,
    round: (number, count) => progress.round(number, count),
    report: (line) => progress.report(line),
    defer: (cleanup) => void cleanups.push(cleanup),
  };
  try {
    return compare(scenario, await scenario.run(context));
  } catch (error) {
    progress.report(`${scenario.name} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return unmeasured(scenario, 'failed', describeError(error));
  } finally {
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        progress.report(`${scenario.name} could not be cleaned up: ${describeError(error)}`);
      }
    }
  }
}
