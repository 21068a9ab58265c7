import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html, type SafeHtml } from '#services/platform/html.ts';
import type { Durations, Recovery } from '../checks/measure-recovery.ts';
import type { CheckResult, Rule } from '../checks/run-checks.ts';
import type { AppliedFault } from '../faults/inject-faults.ts';
import type { RigOptions } from '../options.ts';
import { describe } from '../soak/page-of-use.ts';
import type { JudgedSeries } from '../soak/series.ts';
import { type Answers, describeAnswers } from './answers-meanwhile.ts';
import { timeline } from './timeline.ts';

/** The state of a run at one moment. */
export interface Sample {
  atMs: number;
  /** Payments that were approved so far. */
  approved: number;
  /** Payments that the payer has paid and that are not settled. */
  unsettled: number;
  /** Jobs that are due and not done. */
  due: number;
}

/** Results of a run. */
export interface RigReport extends RigOptions {
  startMs: number;
  /** From the end of load and faults until everything was settled, in seconds. */
  healedAfterS: number;
  counts: Record<string, number | string>;
  faults: readonly AppliedFault[];
  samples: readonly Sample[];
  /** The use of resources in a soak; empty for other runs. */
  use: readonly JudgedSeries[];
  recovery: Recovery;
  /** Responses to clients while faults lasted. */
  meanwhile: readonly Answers[];
  checks: readonly CheckResult[];
  /** The rule that a sabotaged product must violate. */
  mustBreak?: Rule | undefined;
  /** Errors of the rig itself, such as a control call that failed. */
  rigErrors: readonly string[];
  /** Load of the machine in the last minute, at the end of the run. */
  load: number;
}

const styles = `body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { border-bottom: 1px solid #ccc; padding: .2rem .8rem .2rem 0; text-align: left; }
.fault { fill: #b3361e; } .curve { fill: none; stroke: #0b6b5a; stroke-width: 1.5; } .axis { stroke: #999; }
text { font-size: 11px; }`;

/** Returns a line per check and for recovery, for the terminal. */
export function summarize(report: RigReport): string {
  const { recovery, checks, counts, faults, healedAfterS } = report;
  const lines = [
    `seed ${report.seed}, ${report.backend}, ${report.seconds} s, load of the machine ${report.load.toFixed(1)}`,
    Object.entries(counts)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', '),
    `${faults.length} faults, healed after ${healedAfterS.toFixed(1)} s`,
    `settled without a fault: ${show(recovery.quiet)}`,
    `settled after the end of a fault: ${show(recovery.afterFault)}`,
    `while faults lasted: ${describeAnswers(report.meanwhile)}`,
    ...report.use.map((series) => `${series.trend.padEnd(7)} ${series.name}: ${describe(series)}`),
    ...(report.mustBreak ? [`The product is sabotaged; must be broken: ${report.mustBreak}`] : []),
    ...checks.flatMap(({ rule, violations }) => [
      `${violations.length === 0 ? 'holds ' : 'BROKEN'} ${rule}`,
      ...violations.slice(0, 20).map((violation) => `         ${violation}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes `report.html` and `report.json` beside the history. */
export async function writeReport(folder: string, report: RigReport): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), JSON.stringify(report, null, 2));
  await writeFile(join(folder, 'report.html'), String(page(report)));
}

/**
 * Whether a rule was violated, something grows that should not, or the rig itself failed. For a sabotaged product only whether
 * the rule that it must violate holds.
 */
export const hasFailed = ({ checks, mustBreak, use, rigErrors }: RigReport): boolean =>
  mustBreak
    ? checks.some(({ rule, violations }) => rule === mustBreak && violations.length === 0)
    : checks.some(({ violations }) => violations.length > 0) ||
      use.some(({ trend }) => trend === 'grows') ||
      rigErrors.length > 0;

const show = ({ count, p50, p99, max }: Durations) =>
  `${count} payments, p50 ${p50.toFixed(1)} s, p99 ${p99.toFixed(1)} s, max ${max.toFixed(1)} s`;

function page(report: RigReport): SafeHtml {
  const title = `Faults: seed ${report.seed}, ${report.backend}, ${report.seconds} s`;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>${styles}</style>
<h1>${title}</h1>
<p>Started ${new Date(report.startMs).toISOString()}, healed ${report.healedAfterS.toFixed(1)} s after load and faults.</p>
${timeline(report)}
<h2>Recovery</h2>
<p>Without a fault: ${show(report.recovery.quiet)}.<br>After the end of a fault: ${show(report.recovery.afterFault)}.<br>
While faults lasted: ${describeAnswers(report.meanwhile)}.</p>
<h2>Checks</h2>
<table>${report.checks.map(
    ({ rule, violations }) =>
      html`<tr><td>${violations.length === 0 ? 'holds' : 'broken'}</td><td>${rule}</td>
      <td>${violations.map((violation) => html`${violation}<br>`)}</td></tr>`,
  )}</table>
${
  report.use.length > 0 &&
  html`<h2>Use of resources</h2>
<p>Second half; <a href="use.html">plots</a>.</p>
<table>${report.use.map(
    (series) => html`<tr><td>${series.trend}</td><td>${series.name}</td><td>${describe(series)}</td></tr>`,
  )}</table>`
}
<h2>Counts</h2>
<table>${Object.entries(report.counts).map(([name, count]) => html`<tr><td>${name}</td><td>${count}</td></tr>`)}</table>
</html>
`;
}
