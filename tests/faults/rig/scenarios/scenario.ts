import type { Rule } from '../checks/run-checks.ts';
import type { AppliedFault } from '../faults/inject-faults.ts';
import type { SharedLoad } from '../load/load.ts';
import type { RigOptions } from '../options.ts';
import type { VolumeName } from '../processes/volume.ts';

/** The subjects of a scenario; the load of payments runs beside it. */
export interface Stage extends SharedLoad {
  seed: number;
  /** How often to do it: `--times`, or what the scenario says. */
  times: number;
  /** Records a fault that lasts until `during` ends, so that recovery is measured from its end. */
  fault(kind: string, during: () => Promise<void>): Promise<void>;
}

/** Figures and violations of a scenario; the checks of the rig follow. */
export interface ScenarioResult {
  figures: Record<string, number | string>;
  violations: string[];
}

/** A named sequence of faults: `npm run test:faults -- --scenario NAME`. */
export interface Scenario {
  name: string;
  /** Payments a second beside it, and for how long, in seconds. */
  rate: number;
  seconds: number;
  /** How often it does what it does where `--times` is not given; 1 by default. */
  times?: number;
  /** Why it cannot run here; undefined where it can. */
  missing?(options: RigOptions): string | undefined;
  /** The load ends with the acts instead, which take as long as they take. */
  endsWithAct?: boolean;
  /** Processes of each kind and the proxy, where they are not given. */
  system?: Pick<RigOptions, 'apis' | 'workers' | 'proxy'>;
  /** Settings of one process, by its name as in `worker 2`. */
  environment?: Record<string, Record<string, string>>;
  /** Has a small file system of its own. */
  volume?: VolumeName;
  /** The rule that must report violations: the product is sabotaged. */
  mustBreak?: Rule;
  act(stage: Stage): Promise<ScenarioResult>;
}

/** Returns the same settings for so many APIs and as many workers, as {@link Scenario.environment}. */
export const everyProcess = (settings: Record<string, string>, count = 2) =>
  Object.fromEntries(
    ['api', 'worker'].flatMap((kind) =>
      Array.from({ length: count }, (_, index) => [`${kind} ${index + 1}`, settings]),
    ),
  );

/** Creates a stage whose faults are added to `faults` as they begin. */
export function createStage(
  load: SharedLoad,
  given: Pick<Stage, 'seed' | 'times'>,
  faults: AppliedFault[],
): Stage {
  return {
    ...load,
    ...given,
    async fault(kind, during) {
      const entry: AppliedFault = { kind, startMs: Date.now(), endMs: undefined };
      faults.push(entry);
      await during();
      entry.endMs = Date.now();
    },
  };
}
