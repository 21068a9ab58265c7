import { catalogueCopy as copy } from './catalogue.copy.ts';
import { explorePath } from './explore-path.ts';
import { pageWindow } from './page-window.ts';
import styles from './pages.module.css';
import type { CourseFilters } from './read-filters.ts';

/** Numbered pages as links, so that they work and can be shared without JavaScript. Absent while all fits on one. */
export function Pages(props: { filters: CourseFilters; current: number; total: number }) {
  const { filters, current, total } = props;
  if (total <= 1) return null;
  const path = (page: number) => explorePath(filters, { page });
  return (
    <nav className={styles.pages} aria-label={copy.pages}>
      <Step path={current > 1 ? path(current - 1) : undefined} rel="prev" text={copy.previous} />
      <ol className={`bare ${styles.numbers}`}>
        {pageWindow(current, total).map((step, place) =>
          step === 'gap' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is known by its place alone
            <li key={`gap ${place}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={step}>
              <a
                className={styles.number}
                href={path(step)}
                aria-label={copy.page(step)}
                aria-current={step === current ? 'page' : undefined}
              >
                {step}
              </a>
            </li>
          ),
        )}
      </ol>
      <Step path={current < total ? path(current + 1) : undefined} rel="next" text={copy.next} />
    </nav>
  );
}

function Step({ path, rel, text }: { path: string | undefined; rel: 'prev' | 'next'; text: string }) {
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
    <a className={className} href={path} rel={rel}>
      {text}
    </a>
  );
}
