import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { pageTitle } from '../../browser/brand.ts';
import { paths } from '../../browser/paths.ts';
import { spriteRef } from '../../ui/drawings/sprite/sprite.ts';
import { catalogueCopy as copy } from './catalogue.copy.ts';
import styles from './catalogue.module.css';
import {
  type CourseFilters,
  explorePath,
  listTitle,
  longestText,
  readFilters,
} from './filters/course-filters.ts';
import { Filters } from './filters/Filters.tsx';
import { parseCompactSearch, useCourseSearch } from './results/course-search.ts';
import { Results } from './results/Results.tsx';

const formId = 'explore-form';

interface CatalogueProps {
  /** Result of the server's search for the URL, as compactSearch() writes it. */
  first: string;
  /** The URL has filters that were ignored. */
  hasUnknownFilters: boolean;
}

/**
 * The public catalogue. The server renders it for any URL with a plain form and plain links; after hydration it
 * handles both without a page load.
 */
export function Catalogue({ first: compact, hasUnknownFilters }: CatalogueProps) {
  const [first] = useState(() => parseCompactSearch(compact));
  const { go, ...search } = useCourseSearch(first);
  const { filters } = search;
  const [draft, setDraft] = useState(filters);
  const form = useRef<HTMLFormElement>(null);
  const panel = useRef<HTMLDetailsElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => setDraft(filters), [filters]);
  const shownPage = search.page?.currentPage ?? filters.page;
  useEffect(() => {
    // The first one is the server's, and may be translated.
    if (filters !== first.filters) document.title = pageTitle(listTitle({ ...filters, page: shownPage }));
  }, [filters, first, shownPage]);

  useEffect(() => {
    // Input from before hydration, or restored by the browser after a reload, overrides the URL.
    const typed = form.current && readForm(form.current);
    if (typed) setDraft((now) => (explorePath(typed) === explorePath(now) ? now : typed));
  }, []);

  const change = (part: Partial<CourseFilters>) => setDraft((now) => ({ ...now, ...part }));

  const apply = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wasFolded = panel.current?.open;
    if (panel.current) panel.current.open = false;
    go(explorePath(readForm(event.currentTarget)));
    if (wasFolded) heading.current?.scrollIntoView();
  };

  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const isOrdinary =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !isOrdinary || link.origin !== location.origin || link.pathname !== paths.explore) return;
    event.preventDefault();
    go(`${link.pathname}${link.search}`);
    // The link that had the focus may be removed; move the focus to the heading of the list.
    heading.current?.focus({ preventScroll: true });
    if (readFilters(new URL(link.href).searchParams).page !== filters.page) scrollTo({ top: 0 });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on the links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires a click
    <div onClick={follow}>
      <search>
        <form id={formId} ref={form} action={paths.explore} method="get" onSubmit={apply}>
          <Hero value={draft.search} onChange={(text) => change({ search: text })} />
          {filters.sort !== 'relevance' && <input type="hidden" name="sort" value={filters.sort} />}
        </form>
      </search>
      <div className={`page ${styles.body}`}>
        <search>
          <Filters
            form={formId}
            panel={panel}
            draft={draft}
            filters={filters}
            facets={search.page?.facets}
            onChange={change}
          />
        </search>
        <Results
          {...search}
          heading={heading}
          hasUnknownFilters={hasUnknownFilters && search.filters === first.filters}
        />
      </div>
    </div>
  );
}

/** Page heading and keyword field. */
function Hero(props: { value: string; onChange: (value: string) => void }) {
  return (
    <header>
      <div className="page page-head page-head-compact">
        <h1>{copy.title}</h1>
        <p className="lead">{copy.lead}</p>
        <div className={`field ${styles.search}`}>
          <label htmlFor="explore-search">{copy.keyword}</label>
          <div className={styles.line}>
            <input
              id="explore-search"
              className="input"
              type="search"
              name="search"
              value={props.value}
              maxLength={longestText}
              enterKeyHint="search"
              onChange={(event) => props.onChange(event.target.value)}
            />
            <button type="submit" className="button">
              {copy.search}
            </button>
          </div>
        </div>
      </div>
      <div className="band">
        <svg className="cloth" viewBox="0 0 1920 40" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <use href={spriteRef('explore-cloth')} />
        </svg>
      </div>
    </header>
  );
}

function readForm(form: HTMLFormElement): CourseFilters {
  const given = new FormData(form);
  return readFilters({
    get: (name) => {
      const value = given.get(name);
      return typeof value === 'string' ? value : null;
    },
  });
}
