import type { MouseEvent } from 'react';
import { pageWindow } from './page-window.ts';
import styles from './pager.module.css';

const copy = { previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` };

interface PagerProps {
  /** What the pages are of, for screen readers. */
  label: string;
  current: number;
  total: number;
  /** There are more pages than were counted. */
  isCapped?: boolean;
  /** Address of a page. */
  path: (page: number) => string;
  /** Goes to a page without leaving this one; without it the links do it. */
  onPage?: (page: number) => void;
}

/** Numbered pages as links, so that they work and can be shared without JavaScript. Absent while all fits on one. */
export function Pager({ label, current, total, isCapped = false, path, onPage }: PagerProps) {
  if (total <= 1) return null;
  const go = (page: number, event: MouseEvent) => {
    // Whoever wants a page in a tab of its own gets one.
    const isForElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!onPage || isForElsewhere) return;
    event.preventDefault();
    onPage(page);
  };
  const step = (page: number, rel: 'prev' | 'next', text: string) => (
    <Step
      path={page >= 1 && page <= total ? path(page) : undefined}
      rel={rel}
      text={text}
      onClick={(event) => go(page, event)}
    />
  );
  return (
    <nav className={styles.pages} aria-label={label}>
      {step(current - 1, 'prev', copy.previous)}
      <ol className={`bare ${styles.numbers}`}>
        {pageWindow(current, total).map((page, place) =>
          page === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place alone
            <Gap key={`gap ${place}`} />
          ) : (
            <li key={page}>
              <a
                className={styles.number}
                href={path(page)}
                aria-label={copy.page(page)}
                aria-current={page === current ? 'page' : undefined}
                onClick={(event) => go(page, event)}
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

interface StepProps {
  path: string | undefined;
  rel: 'prev' | 'next';
  text: string;
  onClick: (event: MouseEvent) => void;
}

function Step({ path, rel, text, onClick }: StepProps) {
  const className = `button button-quiet button-small ${styles[rel]}`;
  // A link without an address, as the end of the way: it keeps its place and cannot be reached.
  if (!path)
    return (
      // biome-ignore lint/a11y/useValidAnchor: says that this way ends here
      <a className={className} role="link" aria-disabled="true">
        {text}
      </a>
    );
  return (
    <a className={className} href={path} rel={rel} onClick={onClick}>
      {text}
    </a>
  );
}
