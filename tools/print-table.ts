/** Prints rows under their headings, in columns: texts to the left, numbers to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const texts = [headings, ...rows].map((row) => row.map(String));
  const widths = headings.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  for (const [index, row] of texts.entries()) {
    const cells = row.map((cell, column) => {
      const isNumber = typeof rows[Math.max(0, index - 1)]?.[column] === 'number';
      const width = widths[column] ?? 0;
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
    if (index === 0) process.stdout.write(`${widths.map((width) => '-'.repeat(width)).join('  ')}\n`);
  }
}
