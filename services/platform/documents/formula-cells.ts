const formula = /^'*[=+\-@\t\r]/;

/**
 * Returns the text of a CSV cell that no spreadsheet program runs as a formula: an apostrophe is put before =, +, -, @,
 * tab and carriage return (OWASP, "CSV Injection"). {@link unescapeFormula} restores the text.
 */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Returns the text of a CSV cell without the apostrophe of {@link escapeFormula}. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
