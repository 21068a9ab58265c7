const barLength = 30;

/**
 * Returns a function that prints how far a command is, on stderr: a bar that moves on a terminal, else one line for each
 * tenth.
 *
 * @param label what the command does, such as "Restoring".
 */
export function printProgress(label: string, format: (amount: number) => string = String) {
  let tenth = -1;
  return (done: number, total: number): void => {
    const share = total > 0 ? Math.min(1, done / total) : 1;
    const amounts = `${format(done)} of ${format(total)}`;
    if (process.stderr.isTTY) {
      const bar = '#'.repeat(Math.round(share * barLength)).padEnd(barLength, '.');
      process.stderr.write(`\r${label} [${bar}] ${amounts} `);
      if (share === 1) process.stderr.write('\n');
    } else if (Math.floor(share * 10) > tenth) {
      tenth = Math.floor(share * 10);
      process.stderr.write(`${label}: ${Math.floor(share * 100)} %, ${amounts}\n`);
    }
  };
}

/** Formats a number of bytes as MB. */
export const asMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

type Rows = readonly (readonly (string | number)[])[];

/** Prints rows under their headings; see {@link formatTable}. */
export function printTable(headings: readonly string[], rows: Rows): void {
  process.stdout.write(`${formatTable(headings, rows)}\n`);
}

/** Formats rows under their headings, in columns: texts to the left, numbers to the right. */
export function formatTable(headings: readonly string[], rows: Rows): string {
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
