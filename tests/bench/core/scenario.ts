import type { Limit } from './limits.ts';
import type { Point } from './statistics.ts';

/** One line of the results: a figure, and what it is compared with. */
export interface Goal {
  /** Unique in the suite; begins with the number of the goal, as in `4 at 100,000`. */
  id: string;
  /** The measured figure, with its unit. */
  what: string;
  /** Absent for a figure that is recorded without a goal. */
  limit?: Limit;
}

/** One of the processes that were compared, or the median of its rounds. */
export interface Side {
  name: string;
  perSecond?: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  /** Resident memory at the end, in megabytes. */
  rssMb?: number;
  /** Requests that failed or returned another status than expected. More than 0 fails the scenario. */
  errors: number;
}

/** The result of a scenario for one of its goals. */
export interface Measurement {
  /** `id` of the goal. */
  goal: string;
  /** One value per round, such as the ratio of product and floor. Their median is compared with the limit. */
  values: readonly number[];
  /** Product first, then the floor. */
  sides?: readonly Side[];
  /** For goals about growth: the points of the plot, whose slope is the value. */
  growth?: readonly Point[];
  note?: string;
}

/** Services of the runner for a scenario. */
export interface Context {
  /** Rounds of product and floor in turn (A B A B …). */
  rounds: number;
  /** Length of one measurement in a round, in seconds. */
  seconds: number;
  /** `--quick`: for trying a scenario; figures of such a run are not valid. */
  isQuick: boolean;
  /** Reports progress: round `number` of `count` begins. */
  round(number: number, count: number): void;
  /** Reports what is being prepared. */
  report(line: string): void;
  /** Runs `cleanup` when the scenario ends, however it ends; the last one given runs first. */
  defer(cleanup: () => unknown): void;
}

/** Product and floor measured in one run, or a check with a result of its own. */
export interface Scenario {
  /** As in `npm run bench -- NAME`. */
  name: string;
  goals: readonly Goal[];
  /** Expected duration of a full run without cached data, in seconds. */
  seconds: number;
  /** Runs only when its name is given. */
  isOnDemand?: boolean;
  /** Programs of the machine; when one is missing, the scenario is not run. */
  needs?: readonly ('wrk' | 'nginx' | 'caddy' | 'redis')[];
  /** Returns a measurement for each goal. Throws when the product or the floor fails. */
  run(context: Context): Promise<readonly Measurement[]>;
}
