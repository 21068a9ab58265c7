import { stayOnPage } from './Button.tsx';
import { classNames } from './class-names.ts';
import styles from './pager.module.css';

const copy = { previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` };

interface PagerProps {
  /** Accessible name of the navigation. */
  label: string;
  current: number;
  total: number;
  /** There are more pages than `total`: the count stopped at its limit. */
  isCapped?: boolean;
  path: (page: number) => string;
  /** Handles a click without leaving the page; without it the links navigate. */
  onPage?: (page: number) => void;
}

/** Pagination as links, so that pages can be shared and work without JavaScript. Renders nothing for a single page. */
export function Pager({ label, current, total, isCapped = false, path, onPage }: PagerProps) {
  if (total <= 1) return null;
  const go = (page: number) => onPage && stayOnPage(() => onPage(page));
  const step = (page: number, rel: 'prev' | 'next', text: string) => {
    const className = classNames('button button-quiet button-small', rel === 'prev' && styles.prev);
    // At either end the link has no `href`: it keeps its place and cannot receive the focus.
    if (page < 1 || page > total)
      return (
        // biome-ignore lint/a11y/useValidAnchor: a disabled link, announced as such
        <a className={className} role="link" aria-disabled="true">
          {text}
        </a>
      );
    return (
      <a className={className} href={path(page)} rel={rel} onClick={go(page)}>
        {text}
      </a>
    );
  };
  return (
    <nav className={styles.pages} aria-label={label}>
      {step(current - 1, 'prev', copy.previous)}
      <ol className={`bare ${styles.numbers}`}>
        {pageWindow(current, total).map((page, place) =>
          page === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its position
            <Gap key={`gap ${place}`} />
          ) : (
            <li key={page}>
              <a
                className={styles.number}
                href={path(page)}
                aria-label={copy.page(page)}
                aria-current={page === current ? 'page' : undefined}
                onClick={go(page)}
              >
                {page}
              </a>
            </li>
          ),
        )}
        {isCapped && <Gap />}
      </ol>
      {step(current + 1, 'next', copy.next)}
    </nav>
  );
}

function Gap() {
  return (
    <li className={styles.gap} aria-hidden="true">
      …
    </li>
  );
}

/** Number of consecutive page numbers (specification section 9). */
const windowSize = 5;

/** A page number, or a gap between two of them. */
type PageStep = number | 'gap';

/**
 * Returns the page numbers of a pagination: five around the current page, the first and the last, and gaps between.
 * @internal Exported for its test.
 */
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
