import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { checkColumns } from '../services/catalogue/import/check-columns.ts';
import { importCourses } from '../services/catalogue/import/import-courses.ts';
import { importReport, progressLine } from '../services/catalogue/import/import-report.ts';
import { connectToCatalogue } from './product-database.ts';
import { type ImportCommand, importUsage, readImportOptions } from './read-import-options.ts';
import { runCommand } from './run-command.ts';

/** Bounds the memory: a reason can quote its row, so the number of distinct ones is unlimited. */
const mostReasons = 1_000;

async function importFile({
  report,
  database,
  isDryRun,
  mapped,
  ...options
}: ImportCommand): Promise<number> {
  const file = await stat(options.path);
  if (file.isDirectory()) throw new Error(`${options.path} is a folder.`);
  const { size } = file;
  const problem =
    options.format === 'csv' &&
    (await checkColumns(options.path, options.mapping, mapped, options.delimiter));
  if (problem) throw new Error(problem);
  const clients = isDryRun
    ? undefined
    : ([await connectToCatalogue(database), await connectToCatalogue(database)] as const);
  let reportFile: FileHandle | undefined;
  try {
    reportFile = await open(report, 'w');
    const reportLines = reportFile.createWriteStream();
    const reported = finished(reportLines);
    const reasons = new Map<string, number>();
    let fields: readonly string[] = [];
    // Awaited at the end; until then a write error must not end the process as an unhandled rejection.
    reported.catch(() => {});
    const startedMs = performance.now();
    const isScreen = process.stderr.isTTY;
    const everyMs = isScreen ? 200 : 5_000;
    let shownMs = startedMs;
    const progress = await importCourses(clients, {
      ...options,
      onRejected(line, reason, lastLine) {
        const lines = lastLine === undefined ? '' : ` Lines ${line} to ${lastLine}.`;
        reportLines.write(`${line}\t${reason}${lines}\n`);
        if (reasons.size < mostReasons || reasons.has(reason))
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      },
      onRepeated: (line, firstLine) =>
        reportLines.write(`${line}\tSame link as line ${firstLine}; this row replaces it.\n`),
      onFields(names) {
        // The columns of a CSV file were checked above.
        if (options.format !== 'csv') fields = names;
      },
      onProgress(now) {
        if (!now.isFinishing && performance.now() - shownMs < everyMs) return;
        shownMs = performance.now();
        const line = progressLine(now, size, shownMs - startedMs);
        process.stderr.write(isScreen ? `\r\u001B[2K${line}` : `${line}\n`);
      },
    });
    reportLines.end();
    await reported;
    const line = progressLine({ ...progress, bytes: size }, size, performance.now() - startedMs);
    process.stderr.write(`${isScreen ? '\r\u001B[2K' : ''}${line}\n`);
    if (progress.refused + progress.repeated === 0) await rm(report);
    if (progress.rows === 0) throw new Error(`There is not one course in ${options.path}.`);
    process.stdout.write(importReport(progress, { isDryRun, reportPath: report, reasons, fields }));
    return progress.refused > 0 ? 2 : 0;
  } finally {
    await reportFile?.close();
    await Promise.all((clients ?? []).map((client) => client.end()));
  }
}

await runCommand(async () => {
  const args = process.argv.slice(2);
  if (!args.includes('--help')) return importFile(readImportOptions(args));
  process.stdout.write(importUsage);
  return 0;
});
