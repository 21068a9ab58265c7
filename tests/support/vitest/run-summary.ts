import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { readWarnings, resetWarnings } from '../product/process-warnings.ts';
import { describeSecurity, type SecurityCount } from '../security-cases.ts';

/** A test file of a run, as the summary shows it. */
export interface FileSummary {
  file: string;
  /** Time of imports, hooks and tests, in milliseconds. */
  tookMs: number;
  /** The reason of each skipped test; undefined for a test without one. */
  skipped: (string | undefined)[];
  /** Counts of generated security cases. */
  security: SecurityCount[];
}

const slowestShown = 10;

/**
 * Vitest reporter: lists skipped tests with their reason, totals of security cases and, after many files, the slowest. A warning
 * of Node in any process of the run fails it.
 */
export default class RunSummary implements Reporter {
  onTestRunStart(): void {
    resetWarnings();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const text = describeRun(modules.map(summaryOf));
    if (text) process.stdout.write(`${text}\n`);
    const warnings = readWarnings();
    if (warnings.length === 0) return;
    process.stdout.write(`\nFAILED: Node warned, in a process of a test:\n\n${warnings.join('\n\n')}\n`);
    process.exitCode = 1;
  }
}

/** Returns the text of the summary; empty when nothing was skipped and few files ran. */
export function describeRun(files: readonly FileSummary[]): string {
  const lines: string[] = [];
  const skipped = files.flatMap(({ file, skipped: notes }) =>
    [...new Set(notes)].map((note) => {
      const count = notes.filter((other) => other === note).length;
      return `  ${count} in ${file}: ${note ?? 'no reason given.'}`;
    }),
  );
  if (skipped.length > 0) lines.push('', 'Skipped tests:', ...skipped);
  if (files.length > slowestShown) {
    const slowest = [...files].sort((a, b) => b.tookMs - a.tookMs).slice(0, slowestShown);
    lines.push(
      '',
      'Slowest files:',
      ...slowest.map(({ file, tookMs }) => `${(tookMs / 1_000).toFixed(1).padStart(8)} s  ${file}`),
    );
  }
  lines.push(...describeSecurity(files.flatMap(({ security }) => security)));
  return lines.join('\n');
}

function summaryOf(module: TestModule): FileSummary {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const skipped = [...module.children.allTests('skipped')].map((test) => {
    const result = test.result();
    const note = result.state === 'skipped' ? result.note : undefined;
    return note ?? reasonOf(test);
  });
  return {
    file: module.relativeModuleId,
    tookMs: collectDuration + setupDuration + duration,
    skipped,
    security: [...module.children.allTests()].flatMap((test) => test.meta().security ?? []),
  };
}

/** A skipped suite has the reason for its tests. */
function reasonOf(task: TestCase | TestSuite | TestModule): string | undefined {
  const reason = task.meta().skipReason;
  return reason ?? (task.type === 'module' ? undefined : reasonOf(task.parent));
}
