import type { ImportProgress } from './progress-line.ts';

/** Details of the report besides the counts. */
export interface ReportContext {
  isDryRun: boolean;
  /** File with the lines of rejected and repeated rows. */
  reportPath: string;
  /** Number of rejected rows by reason. */
  reasons: ReadonlyMap<string, number>;
  /** Names of the fields of the first row; empty where the file has none. */
  fields: readonly string[];
}

const shownReasons = 5;
const shownFields = 40;
const number = (value: number) => value.toLocaleString('en-GB');

/** Returns the summary of an import; its counts add up to the number of rows that were read. */
export function importReport(progress: ImportProgress, context: ReportContext): string {
  const { rows, refused, repeated, added, changed, unchanged, skipped } = progress;
  const { isDryRun, reportPath, reasons, fields } = context;
  const counts: [number, string][] = [
    ...(isDryRun
      ? ([[rows - refused - repeated, rows - refused - repeated === 1 ? 'course' : 'courses']] as [
          number,
          string,
        ][])
      : ([
          [added, 'new'],
          [changed, 'changed'],
          [unchanged, 'unchanged'],
        ] as [number, string][])),
    [repeated, `same link as an earlier row, which ${isDryRun ? 'they would replace' : 'they replaced'}`],
    [refused, 'refused'],
  ];
  const width = Math.max(...counts.map(([count]) => number(count).length));
  const lines = [
    `${rows === 1 ? '1 row was' : `${number(rows)} rows were`} read${isDryRun ? '; this is a dry run, the catalogue stays as it is' : ''}:`,
    ...counts.map(([count, text]) => `  ${number(count).padStart(width)} ${text}`),
  ];
  if (skipped > 0) lines.push(`${number(skipped)} of these rows were written before the import was cut off.`);
  if (refused + repeated > 0) lines.push(`Lines and reasons: ${reportPath}`);
  const frequent = [...reasons].sort(([, a], [, b]) => b - a);
  for (const [reason, count] of frequent.slice(0, shownReasons)) lines.push(`  ${number(count)} × ${reason}`);
  if (frequent.length > shownReasons) lines.push('  and other reasons');
  if (refused === rows && fields.length > 0)
    lines.push(
      `The fields of the first row are: ${fields.slice(0, shownFields).join(', ')}. Say which is which, such as: --map 'title=${fields[0]}'.`,
    );
  return `${lines.join('\n')}\n`;
}
