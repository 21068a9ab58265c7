import type { WrittenCourses } from '../write-courses.ts';

/** Progress of an import. */
export interface ImportProgress extends WrittenCourses {
  rows: number;
  refused: number;
  /** Rows with the URL of an earlier row; not part of the other counts. */
  repeated: number;
  /** Rows that were written by an earlier, interrupted run with the same file. */
  skipped: number;
  bytes: number;
  /** All rows are written; the search index is being rebuilt. */
  isFinishing: boolean;
}

const barCells = 24;
const number = (value: number) => Math.round(value).toLocaleString('en-GB');

/** Returns one line with the progress bar, the throughput and the estimated remaining time. */
export function progressLine(progress: ImportProgress, totalBytes: number, elapsedMs: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(1, progress.bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const rate = ((progress.rows - progress.skipped) / Math.max(1, elapsedMs)) * 1_000;
  const leftS = share > 0 ? Math.ceil((elapsedMs / share - elapsedMs) / 1_000) : 0;
  const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
  const refused = progress.refused > 0 ? `, ${number(progress.refused)} refused` : '';
  const left = progress.isFinishing ? ', rebuilding the search index' : share < 1 ? `, ${leftS} s left` : '';
  return `${bar} ${Math.floor(share * 100)} %  ${number(progress.rows)} ${progress.rows === 1 ? 'row' : 'rows'}${refused}, ${number(rate)} rows/s${left}`;
}

interface ReportContext {
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

/** Returns the summary of an import; its counts add up to the number of rows that were read. */
export function importReport(progress: ImportProgress, context: ReportContext): string {
  const { rows, refused, repeated, added, changed, unchanged, skipped } = progress;
  const { isDryRun, reportPath, reasons, fields } = context;
  const valid = rows - refused - repeated;
  const written: [number, string][] = isDryRun
    ? [[valid, valid === 1 ? 'course' : 'courses']]
    : [
        [added, 'new'],
        [changed, 'changed'],
        [unchanged, 'unchanged'],
      ];
  const counts: [number, string][] = [
    ...written,
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
