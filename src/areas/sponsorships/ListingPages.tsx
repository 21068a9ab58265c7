import { Button } from '../../ui/Button.tsx';
import styles from './listing-pages.module.css';
import { pageWindow } from './page-window.ts';
import { sponsorshipsCopy as copy } from './sponsorships.copy.ts';

interface ListingPagesProps {
  current: number;
  total: number;
  /** There are more pages than were counted. */
  isCapped: boolean;
  onPage: (page: number) => void;
}

/** Numbered pages, previous and next. Absent while everything fits on one. */
export function ListingPages({ current, total, isCapped, onPage }: ListingPagesProps) {
  if (total <= 1 && current <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={copy.pages}>
      <Button kind="quiet" isSmall isDisabled={current <= 1} onPress={() => onPage(current - 1)}>
        {copy.previous}
      </Button>
      {pageWindow(current, total).map((page) =>
        page < 1 ? (
          <span key={page} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={page}
            type="button"
            className={styles.page}
            aria-label={copy.page(page)}
            aria-current={page === current ? 'page' : undefined}
            onClick={() => onPage(page)}
          >
            {page}
          </button>
        ),
      )}
      {isCapped && <span aria-hidden="true">…</span>}
      <Button kind="quiet" isSmall isDisabled={current >= total} onPress={() => onPage(current + 1)}>
        {copy.next}
      </Button>
    </nav>
  );
}
