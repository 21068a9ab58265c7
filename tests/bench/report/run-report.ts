import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatTable } from '../../../tools/print.ts';
import { describeMachine } from '../core/machine.ts';
import type { RunResult } from '../core/run-scenarios.ts';
import { htmlReport } from './html-report.ts';
import { asMarkdown, goalsTable, loadsTable, sidesTable, type Table } from './tables.ts';

const folder = fileURLToPath(new URL('../../../.bench/', import.meta.url));

/** A run with what its figures depend on. */
export interface RunReport extends RunResult {
  /** ISO 8601. */
  startedAt: string;
  command: string;
  machine: ReturnType<typeof describeMachine>;
}

/** Prints the tables of a run, and writes them to `.bench/report.html` and `.bench/report.json`. */
export async function publish(result: RunResult, startedAt: string, command: string): Promise<void> {
  const report: RunReport = { startedAt, command, machine: describeMachine(), ...result };
  const print = (text: string) => process.stdout.write(`${text}\n\n`);
  const asText = ({ headings, rows }: Table) => formatTable(headings, rows);
  print(asText(goalsTable(report.outcomes)));
  print(asText(sidesTable(report.outcomes)));
  print(asText(loadsTable(report)));
  for (const { goal, measurement } of report.outcomes) {
    if (measurement?.note) print(`${goal.id}: ${measurement.note}`);
  }
  print(asMarkdown(goalsTable(report.outcomes)));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  await writeFile(join(folder, 'report.html'), htmlReport(report).toString());
  print('Written to .bench/report.html and .bench/report.json');
}
