import { mkdir, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { measureRecovery } from './checks/measure-recovery.ts';
import { readResources } from './checks/read-resources.ts';
import { readSnapshot } from './checks/read-snapshot.ts';
import { runChecks } from './checks/run-checks.ts';
import type { Resources } from './checks/snapshot.ts';
import { type AppliedFault, injectFaults } from './faults/inject-faults.ts';
import { planFaults } from './faults/plan.ts';
import { planMildFaults } from './faults/plan-mild.ts';
import { heal } from './heal.ts';
import { History } from './history.ts';
import { browse, type ReadCounts } from './load/browse.ts';
import { gatherCrowd } from './load/crowd.ts';
import { type DriveCounts, driveLoad } from './load/drive-load.ts';
import type { RigOptions } from './options.ts';
import { startSystem } from './processes/start-system.ts';
import { answersMeanwhile } from './report/answers-meanwhile.ts';
import type { RigReport, Sample } from './report/rig-report.ts';
import { createStage, type Scenario } from './scenarios/scenario.ts';
import { fillCatalogue } from './soak/fill-catalogue.ts';
import { watchUse } from './soak/watch-use.ts';
import { watchProgress } from './watch-progress.ts';

/** Starts everything, runs load and the faults of a scenario or of the seed, heals and checks. The history is written to `folder`. */
export async function runRig(
  options: RigOptions,
  folder: string,
  write: (line: string) => void,
  scenario?: Scenario,
): Promise<RigReport> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const history = new History(join(folder, 'history.jsonl'));
  const system = await startSystem(options, scenario);
  try {
    const crowd = await gatherCrowd(system);
    if (options.isSoak) await fillCatalogue(system);
    const base = await readResources(system);
    const startMs = Date.now();
    const faults: AppliedFault[] = [];
    const samples: Sample[] = [];
    const driven: DriveCounts = { started: 0, running: 0, errors: [] };
    const stopWatching = watchProgress(system, { history, faults, samples }, write);
    const use = options.isSoak ? watchUse(system, { folder, options }) : undefined;
    const reads: ReadCounts = { answered: 0, failed: 0 };
    const load = { system, history, crowd };
    const acted = new AbortController();
    const isEnough = () => (samples.at(-1)?.approved ?? 0) >= (options.approved ?? 0);
    const results = await Promise.allSettled([
      driveLoad(load, { ...options, isEnough, ended: acted.signal }, driven),
      scenario
        ? scenario
            .act(
              createStage(load, { seed: options.seed, times: options.times ?? scenario.times ?? 1 }, faults),
            )
            .finally(() => scenario.endsWithAct && acted.abort())
        : injectFaults(system, options.isSoak ? planMildFaults(options) : planFaults(options), faults),
      options.isSoak && browse(load, options, reads),
    ]);
    const shown = (results[1].status === 'fulfilled' && results[1].value) || { figures: {}, violations: [] };
    const judged = use?.stop() ?? [];
    const { healedAfterS, left } = await heal(system, write);
    stopWatching();
    const snapshot = await readSnapshot(system, base);
    const failed = results.filter((result) => result.status === 'rejected');
    const unknown = history.lines.filter(({ phase }) => phase === 'unknown').length;
    return {
      ...options,
      startMs,
      healedAfterS,
      counts: {
        starts: [...system.apis, ...system.workers].reduce((sum, { starts }) => sum + starts, 0),
        'payments started': driven.started,
        calls: history.lines.filter(({ phase }) => phase === 'invoke').length,
        'of unknown result': unknown,
        ...(options.isSoak && { 'reads answered': reads.answered, 'reads failed': reads.failed }),
        captured: snapshot.captured.length,
        approved: snapshot.payments.filter(({ status }) => status === 'approved').length,
        mails: snapshot.mails.length,
        'copies of mails':
          snapshot.mails.length - new Set(snapshot.mails.map(({ messageId }) => messageId)).size,
        'heaps before, MB': heapsOf(base),
        'heaps after, MB': heapsOf(snapshot.now),
        ...shown.figures,
      },
      faults,
      samples,
      use: judged,
      recovery: measureRecovery(history.lines, snapshot.payments, faults),
      meanwhile: answersMeanwhile(history.lines, faults),
      checks: [
        ...(scenario ? [{ rule: `what ${scenario.name} requires`, violations: shown.violations }] : []),
        {
          rule: 'no process stood still or made no progress',
          violations: [...system.apis, ...system.workers].flatMap(({ name, ended }) =>
            ended
              .filter((output) => /stood still|makes no progress/.test(output))
              .map((output) => `${name}: ${output}`),
          ),
        },
        ...runChecks(snapshot, { history: history.lines, faults }),
      ],
      mustBreak: scenario?.mustBreak,
      rigErrors: [
        ...driven.errors,
        ...failed.map(({ reason }) => String(reason)),
        ...(left ? [`Not healed: ${left}`] : []),
      ],
      load: loadavg()[0] ?? 0,
    };
  } finally {
    await system.close();
  }
}

const heapsOf = ({ processes }: Resources) => processes.map(({ heapMb }) => heapMb).join(' ');
