import type { WrittenCourses } from '../write-courses.ts';

/** How far an import is. */
export interface ImportProgress extends WrittenCourses {
  rows: number;
  refused: number;
  /** Rows with the link of an earlier row; they are in none of the other counts. */
  repeated: number;
  /** Rows that an earlier, interrupted import of the same file has written. */
  skipped: number;
  bytes: number;
  /** Every row is written; the search is being made anew. */
  isFinishing: boolean;
}

const barCells = 24;
const number = (value: number) => Math.round(value).toLocaleString('en-GB');

/** One line that says how far an import is, how fast it goes, and how long it still takes. */
export function progressLine(progress: ImportProgress, totalBytes: number, elapsedMs: number): string {
  const share = totalBytes === 0 ? 1 : Math.min(1, progress.bytes / totalBytes);
  const filled = Math.round(share * barCells);
  const rate = ((progress.rows - progress.skipped) / Math.max(1, elapsedMs)) * 1_000;
  const leftS = share > 0 ? Math.ceil((elapsedMs / share - elapsedMs) / 1_000) : 0;
  const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
  const refused = progress.refused > 0 ? `, ${number(progress.refused)} refused` : '';
  const left = progress.isFinishing ? ', making the search anew' : share < 1 ? `, ${leftS} s left` : '';
  return `${bar} ${Math.floor(share * 100)} %  ${number(progress.rows)} rows${refused}, ${number(rate)} rows/s${left}`;
}
