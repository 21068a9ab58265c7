import type { Outcome } from '../core/outcome.ts';
import type { RunResult } from '../core/run-scenarios.ts';
import { formatFigure, formatSpread } from './format.ts';

/** Headings and rows of texts. */
export interface Table {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** One row per goal: what was measured, its spread over the rounds, and whether the goal is met. */
export function goalsTable(outcomes: readonly Outcome[]): Table {
  return {
    headings: ['goal', 'what', 'measured', 'lowest – highest', 'goal is', 'result'],
    rows: outcomes.map(({ goal, value, measurement, status, reason }) => [
      goal.id,
      goal.what,
      formatFigure(value),
      formatSpread(measurement?.values ?? []),
      goal.limit?.text ?? '',
      reason ? `${status}: ${reason}` : status,
    ]),
  };
}

/** One row per compared process: requests, times, errors, memory; medians of the rounds. */
export function sidesTable(outcomes: readonly Outcome[]): Table {
  const headings = ['goal', 'process', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors', 'RSS MB'];
  const rows = outcomes.flatMap(({ goal, measurement }) =>
    (measurement?.sides ?? []).map((side) => [
      goal.id,
      side.name,
      ...[side.perSecond, side.p50Ms, side.p95Ms, side.p99Ms, side.errors, side.rssMb].map(formatFigure),
    ]),
  );
  return { headings, rows };
}

/** One row per scenario: how long it ran, and what else the machine did. */
export function loadsTable({ loads }: RunResult): Table {
  return {
    headings: ['scenario', 'seconds', 'load average', 'other programs, % of a core'],
    rows: loads.map(({ scenario, seconds, average, othersPercent }) => [
      scenario,
      String(Math.round(seconds)),
      average.toFixed(1),
      String(othersPercent ?? 'unknown'),
    ]),
  };
}

/** Formats a table as Markdown, as `docs/performance.md` has it. */
export function asMarkdown({ headings, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}
