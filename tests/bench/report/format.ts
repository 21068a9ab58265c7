/** Formats a figure with as many digits as it is precise: three significant ones, none after the point above 100. */
export function formatFigure(value: number | undefined): string {
  if (value === undefined) return '';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

/** Formats the lowest and the highest round. */
export function formatSpread(values: readonly number[]): string {
  if (values.length < 2) return '';
  return `${formatFigure(Math.min(...values))} – ${formatFigure(Math.max(...values))}`;
}
