const width = 5;

/** Page numbers around the current one, at most 5, and the first and last. Where some are left out stands 0 before and -1 behind. */
export function pageWindow(current: number, total: number): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(width / 2), total - width + 1));
  const last = Math.min(total, first + width - 1);
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (first > 2) pages.unshift(0);
  if (first > 1) pages.unshift(1);
  if (last < total - 1) pages.push(-1);
  if (last < total) pages.push(total);
  return pages;
}
