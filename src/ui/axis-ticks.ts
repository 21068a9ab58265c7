/** Returns the ticks of a chart axis, from 0 to at least `most`, in at most four steps of 1, 2 or 5 × 10ⁿ. */
export function axisTicks(most: number): number[] {
  const least = Math.max(1, most) / 4;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least) ?? 10 * power;
  const steps = Math.ceil(Math.max(1, most) / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
