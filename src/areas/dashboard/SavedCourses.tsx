import type { DashboardCourse } from '#contracts/dashboard/dashboard.ts';
import { listingPath, paths } from '../../browser/paths.ts';
import { CourseCover } from '../../ui/drawings/CourseCover.tsx';
import { OutgoingLink } from '../../ui/OutgoingLink.tsx';
import styles from './dashboard.module.css';
import { shortened } from './request-progress.ts';
import { ShowMore } from './ShowMore.tsx';
import { sponsorViewCopy } from './sponsor-view.copy.ts';
import type { LongList } from './use-dashboard.ts';

const copy = sponsorViewCopy.saved;

interface SavedCoursesProps {
  courses: readonly DashboardCourse[];
  /** How many there are in all. */
  total: number;
  isLoadingMore: boolean;
  onShowMore: (list: LongList) => void;
}

/** Courses that a sponsor saved in the catalogue, each with a link to the learners who request it. */
export function SavedCourses({ courses, total, isLoadingMore, onShowMore }: SavedCoursesProps) {
  return (
    <section className="stack" aria-labelledby="saved-title">
      <h2 id="saved-title">{copy.title}</h2>
      {courses.length === 0 ? (
        <p className="soft">
          {copy.none} <a href={paths.explore}>{copy.explore}</a>
        </p>
      ) : (
        <ul className="bare grid-cards">
          {courses.map((course) => (
            <SavedCourse key={course._id} course={course} />
          ))}
        </ul>
      )}
      <ShowMore
        list="courses"
        about={copy.title}
        shown={courses.length}
        all={total}
        isBusy={isLoadingMore}
        onShowMore={onShowMore}
      />
    </section>
  );
}

function SavedCourse({ course }: { course: DashboardCourse }) {
  return (
    <li className={`card ${styles.course}`}>
      <CourseCover course={course} />
      <h3 dir="auto">{course.title}</h3>
      {course.description && (
        <p className="soft" dir="auto">
          {shortened(course.description)}
        </p>
      )}
      <OutgoingLink to={course.link}>
        {copy.open}
        <span className="visually-hidden">
          {' '}
          {course.title} {copy.outside}
        </span>
      </OutgoingLink>
      <div className="row row-fill">
        <a className="button button-small" href={listingPath(course.title)}>
          <span>
            {copy.sponsor}
            <span className="visually-hidden"> {course.title}</span>
          </span>
        </a>
      </div>
    </li>
  );
}
