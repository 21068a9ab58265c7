const barLength = 30;

/**
 * Returns a function that prints how far a command is, on stderr: a bar that moves on a terminal, else one line for each
 * tenth.
 *
 * @param label what the command does, such as "Restoring".
 * @param format formats the amounts.
 */
export function printProgress(
  label: string,
  total: number,
  format: (amount: number) => string = String,
): (done: number) => void {
  let tenth = -1;
  return (done) => {
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
