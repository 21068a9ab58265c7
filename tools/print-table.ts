/** Prints rows under their headings; see {@link formatTable}. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  process.stdout.write(`${formatTable(headings, rows)}\n`);
}

/** Formats rows under their headings, in columns: texts to the left, numbers to the right. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const texts = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  const lines = texts.map((row, index) => {
    const cells = row.map((cell, column) => {
      const isNumber = typeof rows[Math.max(0, index - 1)]?.[column] === 'number';
      const width = widths[column] ?? 0;
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    return cells.join('  ').trimEnd();
  });
  return lines.toSpliced(1, 0, widths.map((width) => '-'.repeat(width)).join('  ')).join('\n');
}
