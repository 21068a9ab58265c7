import type * as z from 'zod/mini';
import type { DashboardCourseSchema } from '#contracts/dashboard.ts';
import { outsideLink } from '../../browser/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CourseCover } from '../../ui/CourseCover.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { shortened } from './request-progress.ts';

const copy = dashboardCopy.learner;

/** A course that the learner is enrolled in. A completed course's link is inert. */
export function CourseCard({ course }: { course: z.output<typeof DashboardCourseSchema> }) {
  const isCompleted = course.status === 'completed';
  const href = isCompleted ? undefined : outsideLink(course.link);
  return (
    <li className={`card ${styles.course}`}>
      <CourseCover course={course} />
      <h3>{course.title}</h3>
      <p className="soft">{shortened(course.description)}</p>
      <p className="row">
        <Badge kind={isCompleted ? 'good' : 'wait'}>{isCompleted ? copy.completed : copy.inProgress}</Badge>
        {course.completionCertificate && <Badge kind="good">{copy.certificate}</Badge>}
      </p>
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {copy.openCourse}
          <span className="visually-hidden"> {copy.outside}</span>
        </a>
      )}
    </li>
  );
}
