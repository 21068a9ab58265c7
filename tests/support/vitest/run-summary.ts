import type { Reporter, TestModule } from 'vitest/node';
import { describeSecurity, type SecurityCount } from '../security-cases.ts';
import { missingPrograms } from './requirements.ts';

/** A test file of a run, as the summary shows it. */
export interface FileSummary {
  file: string;
  project: string;
  /** Time of imports, hooks and tests, in milliseconds. */
  tookMs: number;
  /** The note of each skipped test; undefined for a test without one. */
  skipped: (string | undefined)[];
  /** What generated security cases found. */
  security: SecurityCount[];
}

const slowestShown = 10;

/** Vitest reporter: lists skipped tests with their reason, totals of security cases and, after many files, the slowest. */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const text = describeRun(modules.map(summaryOf), reasonsByProject());
    if (text) process.stdout.write(`${text}\n`);
  }
}

/**
 * Returns the text of the summary; empty when nothing was skipped and few files ran. `missing` holds, by project, why its
 * tests are skipped on this machine; it is the reason for skipped tests without a note.
 */
export function describeRun(
  files: readonly FileSummary[],
  missing: Partial<Record<string, string | undefined>>,
): string {
  const lines: string[] = [];
  const skipped = files.flatMap(({ file, project, skipped: notes }) =>
    [...new Set(notes)].map((note) => {
      const count = notes.filter((one) => one === note).length;
      return `  ${count} in ${file}: ${note ?? missing[project] ?? 'no reason given.'}`;
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
    return result.state === 'skipped' ? result.note : undefined;
  });
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    tookMs: collectDuration + setupDuration + duration,
    skipped,
    security: [...module.children.allTests()].flatMap((test) => test.meta().security ?? []),
  };
}

/** Journeys need Chromium, the Redis backend Redis, dashboards and alerts Prometheus, mails about alerts Alertmanager, the pooler PgBouncer, the object store Swift, and backups PostgreSQL. */
function reasonsByProject(): Partial<Record<string, string | undefined>> {
  const { redis, chromium, prometheus, alertmanager, pgbouncer, swift, postgres } = missingPrograms();
  return {
    api: pgbouncer ?? swift ?? postgres,
    components: chromium,
    journeys: chromium,
    queue: redis ?? prometheus,
    faults: redis,
    unit: prometheus ?? alertmanager,
  };
}
