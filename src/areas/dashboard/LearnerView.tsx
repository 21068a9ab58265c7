import type * as z from 'zod/mini';
import type { DashboardCourse, LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { paths } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { CourseCard } from './CourseCard.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { LongListSection } from './LongListSection.tsx';
import { learnerViewCopy as copy } from './learner-view.copy.ts';
import { OwnRequestCard } from './OwnRequestCard.tsx';
import { awaitsLearner } from './request-progress.ts';
import type { DashboardViewProps } from './use-dashboard.ts';

/** Four counters, the learner's requests and their courses. */
export function LearnerView(props: DashboardViewProps<z.output<typeof LearnerDashboardSchema>>) {
  const { dashboard, onChanged, ...more } = props;
  const { requests, dashboardCourses, counters, totalRequests, totalCourses } = dashboard;
  const arranged = dashboardCourses.filter(({ status }) => status === 'being-arranged');
  const enrolled = dashboardCourses.filter(({ status }) => status !== 'being-arranged');
  const waiting = requests.filter((request) => awaitsLearner(request, serverNow()));
  const courseCard = (course: DashboardCourse) => (
    <CourseCard key={course._id} course={course} onChanged={onChanged} />
  );
  return (
    <>
      {waiting.length > 0 && (
        <Notice>
          <p className="row">
            <strong>{copy.turn}</strong>
            {waiting.map(({ _id, course }) => (
              <a key={_id} href={`#request-${_id}`} translate="no">
                {course.courseTitle}
              </a>
            ))}
          </p>
        </Notice>
      )}
      <dl className={styles.counters} aria-label={copy.countersLabel}>
        {(Object.keys(copy.counters) as (keyof typeof counters)[]).map((name) => (
          <div key={name}>
            <dt>{copy.counters[name]}</dt>
            <dd>{counters[name]}</dd>
          </div>
        ))}
      </dl>
      <LongListSection
        list="requests"
        heading={copy.requests}
        rows={requests}
        total={totalRequests}
        empty={
          <EmptyState text={copy.noRequests}>
            <LinkButton href={paths.help} text={dashboardCopy.learner.help} />
          </EmptyState>
        }
        {...more}
      >
        {(request) => <OwnRequestCard key={request._id} request={request} onChanged={onChanged} />}
      </LongListSection>
      {arranged.length > 0 && (
        <LongListSection
          list="courses"
          heading={copy.arranged}
          lead={<p>{copy.arrangedNext}</p>}
          rows={arranged}
          total={totalCourses - counters.enrolled}
          {...more}
        >
          {courseCard}
        </LongListSection>
      )}
      <LongListSection
        list="courses"
        heading={copy.courses}
        rows={enrolled}
        total={counters.enrolled}
        empty={<EmptyState text={copy.noCourses} />}
        {...more}
      >
        {courseCard}
      </LongListSection>
    </>
  );
}
