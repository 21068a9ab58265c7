import { longestRow } from './split-lines.ts';

/** A row of a CSV file with the lines on which it begins and ends; `problem` when its quotes make no sense. */
export interface CsvRow {
  line: number;
  lastLine: number;
  cells: string[];
  problem?: string;
}

// A text with line breaks may be this long; a quote that is open for longer was never meant to be one.
const mostLines = 100;

/**
 * Cuts lines into rows (RFC 4180). A quote that never closes, or closes in the middle of a text, spoils its own
 * line alone: what follows is read anew, so that one bad row does not swallow its neighbours.
 *
 * @param delimiter one character between two cells.
 */
export async function* splitCsv(lines: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRow> {
  let waiting: string[] = [];
  let line = 0;
  function* settle(isEnd: boolean): Generator<CsvRow> {
    while (waiting.length > 0) {
      const row = waiting.join('\n').replace(/\r$/, '');
      const cells = readCells(row, delimiter);
      if (cells === 'open' && !isEnd && waiting.length < mostLines && row.length < longestRow) return;
      const first = line - waiting.length + 1;
      if (Array.isArray(cells)) {
        if (cells.length > 1 || cells[0] !== '') yield { line: first, lastLine: line, cells };
        waiting = [];
        return;
      }
      waiting.shift();
      yield { line: first, lastLine: first, cells: [], problem: 'The quotes of the row do not match.' };
      // What came in behind the bad line is rows of its own.
      const rest = waiting;
      const last = line;
      waiting = [];
      for (const [index, text] of rest.entries()) {
        line = last - rest.length + index + 1;
        waiting.push(text);
        yield* settle(isEnd && index === rest.length - 1);
      }
      line = last;
      if (!isEnd) return;
    }
  }
  for await (const text of lines) {
    line += 1;
    waiting.push(text);
    yield* settle(false);
  }
  yield* settle(true);
}

/** The cells of a row; `open` when a quote is not closed yet, `broken` when one closes where no cell ends. */
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
