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

const formula = /^'*[=+\-@\t\r]/;

/**
 * Returns the text of a CSV cell that no spreadsheet program runs as a formula: an apostrophe is put before =, +, -, @,
 * tab and carriage return (OWASP, "CSV Injection"). {@link unescapeFormula} restores the text.
 * @internal For its test.
 */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Returns the text of a CSV cell without the apostrophe of {@link escapeFormula}. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
