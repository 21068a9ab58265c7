import type * as z from 'zod/mini';
import type { DashboardCourse, SponsorDashboardSchema } from '#contracts/dashboard/dashboard.ts';
import type { SponsorList } from '#contracts/dashboard/request-state.ts';
import { sponsorReading } from '#contracts/dashboard/sponsor-reading.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { listingPath, paths } from '../../browser/paths.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { CourseCover } from '../../ui/drawings/CourseCover.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { shortened } from '../../ui/format.ts';
import { lazyComponent, notLoaded } from '../../ui/lazy-component.tsx';
import { OutgoingLink, opensInNewTab } from '../../ui/OutgoingLink.tsx';
import { ImpactSummary } from '../funding/sponsored/ImpactSummary.tsx';
import { PledgeList } from '../funding/sponsored/PledgeList.tsx';
import { CountedListLead, CounterTiles } from './CounterTiles.tsx';
import { dashboardCopy } from './dashboard.copy.ts';
import styles from './dashboard.module.css';
import { LongListSection } from './LongListSection.tsx';
import { SponsoredCard, sponsoredCardId } from './SponsoredCard.tsx';
import { sponsorViewCopy as copy } from './sponsor-view.copy.ts';
import { type Turn, TurnNotice } from './TurnNotice.tsx';
import { type DashboardViewProps, useChanges } from './use-dashboard.ts';

// Many sponsors never arrange a meeting, so the code for changing one is loaded only with one.
const SponsorMeetings = lazyComponent(
  async () => (await import('./SponsorMeetings.tsx')).SponsorMeetings,
  notLoaded(dashboardCopy.failed.meetings),
);

const requestsId = 'requests';

/** A sponsor's payments, saved courses, meetings and totals. */
export function SponsorView(props: DashboardViewProps<z.output<typeof SponsorDashboardSchema>>) {
  const { dashboard, listed, listFailure, onChanged, shownList, onShowList, ...more } = props;
  useChanges();
  const { impact, meetings } = dashboard;
  const { sponsoredRequests, totalRequests, dashboardCourses, totalCourses } = listed ?? dashboard;
  const isCounted = shownList === 'funded' || shownList === 'completed';
  // Until the list of a counter has loaded, the rows of the list before it are shown.
  const isListed = listed && !more.isLoadingMore;
  // The heading takes the focus: the pressed control may be gone.
  const show = (shown: SponsorList | undefined) => {
    onShowList(shown);
    document.getElementById(requestsId)?.focus();
  };
  return (
    <>
      <TurnNotice turns={sponsorTurns(dashboard)} onShowAll={() => onShowList(undefined)} />
      <ImpactSummary impact={impact}>
        <CounterTiles
          counts={impact}
          names={copy.counters}
          shownList={shownList}
          onShow={(_, shown) => show(shown)}
        />
      </ImpactSummary>
      {meetings.length > 0 && <SponsorMeetings meetings={meetings} onChanged={onChanged} />}
      <LongListSection
        list="requests"
        heading={isCounted ? copy.counters[shownList] : copy.requests}
        headingId={requestsId}
        lead={isCounted && <CountedListLead onShowAll={() => show(undefined)} failure={listFailure} />}
        rows={isCounted && !listed ? [] : sponsoredRequests}
        total={totalRequests}
        empty={
          (isListed || !isCounted) && (
            <EmptyState text={isCounted ? copy.noCounted[shownList] : copy.noRequests}>
              <LinkButton href={paths.listing} text={dashboardCopy.sponsor.view} />
            </EmptyState>
          )
        }
        {...more}
      >
        {(request) => (
          <SponsoredCard key={request.payment.reference} request={request} onChanged={onChanged} />
        )}
      </LongListSection>
      <LongListSection
        list="courses"
        heading={copy.saved.title}
        headingId="saved-title"
        rows={dashboardCourses}
        total={totalCourses}
        empty={
          <p className="soft">
            {copy.saved.none} <a href={paths.explore}>{copy.saved.explore}</a>
          </p>
        }
        {...more}
      >
        {(course) => <SavedCourse key={course._id} course={course} />}
      </LongListSection>
      <PledgeList />
    </>
  );
}

/** Returns what waits for a sponsor: the answer to a higher price, bank details, the answer to another time. */
function sponsorTurns(dashboard: z.output<typeof SponsorDashboardSchema>): Turn[] {
  const ofRequests = dashboard.sponsoredRequests.flatMap((request) => {
    const { buttons } = sponsorReading(request);
    const about = { course: request.course.courseTitle, place: sponsoredCardId(request) };
    return [
      ...(buttons.includes('decide') ? [{ what: copy.turns.price, ...about }] : []),
      ...(buttons.includes('enter-account') || hasRestAccount(request)
        ? [{ what: copy.turns.account, ...about }]
        : []),
    ];
  });
  const ofMeetings = dashboard.meetings.flatMap(({ _id, status, courseTitle }) =>
    status === 'counter_proposed'
      ? [{ what: copy.turns.meeting, course: courseTitle, place: `meeting-${_id}` }]
      : [],
  );
  return [...ofRequests, ...ofMeetings];
}

const hasRestAccount = ({ rest }: SponsoredRequest): boolean =>
  rest?.refunds.some(({ accountUrl }) => accountUrl) ?? false;

/** A course that the sponsor saved in the catalogue, with a link to the learners who request it. */
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
        {copy.saved.open}
        <span className="visually-hidden"> {course.title}</span>
        {opensInNewTab}
      </OutgoingLink>
      <div className="row row-fill">
        <LinkButton isSmall href={listingPath(course.title)} text={copy.saved.sponsor} about={course.title} />
      </div>
    </li>
  );
}
