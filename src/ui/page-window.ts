/** Number of consecutive page numbers (specification section 9). */
const windowSize = 5;

/** A page number, or a gap between two of them. */
export type PageStep = number | 'gap';

/** Returns the page numbers of a pagination: five around the current page, the first and the last, and gaps between. */
export function pageWindow(current: number, total: number): PageStep[] {
  const size = Math.min(windowSize, total);
  const first = Math.min(Math.max(1, current - Math.floor(windowSize / 2)), total - size + 1);
  const last = first + size - 1;
  const steps: PageStep[] = Array.from({ length: size }, (_, index) => first + index);
  if (first > 2) steps.unshift('gap');
  if (first > 1) steps.unshift(1);
  if (last < total - 1) steps.push('gap');
  if (last < total) steps.push(total);
  return steps;
}
