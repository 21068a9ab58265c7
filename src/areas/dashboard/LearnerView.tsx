import type * as z from 'zod/mini';
import type { LearnerDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import { needsPublicRoomNotice, publicMeetingRoomNotice } from '#contracts/meetings/meeting-room.ts';
import { paths } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { awaitsLearner } from './awaits-learner.ts';
import { CourseCard } from './CourseCard.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { learnerViewCopy as copy } from './learner-view.copy.ts';
import { OwnRequestCard } from './OwnRequestCard.tsx';
import { ShowMore } from './ShowMore.tsx';
import type { LongList } from './use-dashboard.ts';

interface LearnerViewProps {
  dashboard: z.output<typeof LearnerDashboardSchema>;
  isLoadingMore: boolean;
  onShowMore: (list: LongList) => void;
  onChanged: () => Promise<void>;
}

/** Four counters, the learner's requests and their courses. */
export function LearnerView(props: LearnerViewProps) {
  const { requests, dashboardCourses, counters, totalRequests, totalCourses } = props.dashboard;
  const arranged = dashboardCourses.filter(({ status }) => status === 'being-arranged');
  const enrolled = dashboardCourses.filter(({ status }) => status !== 'being-arranged');
  const meetings = requests.flatMap((request) => request.meetings);
  const waiting = requests.filter((request) => awaitsLearner(request, serverNow()));
  const more = { isBusy: props.isLoadingMore, onShowMore: props.onShowMore };
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
      <section className="stack">
        <h2>{copy.requests}</h2>
        {needsPublicRoomNotice(meetings, serverNow()) && (
          <p className="soft small">
            <strong>{copy.beforeMeeting}</strong> {publicMeetingRoomNotice}
          </p>
        )}
        {requests.length === 0 ? (
          <EmptyState text={copy.noRequests}>
            <a className="button" href={paths.help}>
              {dashboardCopy.learner.help}
            </a>
          </EmptyState>
        ) : (
          <ul className="bare stack">
            {requests.map((request) => (
              <OwnRequestCard key={request._id} request={request} onChanged={props.onChanged} />
            ))}
          </ul>
        )}
        <ShowMore
          list="requests"
          about={copy.requests}
          shown={requests.length}
          all={totalRequests}
          {...more}
        />
      </section>
      {arranged.length > 0 && (
        <section className="stack">
          <h2>{copy.arranged}</h2>
          <p>{copy.arrangedNext}</p>
          <ul className="bare grid-cards">
            {arranged.map((course) => (
              <CourseCard key={course._id} course={course} onChanged={props.onChanged} />
            ))}
          </ul>
          <ShowMore
            list="courses"
            about={copy.arranged}
            shown={arranged.length}
            all={totalCourses - counters.enrolled}
            {...more}
          />
        </section>
      )}
      <section className="stack">
        <h2>{copy.courses}</h2>
        {enrolled.length === 0 ? (
          <EmptyState text={copy.noCourses} />
        ) : (
          <ul className="bare grid-cards">
            {enrolled.map((course) => (
              <CourseCard key={course._id} course={course} onChanged={props.onChanged} />
            ))}
          </ul>
        )}
        <ShowMore
          list="courses"
          about={copy.courses}
          shown={enrolled.length}
          all={counters.enrolled}
          {...more}
        />
      </section>
    </>
  );
}
