import { longestRow } from './read-bytes.ts';

/** A row of a CSV file with its first and last line; `problem` is set when its quotes do not match. */
export interface CsvRow {
  line: number;
  lastLine: number;
  cells: string[];
  problem?: string;
}

// Maximum number of lines in a quoted cell; a quote that stays open longer is treated as an error.
const maxLines = 100;

/**
 * Parses lines into CSV rows (RFC 4180). When a quote is never closed or is closed inside a cell, only its own line is
 * rejected; the following lines are parsed again.
 *
 * @param delimiter the character between two cells.
 */
export async function* splitCsv(lines: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow> {
  const pending: string[] = [];
  /** Number of the first pending line, and how many of them the row has so far. */
  let line = 1;
  let length = 0;
  function* parsePending(isEnd: boolean): Generator<CsvRow> {
    while (length < pending.length) {
      length += 1;
      const row = pending.slice(0, length).join('\n').replace(/\r$/, '');
      const cells = readCells(row, delimiter);
      const canGrow = length < maxLines && row.length < longestRow && !(isEnd && length === pending.length);
      if (cells === 'open' && canGrow) continue;
      // Only the first line is rejected; those after it are parsed again as rows of their own.
      if (!Array.isArray(cells)) length = 1;
      const place = { line, lastLine: line + length - 1 };
      if (!Array.isArray(cells))
        yield { ...place, cells: [], problem: 'The quotes of the row do not match.' };
      else if (cells.length > 1 || cells[0] !== '') yield { ...place, cells };
      pending.splice(0, length);
      line += length;
      length = 0;
    }
  }
  for await (const text of lines) {
    pending.push(text);
    yield* parsePending(false);
  }
  // A row that is still open is read again, because no line can close it any more.
  length = 0;
  yield* parsePending(true);
}

/** Returns the cells of a row; `open` when a quote is not closed yet, `broken` when text follows a closing quote. */
function readCells(row: string, delimiter: string): string[] | 'open' | 'broken' {
  if (!row.includes('"')) return row.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    while (row[at] === ' ') at += 1;
    if (row[at] === '"') {
      let cell = '';
      let end = row.indexOf('"', at + 1);
      while (end !== -1 && row[end + 1] === '"') {
        cell += row.slice(at + 1, end + 1);
        at = end + 1;
        end = row.indexOf('"', at + 1);
      }
      if (end === -1) return 'open';
      cells.push(cell + row.slice(at + 1, end));
      at = end + 1;
      while (row[at] === ' ') at += 1;
      if (at < row.length && row[at] !== delimiter) return 'broken';
    } else {
      const end = row.indexOf(delimiter, at);
      cells.push(row.slice(at, end === -1 ? row.length : end).trim());
      at = end === -1 ? row.length : end;
    }
    if (at >= row.length) return cells;
    at += 1;
  }
}
