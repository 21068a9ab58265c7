import type { MouseEvent } from 'react';
import { pageWindow } from './page-window.ts';
import styles from './pager.module.css';

const copy = { previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` };

interface PagerProps {
  /** Accessible name of the navigation. */
  label: string;
  current: number;
  total: number;
  /** There are more pages than `total`: the count stopped at its limit. */
  isCapped?: boolean;
  /** Returns the URL of a page. */
  path: (page: number) => string;
  /** Handles a click without leaving the page; without it the links navigate. */
  onPage?: (page: number) => void;
}

/** Pagination as links, so that pages can be shared and work without JavaScript. Renders nothing for a single page. */
export function Pager({ label, current, total, isCapped = false, path, onPage }: PagerProps) {
  if (total <= 1) return null;
  const go = (page: number, event: MouseEvent) => {
    // Modified clicks open a new tab or window; leave them to the browser.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no identity but its position
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
  const className = `button button-quiet button-small${rel === 'prev' ? ` ${styles.prev}` : ''}`;
  // At either end the link has no `href`: it keeps its place and cannot receive the focus.
  if (!path)
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link, announced as such
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
