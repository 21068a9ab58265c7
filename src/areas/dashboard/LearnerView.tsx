import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type {
  DashboardCourse,
  LearnerDashboardSchema,
  ShownCourseState,
} from '#contracts/dashboard/dashboard.ts';
import type { CountedList } from '#contracts/dashboard/request-state.ts';
import { paths } from '../../browser/paths.ts';
import { serverNow } from '../../browser/server-clock.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CountedListLead, CounterTiles } from './CounterTiles.tsx';
import { CourseCard } from './CourseCard.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import { LongListSection } from './LongListSection.tsx';
import { learnerTurns } from './learner-turns.ts';
import { learnerViewCopy as copy } from './learner-view.copy.ts';
import { OwnRequestCard, ownCardId } from './OwnRequestCard.tsx';
import { TurnNotice } from './TurnNotice.tsx';
import { type DashboardViewProps, useChanges } from './use-dashboard.ts';

// Which heading a counter leads to.
const listIds = { pending: 'requests', paid: 'requests', enrolled: 'courses', completed: 'courses' };

interface CourseSection {
  heading: string;
  lead?: ReactNode;
  empty?: ReactNode;
  states: readonly ShownCourseState[];
}

const sections: readonly CourseSection[] = [
  { heading: copy.arranged, lead: <p>{copy.arrangedNext}</p>, states: ['being-arranged'] },
  {
    heading: copy.courses,
    empty: <EmptyState text={copy.noCourses} />,
    states: ['in-progress', 'completed'],
  },
  { heading: copy.saved, states: ['saved', 'refunded'] },
];

/** Four counters, the learner's requests and their courses; a counter shows its list alone. */
export function LearnerView(props: DashboardViewProps<z.output<typeof LearnerDashboardSchema>>) {
  const { dashboard, listed, listFailure, onChanged, shownList, onShowList, ...more } = props;
  useChanges();
  const { counters, courseTotals } = dashboard;
  const { requests, dashboardCourses, totalRequests } = listed ?? dashboard;
  const turns = dashboard.requests.flatMap((request) =>
    learnerTurns(request, serverNow()).map((turn) => ({
      what: copy.turns[turn],
      course: request.course.courseTitle,
      place: ownCardId(request),
    })),
  );
  // Until the list of a counter has loaded, the rows of the list before it are shown.
  const isListed = listed && !more.isLoadingMore;
  const ofRequests = shownList === 'pending' || shownList === 'paid';
  const ofCourses = shownList === 'enrolled' || shownList === 'completed';
  // The heading takes the focus: the pressed control may be gone.
  const show = (name: CountedList, shown: CountedList | undefined) => {
    onShowList(shown);
    document.getElementById(listIds[name])?.focus();
  };
  const showAll = (ofRequests || ofCourses) && (
    <CountedListLead onShowAll={() => show(shownList, undefined)} failure={listFailure} />
  );
  return (
    <>
      <TurnNotice turns={turns} onShowAll={() => onShowList(undefined)} />
      <CounterTiles counts={counters} names={copy.counters} shownList={shownList} onShow={show} />
      <LongListSection
        list="requests"
        heading={ofRequests ? copy.counters[shownList] : copy.requests}
        headingId={listIds.pending}
        lead={ofRequests && showAll}
        rows={ofRequests && !listed ? [] : requests}
        total={totalRequests}
        empty={
          (isListed || !ofRequests) && (
            <EmptyState text={copy.noRequests}>
              <LinkButton href={paths.help} text={dashboardCopy.learner.help} />
            </EmptyState>
          )
        }
        {...more}
      >
        {(request) => <OwnRequestCard key={request._id} request={request} onChanged={onChanged} />}
      </LongListSection>
      {sections.map(({ heading, states, ...section }) => {
        const isMain = states.includes('completed');
        const isLost = isMain && ofCourses && !listed;
        const rows = isLost ? [] : dashboardCourses.filter(({ status }) => states.includes(status));
        if (rows.length === 0 && !isMain) return null;
        return (
          <LongListSection
            key={heading}
            list="courses"
            heading={isMain && ofCourses ? copy.counters[shownList] : heading}
            headingId={isMain ? listIds.enrolled : undefined}
            lead={isMain && ofCourses ? showAll : section.lead}
            rows={rows}
            total={
              isMain && ofCourses
                ? counters[shownList]
                : states.reduce((sum, state) => sum + courseTotals[state], 0)
            }
            empty={
              isMain && ofCourses
                ? isListed && <EmptyState text={copy.noCounted[shownList]} />
                : section.empty
            }
            {...more}
          >
            {(course: DashboardCourse) => (
              <CourseCard key={course._id} course={course} onChanged={onChanged} />
            )}
          </LongListSection>
        );
      })}
    </>
  );
}
