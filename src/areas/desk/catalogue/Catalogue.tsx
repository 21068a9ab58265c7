import { useDeferredValue, useState } from 'react';
import { type DeskCourse, deskCourseFilters, findDeskCourses } from '#contracts/desk/desk-catalogue.ts';
import { deskCoursePath, deskPaths } from '#src/browser/desk-paths.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { Badge } from '#src/ui/Facts.tsx';
import { Select, TextField } from '#src/ui/fields/Field.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import deskStyles from '../desk.module.css';
import { PageTurner, ViewLinks } from '../ListParts.tsx';
import { RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useAddressQuery, useDeskQuery } from '../use-desk-query.tsx';
import { Course } from './Course.tsx';
import { catalogueCopy as copy } from './catalogue.copy.ts';
import styles from './catalogue.module.css';
import { Imports } from './Imports.tsx';

/** Courses or imports, as the address says; with an id in it the page of that course. */
export function Catalogue() {
  const [search] = useState(() => new URLSearchParams(location.search));
  const id = search.get('id');
  if (id) return <Course id={id} />;
  const view = search.get('view') === 'imports' ? 'imports' : undefined;
  return (
    <>
      <h1>{copy.title}</h1>
      <ViewLinks label={copy.title} path={deskPaths.catalogue} tabs={copy.tabs} current={view} />
      {view === 'imports' ? <Imports /> : <CourseSearch />}
    </>
  );
}

/** Search of courses, also of hidden ones and of those with a dead link. */
function CourseSearch() {
  const { query, change, field } = useAddressQuery(findDeskCourses, 'courses');
  const courses = useDeskQuery(findDeskCourses, { query: useDeferredValue(query) });
  const data = courses.data?.data;
  const isDeadShown = query.show === 'dead';
  return (
    <>
      <div className={styles.filters}>
        <TextField {...field('search')} type="search" label={copy.search} />
        <Select
          {...field('show')}
          label={copy.show}
          options={deskCourseFilters.map((filter) => [filter, copy.filters[filter]])}
          value={query.show ?? 'all'}
        />
      </div>
      <DeskQueryState query={courses} />
      {data && isDeadShown && !data.areLinksChecked && <Notice>{copy.linksUnchecked}</Notice>}
      {data?.courses.length === 0 && <EmptyState text={isDeadShown ? copy.noDead : copy.empty} />}
      {data && data.courses.length > 0 && (
        <ul className={`bare ${deskStyles.log}`} aria-label={copy.list}>
          {data.courses.map((course) => (
            <CourseRow key={course.id} course={course} />
          ))}
        </ul>
      )}
      {data && (
        <nav aria-label={copy.pages}>
          <PageTurner
            page={data.currentPage}
            hasMore={data.hasMore}
            labels={copy}
            onTurn={(page) => change({ page })}
          />
        </nav>
      )}
    </>
  );
}

function CourseRow({ course }: { course: DeskCourse }) {
  const { link } = course;
  return (
    <li className={`row row-apart ${deskStyles.line}`}>
      <span className={styles.name}>
        <a href={deskCoursePath(course.id)}>{course.title}</a>
        <span className="small soft">
          {course.platform} · {course.url}
        </span>
        {link?.isDead && link.problem && <span className="small">{link.problem}</span>}
      </span>
      <span className="row small">
        {course.hiddenReason !== null && <Badge kind="wait">{copy.hidden}</Badge>}
        {course.correctedFields.length > 0 && <Badge>{copy.filters.corrected}</Badge>}
        {link?.isDead && <Badge kind="warn">{copy.dead}</Badge>}
        {link?.deadSince && <RelativeTime time={link.deadSince} />}
      </span>
    </li>
  );
}
