import { memo, type RefObject } from 'react';
import type { CoursePage, Facet } from '#contracts/catalogue/catalogue.ts';
import { limits } from '#contracts/limits.ts';
import { paths, signUpPath } from '../../../browser/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import { countText } from '../course/course-facts.tsx';
import {
  activeFilters,
  type CourseFilters,
  explorePath,
  isFiltered,
  noFilters,
} from '../filters/course-filters.ts';
import { useSaving } from '../saving/use-saving.ts';
import { CourseCard } from './CourseCard.tsx';
import type { CourseSearch } from './course-search.ts';
import styles from './results.module.css';

interface ResultsProps extends CourseSearch {
  heading: RefObject<HTMLHeadingElement | null>;
  hasUnknownFilters: boolean;
}

const nothing: CoursePage['courses'] = [];

/** Search results with active filters, sort order and pagination; or the error or empty state. Memoized: typing in the search field does not render them. */
export const Results = memo(function Results(props: ResultsProps) {
  const { heading, filters, page, failure, isLoading, hasUnknownFilters } = props;
  const saving = useSaving(page?.courses ?? nothing);
  const shown = isLoading || failure ? undefined : page;
  const instead = shown?.suggestion ?? shown?.closestTo?.join(', ');
  return (
    <section className={styles.results} aria-labelledby="results-title" aria-busy={isLoading ?? false}>
      <div className={`row row-apart ${styles.head}`}>
        <div>
          <h2 id="results-title" ref={heading} tabIndex={-1}>
            {copy.results}
          </h2>
          <p className="soft" role="status">
            {isLoading ? copy.loading : shown && shown.totalCourses > 0 ? summary(shown) : ' '}
          </p>
        </div>
        <SortLinks filters={filters} />
      </div>
      {hasUnknownFilters && <p className="notice">{copy.ignoredFilters}</p>}
      <ActiveFilters filters={filters} />
      {failure && (
        <div className="notice notice-warn" role="alert">
          <p>{failure}</p>
          <a className="button button-quiet button-small" href={explorePath(filters)}>
            {copy.tryAgain}
          </a>
        </div>
      )}
      {isLoading && <ResultsSkeleton />}
      {instead && (
        <p className="notice">
          <span>
            {copy.resultsFor} <strong>{instead}</strong>
          </span>
          <span className="small soft">{copy.noMatchFor(filters.search)}</span>
        </p>
      )}
      {shown && shown.courses.length === 0 && (
        <EmptyState text={copy.empty}>
          <NearSubjects subjects={shown.nearSubjects ?? []} />
          <p className="soft unless-sponsor">{copy.requestInstead}</p>
          <p className="row">
            <a className="button button-quiet" href={paths.explore}>
              {copy.clear}
            </a>
            <a className="button when-in unless-sponsor" href={paths.help}>
              {copy.help}
            </a>
            <a className="button when-out" href={signUpPath(paths.help)}>
              {copy.help}
            </a>
          </p>
        </EmptyState>
      )}
      {shown && shown.courses.length > 0 && (
        <>
          <ul className={`bare ${styles.grid}`}>
            {shown.courses.map((course) => (
              <CourseCard
                key={course._id}
                course={course}
                saving={saving.of(course._id)}
                onSave={() => void saving.save(course)}
              />
            ))}
          </ul>
          <Pager
            label={copy.pages}
            current={shown.currentPage}
            total={shown.totalPages}
            path={(page) => explorePath(filters, { page })}
          />
        </>
      )}
    </section>
  );
});

function summary({ totalCourses, isCapped, currentPage, totalPages }: CoursePage): string {
  const count = copy.found(countText({ count: totalCourses, isCapped }), totalCourses === 1);
  return totalPages > 1 ? `${count}, ${copy.pageOf(currentPage, totalPages)}` : count;
}

function SortLinks({ filters }: { filters: CourseFilters }) {
  return (
    <nav className={`row ${styles.sort}`} aria-label={copy.sort}>
      <span className="small soft">{copy.sort}</span>
      <ul className="bare row">
        {copy.sorts.map(([sort, name]) => (
          <li key={sort}>
            <a
              href={explorePath(filters, { sort })}
              rel="nofollow"
              aria-current={sort === filters.sort ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ActiveFilters({ filters }: { filters: CourseFilters }) {
  if (!isFiltered(filters)) return null;
  return (
    <ul className={`bare row ${styles.active}`} aria-label={copy.active}>
      {activeFilters(filters).map(({ text, without }) => (
        <li key={without}>
          <a className={styles.chip} href={without} rel="nofollow" aria-label={copy.remove(text)}>
            <span className={styles.word}>{text}</span>
            <span className={styles.cross} aria-hidden="true" />
          </a>
        </li>
      ))}
      <li>
        <a className={styles.clear} href={paths.explore}>
          {copy.clear}
        </a>
      </li>
    </ul>
  );
}

/** Subjects to look at instead, each with the number of its courses. */
function NearSubjects({ subjects }: { subjects: readonly Facet[] }) {
  if (subjects.length === 0) return null;
  return (
    <nav aria-label={copy.nearSubjects}>
      <p className="soft">{copy.nearSubjects}</p>
      <ul className={`bare row ${styles.near}`}>
        {subjects.map((subject) => (
          <li key={subject.value}>
            <a className={styles.chip} href={explorePath(noFilters, { tags: subject.value })} rel="nofollow">
              <span>{subject.value}</span> <small>{countText(subject)}</small>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const places = Array.from({ length: limits.pageSize }, (_, index) => index);

/** Placeholder for a page of courses while it loads. */
function ResultsSkeleton() {
  return (
    <div className={styles.grid} aria-hidden="true">
      {places.map((place) => (
        <div key={place} className={`card card-media ${styles.waiting}`}>
          <span className={`skeleton ${styles.cover}`} />
          <span className={`skeleton ${styles.short}`} />
          <span className={`skeleton ${styles.title}`} />
          <span className={`skeleton ${styles.text}`} />
          <span className={`skeleton ${styles.short}`} />
        </div>
      ))}
    </div>
  );
}
