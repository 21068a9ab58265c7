import { escapeFormula } from './formula-cells.ts';

/** A cell of a CSV file. A number is written as it is; a text never runs as a formula ({@link escapeFormula}). */
export type CsvCell = string | number | null | undefined;

/** Begins a CSV file: without it Excel reads UTF-8 as a western encoding. */
export const byteOrderMark = '\uFEFF';

/** Returns one line of a CSV file (RFC 4180) with its line break. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\n`;
}

function csvCell(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value ?? '');
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
