/** Returns the median; of an even number of values the mean of the two in the middle. NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return mean(sorted.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}

/** Returns the arithmetic mean. NaN for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns a percentile (`share` from 0 to 1) of measured values. NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A cost measured at one size. */
export interface Point {
  size: number;
  cost: number;
}

/** Returns the exponent of growth: the slope of the least-squares line through the points on a log-log plot. */
export function slopeOf(points: readonly Point[]): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ cost }) => Math.log(cost));
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = mean(xs.map((value, index) => (value - x) * ((ys[index] ?? y) - y)));
  return covariance / mean(xs.map((value) => (value - x) ** 2));
}
