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
