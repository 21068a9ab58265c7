/** Draws a table in Markdown with columns as wide as their widest cell, which is how the formatter writes it. */
export function drawTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, index) =>
    Math.max(...[head, ...rows].map((cells) => cells[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0, fill)).join(' | ')} |`;
  const rule = line(Array(head.length).fill(''), '-');
  return [line(head), rule, ...rows.map((cells) => line(cells))].join('\n');
}
